"""Arrays as they lie in memory: formats, orders, views; read without copies."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import sextant

QUESTION = {"encoding": "rope", "base": 500000, "part": "cos", "first": 4000}


def layouts(table):
    """The same numbers, lying otherwise, by name."""
    swapped = table.astype(table.dtype.newbyteorder(">"))
    wide = np.zeros((2 * table.shape[0], 3 * table.shape[1]), table.dtype)
    wide[::2, 1::3] = table
    readonly = table.copy()
    readonly.flags.writeable = False
    unaligned = np.frombuffer(b"\1" + table.tobytes(), np.uint8)[1:].view(table.dtype)
    return {
        "C": np.ascontiguousarray(table),
        "Fortran": np.asfortranarray(table),
        "big-endian": swapped,
        "big-endian Fortran": np.asfortranarray(swapped),
        "strided": wide[::2, 1::3],
        "turned twice": table[::-1, ::-1].copy()[::-1, ::-1],
        "with axes of 1": table[None, :, None, :],
        "read-only": readonly,
        "unaligned": unaligned.reshape(table.shape),
        "a memoryview": memoryview(np.ascontiguousarray(table)),
        "a list": table.astype(np.float64).tolist() if table.dtype == np.float64 else table,
    }


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_the_layout_in_memory_is_no_matter(dtype):
    table = sextant.table("4000:4030", encoding="rope", dim=26, base=500000, part="cos", dtype=dtype)
    question = {**QUESTION, **({"format": "bfloat16"} if dtype == "bfloat16" else {})}
    unsigned = table.view(f"u{table.dtype.itemsize}")
    unsigned[3, 5] += 1  # the next number
    expected = sextant.verify(table, **question).as_dict()
    assert expected["misrounded"] == 1
    assert expected["worst"]["position"] == 4003
    for name, array in layouts(table).items():
        assert sextant.verify(array, **question).as_dict() == expected, name
    if dtype == "bfloat16":
        for kind in (np.int16, np.dtype("V2")):
            assert sextant.verify(table.view(kind), **question).as_dict() == expected


def test_answers_are_those_of_the_tool_whatever_the_layout(judged_by_tool, data):
    for name, array in layouts(data("exp_log_f32_d96_p4096.npy")).items():
        verdict = sextant.verify(array, dim=96, first=4096)
        told = judged_by_tool(np.asarray(array), "--dim", 96, "--first", 4096)
        assert verdict.as_dict() == told, name


def test_a_transposed_table_is_a_finding_and_not_a_layout(data):
    verdict = sextant.verify(data("exp_log_f32_d96_p4096.npy").T, dim=96, first=4096)
    assert [finding.fault for finding in verdict.findings] == ["transposed"]


def test_integers_are_judged_as_they_are():
    buckets = sextant.table("-60:1", encoding="t5", bidirectional=False)
    question = {"encoding": "t5", "bidirectional": False, "first": -60}
    for array in (buckets, buckets.astype(np.int32), buckets.astype(">i8"), buckets[::-1].copy()[::-1]):
        assert sextant.verify(array, **question).grade == "correctly-rounded"
    buckets[17, 0] += 1
    wrong = sextant.verify(buckets, **question)
    assert wrong.first_difference.position == -43
    assert wrong.nearest_difference == 43


# Of one process alone: its highest memory, before and after tables of 32 MiB are judged.
_MEASURED = """
import resource, numpy as np, sextant
table = sextant.table("0:65536", dim=128)
fortran = np.asfortranarray(table)
swapped = table.astype(">f4")
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
sextant.verify(table[:2048], dim=128); sextant.verify(fortran[:2048].copy("F"), dim=128)
before = peak()
for array in (table, fortran, swapped):
    assert sextant.verify(array, dim=128).grade == "correctly-rounded"
print(peak() - before, table.nbytes // 1024)
sextant.verify(table[:, ::-1][:, ::-1][::2].repeat(2, 0)[::2], dim=128, positions="0:65536:2")
"""


def test_tables_are_read_where_they_lie():
    ran = subprocess.run([sys.executable, "-c", _MEASURED], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    grown, size = map(int, ran.stdout.split())
    assert size == 32768
    assert grown < size / 2  # KiB: what the threads work in, and no copy


@pytest.mark.quick
def test_the_memory_read_is_that_of_the_array():
    table = sextant.table("0:16", dim=8)
    view = np.ndarray(table.shape, table.dtype, table)  # the same memory, another array
    view[2, 3] = 0.5
    verdict = sextant.verify(table, dim=8)
    assert verdict.worst.position == 2 and verdict.worst.channel == 3
    assert float.fromhex(verdict.worst.got["hex"]) == 0.5


@pytest.mark.quick
def test_an_array_is_let_go_of():
    table = np.array(sextant.table("0:16", dim=8))
    sextant.verify(table, dim=8)
    with pytest.raises(sextant.Error):
        sextant.verify(table, dim=5)
    assert sys.getrefcount(table) == 2
    table.resize((8, 8))  # NumPy refuses while the buffer is in use


def test_many_threads_get_the_same_answers(data):
    table = data("exp_log_f32_d96_p4096.npy")
    expected = sextant.verify(table, dim=96, first=4096).json()
    value = sextant.value(4097, 5, dim=96, digits=50)
    rows = sextant.table("4096:4100", dim=96).tobytes()
    wrong = []

    def work():
        for _ in range(3):
            if sextant.verify(table, dim=96, first=4096).json() != expected:
                wrong.append("verify")
            if sextant.value(4097, 5, dim=96, digits=50) != value:
                wrong.append("value")
            if sextant.table("4096:4100", dim=96).tobytes() != rows:
                wrong.append("table")
            try:
                sextant.verify(table, dim=95)
                wrong.append("no error")
            except sextant.Error:
                pass

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
