"""Times NumPy and PyTorch, where they can be imported, and writes what Google Benchmark would.

Example: python_peers.py --repetitions 5 --output build/bench/python.json
"""

import argparse
import json
import statistics
import time

FIRST = 10**6
COLUMNS = 512
ROWS = (4096, 131072)
BLOCK = 256  # rows whose angles stay in the second cache; the best of 16, 64, 256 and all


def numpy_peer(format_name):
    """A function that makes `rows` rows in memory that it keeps."""
    import numpy as np

    real = np.dtype(format_name).type
    w = np.power(real(10000), -np.arange(0, COLUMNS, 2, dtype=real) / real(COLUMNS))
    positions = np.arange(FIRST, FIRST + max(ROWS)).astype(real)
    table = np.ones((max(ROWS), COLUMNS), real)
    angles = np.empty((BLOCK, COLUMNS // 2), real)
    values = np.empty_like(angles)

    def write(rows):
        for k in range(0, rows, BLOCK):
            np.multiply(positions[k : k + BLOCK, None], w, out=angles)
            for offset, function in enumerate((np.sin, np.cos)):
                function(angles, out=values)
                table[k : k + BLOCK, offset::2] = values

    return write


def pytorch_peer(format_name, threads):
    import torch

    torch.set_num_threads(threads)
    real = getattr(torch, format_name)
    exponents = -torch.arange(0, COLUMNS, 2, dtype=real) / COLUMNS
    w = torch.pow(torch.tensor(10000, dtype=real), exponents)
    positions = torch.arange(FIRST, FIRST + max(ROWS)).to(real)
    table = torch.ones((max(ROWS), COLUMNS), dtype=real)
    angles = torch.empty((BLOCK, COLUMNS // 2), dtype=real)
    values = torch.empty_like(angles)

    def write(rows):
        torch.set_num_threads(threads)
        for k in range(0, rows, BLOCK):
            torch.mul(positions[k : k + BLOCK, None], w, out=angles)
            for offset, function in enumerate((torch.sin, torch.cos)):
                function(angles, out=values)
                table[k : k + BLOCK, offset::2] = values

    return write


PEERS = (
    ("numpy", numpy_peer),
    ("pytorch", lambda format_name: pytorch_peer(format_name, 1)),
    ("pytorch-2-threads", lambda format_name: pytorch_peer(format_name, 2)),
)


def timed(write, rows):
    cpu, real = time.process_time_ns(), time.perf_counter_ns()
    write(rows)
    return time.process_time_ns() - cpu, time.perf_counter_ns() - real


def median(write, rows, repetitions):
    write(rows)
    cpu, real = zip(*(timed(write, rows) for _ in range(repetitions)))
    return statistics.median(cpu), statistics.median(real)


def measure(repetitions):
    for who, peer in PEERS:
        for format_name in ("float32", "float64"):
            try:
                write = peer(format_name)
            except ImportError as error:
                print(f"bench: {who} is left out: {error}")
                break
            for rows in ROWS:
                cpu, real = median(write, rows, repetitions)
                yield {
                    "run_name": f"table/{format_name}/{who}/{rows}x{COLUMNS}",
                    "run_type": "aggregate",
                    "aggregate_name": "median",
                    "cpu_time": cpu,
                    "real_time": real,
                    "time_unit": "ns",
                    "elements": rows * COLUMNS,
                }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--output", required=True)
    arguments = parser.parse_args()
    benchmarks = list(measure(arguments.repetitions))
    with open(arguments.output, "w", encoding="utf-8") as file:
        json.dump({"benchmarks": benchmarks}, file, indent=1)


if __name__ == "__main__":
    main()
