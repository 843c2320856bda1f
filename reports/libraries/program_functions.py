"""Measures the functions of NumPy or of PyTorch on the CPU with cpu_functions, for each set of CPU
features that the program dispatches to.

A process for each variant reads arguments from `cpu_functions --arguments NAME` and writes the
program's results into a named pipe; one `cpu_functions VARIANT=PIPE …` judges them all.  Both
programs select their loops when they are imported; NPY_DISABLE_CPU_FEATURES hides features from
NumPy, ATEN_CPU_CAPABILITY selects PyTorch's.

Further words are options of cpu_functions.

Example: program_functions.py ./cpu_functions reports/libraries/results numpy [--binades 24]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

FUNCTIONS = [name + suffix for suffix in ("f", "") for name in ("sin", "cos", "exp", "log", "pow")]
CHUNK = 1 << 22  # bytes


def umath():
    return (np._core if hasattr(np, "_core") else np.core)._multiarray_umath


def numpy_features():
    """The dispatched features that this process uses."""
    return [f for f in umath().__cpu_dispatch__ if umath().__cpu_features__[f]]


def facts(program):
    if program == "numpy":
        return {"version": np.__version__, "baseline": list(umath().__cpu_baseline__),
                "dispatched": numpy_features()}
    import torch
    return {"version": torch.__version__, "capability": torch.backends.cpu.get_cpu_capability(),
            "configuration": torch.__config__.show()}


def function(program, name):
    if program == "numpy":
        return np.power if name == "pow" else getattr(np, name)
    import torch
    torch.set_num_threads(1)
    return lambda *x: getattr(torch, name)(*map(torch.from_numpy, x)).numpy()


def compute(command, pipe, notes, program, *options):
    """Writes the program's results of all functions into `pipe`, and what it uses into `notes`."""
    pathlib.Path(notes).write_text(json.dumps(facts(program)))
    with open(pipe, "wb") as out, np.errstate(all="ignore"):
        for name in FUNCTIONS:
            dtype = np.float32 if name.endswith("f") else np.float64
            of = function(program, name.removesuffix("f"))
            source = subprocess.Popen([command, "--arguments", name, *options],
                                      stdout=subprocess.PIPE)
            while data := source.stdout.read(CHUNK):
                x = np.frombuffer(bytearray(data), dtype)
                pair = (x[0::2].copy(), x[1::2].copy()) if name.startswith("pow") else (x,)
                out.write(np.ascontiguousarray(of(*pair)))
            if source.wait() != 0:
                sys.exit(f"{command} --arguments {name} failed")


def variants(program):
    """Names, and the environment of each."""
    if program == "torch":
        return [(name, {"ATEN_CPU_CAPABILITY": name}) for name in ("avx512", "avx2", "default")]
    used = numpy_features()
    wide = [f for f in used if f.startswith(("AVX512", "X86_V4"))]
    return [(name, {"NPY_DISABLE_CPU_FEATURES": " ".join(hidden)})
            for name, hidden in (("avx512", []), ("avx2", wide), ("baseline", used))]


def main(command, folder, program, *options):
    with tempfile.TemporaryDirectory() as scratch:
        workers, pipes = [], []
        for name, changed in variants(program):
            pipe, notes = f"{scratch}/{name}", f"{scratch}/{name}.json"
            os.mkfifo(pipe)
            words = [sys.executable, __file__, command, "--compute", pipe, notes, program, *options]
            workers.append(subprocess.Popen(words, env=os.environ | changed))
            pipes.append(f"{program}_{name}={pipe}")
        judge = [command, "--output", folder, "--functions", ",".join(FUNCTIONS), *options, *pipes]
        subprocess.run(judge, check=True)
        if any([worker.wait() for worker in workers]):
            sys.exit(f"a process that computes with {program} failed")
        for name, changed in variants(program):
            path = pathlib.Path(folder, f"cpu_{program}_{name}.json")
            found = json.loads(pathlib.Path(f"{scratch}/{name}.json").read_text()) | changed
            path.write_text(path.read_text().replace(
                "{\n", f"{{\n  {json.dumps(program)}: {json.dumps(found)},\n", 1))


if __name__ == "__main__":
    compute(sys.argv[1], *sys.argv[3:]) if sys.argv[2] == "--compute" else main(*sys.argv[1:])
