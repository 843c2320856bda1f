"""Compares the float32 functions of PyTorch, Triton and JAX on the GPU with CUDA's, bit for bit.

Functions of one argument: all 2^32 float32 numbers.  Powers: base^(+-2i/d) of common bases and
every even d up to 1024, and 2^26 random pairs.  Quotients: 2i/d, and 2^26 random ones.  NaNs count
as equal.  Writes a JSON document to stdout.  Where a framework's function has CUDA's bits, its
accuracy is that of cuda_h100.json; its largest error is here too, against PyTorch's float64
functions on the GPU, of finite arguments whose true values are normal.

Example: frameworks.py >reports/libraries/results/cuda_h100_frameworks.json
"""

import ctypes
import importlib.metadata
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import torch

HERE = pathlib.Path(__file__).resolve().parent
BLOCK = 1 << 26
SEED = 20251201
BASES = (10000, 100000, 160000, 500000, 1000000, 5000000, 8000000, 10000000)
UNARY = ("sin", "cos", "exp", "exp2", "log", "log2", "reciprocal")
FAST = ("sin", "cos", "exp", "log", "log2", "reciprocal", "pow", "quotient")  # have an intrinsic


class Cuda:
    def __init__(self):
        with tempfile.TemporaryDirectory() as folder:
            library = f"{folder}/float_functions.so"
            subprocess.run(
                ["nvcc", "-O3", "-std=c++20", "-arch=sm_90", "--extended-lambda", "-shared"]
                + ["-Xcompiler", "-fPIC", "-o", library, str(HERE / "float_functions.cu")],
                check=True,
            )
            self.library = ctypes.CDLL(library)

    def __call__(self, name, x, y):
        result = torch.empty_like(x)
        torch.cuda.synchronize()
        pointers = (ctypes.c_void_p(a.data_ptr()) for a in (x, y, result))
        error = self.library[f"array_{name}"](*pointers, ctypes.c_long(x.numel()))
        if error != 0:
            raise RuntimeError(f"CUDA error {error}")
        return result


def torch_function(name):
    if name in ("pow", "quotient"):
        return {"pow": torch.pow, "quotient": torch.div}[name]
    return lambda x, y: getattr(torch, name)(x)


def inductor_function(name):
    torch._dynamo.reset()  # one function's code serves all names: else it is compiled too often
    compiled = torch.compile(torch_function(name), fullgraph=True, dynamic=False)
    return lambda x, y: compiled(x, y)


def jax_function(name):
    import jax
    import jax.numpy as jnp

    function = jax.jit(
        {"pow": jnp.power, "quotient": jnp.divide, "reciprocal": lambda x, y: 1 / x}.get(
            name, lambda x, y: getattr(jnp, name)(x)
        )
    )

    def apply(x, y):
        result = function(jax.dlpack.from_dlpack(x), jax.dlpack.from_dlpack(y))
        return torch.from_dlpack(result.block_until_ready())

    return apply


def triton_function(library):
    def of(name):
        sys.path.insert(0, str(HERE))
        import triton_functions

        return triton_functions.function(library, name)

    return of


FRAMEWORKS = {
    "torch": torch_function,
    "torch.compile": inductor_function,
    "triton tl": triton_function("tl"),
    "triton libdevice": triton_function("libdevice"),
    "jax": jax_function,
}


def every_float():
    for first in range(-(1 << 31), 1 << 31, BLOCK):
        bits = torch.arange(first, first + BLOCK, dtype=torch.int64, device="cuda")
        x = bits.to(torch.int32).view(torch.float32)
        yield x, x


def random_pairs():
    generator = torch.Generator("cuda").manual_seed(SEED)
    return torch.rand(2, BLOCK, dtype=torch.float64, device="cuda", generator=generator)


def pairs():
    return [(2 * i, d) for d in range(2, 1025, 2) for i in range(d // 2)]


def powers():
    exponents = [sign * i / d for i, d in pairs() for sign in (1, -1)]
    y = torch.tensor(exponents, dtype=torch.float64).float().cuda()
    for base in BASES:
        yield torch.full_like(y, base), y
    uniform = random_pairs()
    yield (10 ** (8 * uniform[0])).float(), (2 * uniform[1] - 1).float()


def quotients():
    x, y = torch.tensor(pairs(), dtype=torch.float32).T.contiguous().cuda()
    yield x, y
    x, y = (2 ** (60 * random_pairs())).float()
    yield x, y


BLOCKS = {"pow": powers, "quotient": quotients}


def is_normal(x):
    exponent = x.view(torch.int32) >> 23 & 0xFF
    return (exponent != 0) & (exponent != 255)


def hexadecimal(names, arrays, k):
    return {name: float(a[k]).hex() for name, a in zip(names, arrays)}


def differences(function, reference, blocks):
    """How many results differ; `differ_normal` counts those of normal arguments and results."""
    found = {"count": 0, "differ": 0, "differ_normal": 0}
    for x, y in blocks:
        want, got = reference(x, y), function(x, y)
        other = (want.view(torch.int32) != got.view(torch.int32)) & ~(want.isnan() & got.isnan())
        found["count"] += x.numel()
        found["differ"] += int(other.sum())
        usual = other & is_normal(x) & is_normal(want)
        found["differ_normal"] += int(usual.sum())
        if "example" not in found and bool(usual.any()):
            k = int(usual.nonzero()[0])
            found["example"] = hexadecimal(("x", "y", "reference", "got"), (x, y, want, got), k)
    return found


def accuracy(name, function, blocks):
    """The largest error in ulps, and how many results are not finite."""
    worst, not_finite, count = {"ulp": 0.0}, 0, 0
    for x, y in blocks:
        got, truth = function(x, y), torch_function(name)(x.double(), y.double())
        counted = x.isfinite() & (truth.abs() >= 2.0**-126) & (truth.abs() < 2.0**128 - 2.0**103)
        count += int(counted.sum())
        not_finite += int((counted & ~got.isfinite()).sum())
        per_ulp = torch.exp2((24 - torch.frexp(truth).exponent).double())
        errors = (got.double() - truth).abs() * per_ulp
        errors = torch.where(counted & got.isfinite(), errors, 0.0)
        k = int(errors.argmax())
        if float(errors[k]) > worst["ulp"]:
            arrays = (x, y, got, truth)
            worst = {"ulp": float(errors[k])} | hexadecimal(("x", "y", "got", "truth"), arrays, k)
    return {"count": count, "not_finite": not_finite, "max_ulp": worst}


def result_of(framework, name, cuda):
    def intrinsic(x, y):
        return cuda(f"fast_{name}", x, y)

    blocks = BLOCKS.get(name, every_float)
    try:
        function = FRAMEWORKS[framework](name)
        found = {"to_cuda": differences(function, lambda x, y: cuda(name, x, y), blocks())}
        if found["to_cuda"]["differ_normal"] and name in FAST:
            found["to_intrinsic"] = differences(function, intrinsic, blocks())
        return found | {"accuracy": accuracy(name, function, blocks())}
    except Exception as error:  # the reason is written, whatever a framework throws
        return {"not_run": repr(error)[:300]}


def main():
    cuda = Cuda()
    found = {
        framework: {name: result_of(framework, name, cuda) for name in (*UNARY, *BLOCKS)}
        for framework in FRAMEWORKS
    }
    versions = {name: importlib.metadata.version(name) for name in ("torch", "triton", "jax")}
    document = {
        "program": "reports/libraries/frameworks.py",
        "device": torch.cuda.get_device_name(),
        "versions": versions,
        "seed": SEED,
        "frameworks": found,
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
