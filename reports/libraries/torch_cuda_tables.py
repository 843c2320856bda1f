"""Writes rotary tables as programs make them on an NVIDIA GPU, and on its host, as .npy files.

A table holds the rows of positions.npy, not all: that keeps it small.  tables.json says of each
file how it was made.  A maker that cannot run is listed there under "not_run", with the reason; one
that makes the same bits as an earlier one has that one's file.

Example: torch_cuda_tables.py --output reports/libraries/tables
"""

import argparse
import contextlib
import ctypes
import importlib.metadata
import io
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import numpy as np
import torch

HERE = pathlib.Path(__file__).resolve().parent
SETTINGS = ((10000, 64), (10000, 128), (500000, 64), (500000, 128))
FEW = ((10000, 64), (500000, 128))  # the settings of most makers
ONE = FEW[:1]
POSITIONS = np.concatenate(
    [np.arange(128), np.arange(128, 2048, 60), np.arange(131072 - 64, 131072)]
).astype(np.int32)


# ------------------------------------------------------------------------------------------------
# Makers.  Each returns {"cos": array, "sin": array}, perhaps "inv_freq" too.


def rotary_module(base, d):
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

    return LlamaRotaryEmbedding(
        LlamaConfig(
            hidden_size=4 * d,
            num_attention_heads=4,
            head_dim=d,
            max_position_embeddings=131072,
            rope_parameters={"rope_type": "default", "rope_theta": float(base)},
        )
    )


def transformers_rotary(base, d, made_on, device, dtype=torch.float32):
    """LlamaRotaryEmbedding itself; its halves repeat the pairs."""
    with torch.device(made_on):
        module = rotary_module(base, d)
    assert module.inv_freq.device.type == made_on and module.inv_freq.dtype == torch.float32
    module.to(device)
    x = torch.zeros(1, dtype=dtype, device=device)
    positions = torch.from_numpy(POSITIONS).long().to(device)[None]
    cos, sin = module(x, positions)
    return {"cos": cos[0], "sin": sin[0], "inv_freq": module.inv_freq}


def on_cuda(base, d):
    return transformers_rotary(base, d, "cuda", "cuda")


def moved_to_cuda(base, d):
    return transformers_rotary(base, d, "cpu", "cuda")


def on_cuda_bfloat16(base, d):
    return transformers_rotary(base, d, "cuda", "cuda", torch.bfloat16)


def on_cuda_float16(base, d):
    return transformers_rotary(base, d, "cuda", "cuda", torch.float16)


def on_cuda_tf32(base, d):
    torch.backends.cuda.matmul.allow_tf32 = True
    try:
        return on_cuda(base, d)
    finally:
        torch.backends.cuda.matmul.allow_tf32 = False


def on_cpu(base, d):
    return transformers_rotary(base, d, "cpu", "cpu")


def torch_angles(base, d, positions):
    exponents = torch.arange(0, d, 2, dtype=torch.int64, device=positions.device).float() / d
    inv_freq = 1.0 / (base**exponents)
    return positions.float()[:, None] * inv_freq[None, :], inv_freq


def torch_tables(base, d, positions):
    angles, inv_freq = torch_angles(base, d, positions)
    return angles.cos(), angles.sin(), inv_freq


def cuda_positions():
    return torch.from_numpy(POSITIONS).cuda()


def eager_product(base, d):
    cos, sin, inv_freq = torch_tables(base, d, cuda_positions())
    return {"cos": cos, "sin": sin, "inv_freq": inv_freq}


def inductor(base, d):
    cos, sin, inv_freq = torch.compile(torch_tables, fullgraph=True, dynamic=False)(
        base, d, cuda_positions()
    )
    return {"cos": cos, "sin": sin, "inv_freq": inv_freq}


def inductor_fused(base, d):
    """The frequency is computed within the kernel of the table and not returned."""

    def tables(positions):
        cos, sin, _ = torch_tables(base, d, positions)
        return cos, sin

    cos, sin = torch.compile(tables, fullgraph=True, dynamic=False)(cuda_positions())
    return {"cos": cos, "sin": sin}


def triton_by(library):
    def make(base, d):
        angles = torch_angles(base, d, cuda_positions())[0].contiguous()
        make_function = triton_functions().function
        return {part: make_function(library, part)(angles, angles) for part in ("cos", "sin")}

    return make


def triton_functions():
    """The module, which Triton must read from a file; there may be no Triton."""
    sys.path.insert(0, str(HERE))
    import triton_functions as module

    return module


def rope_kernel(flags, of_ratio):
    def make(base, d):
        with tempfile.TemporaryDirectory() as folder:
            library = f"{folder}/rope.so"
            subprocess.run(
                ["nvcc", "-O3", "-arch=sm_90", *flags, "-shared", "-Xcompiler", "-fPIC"]
                + ["-o", library, str(HERE / "rope_kernel.cu")],
                check=True,
            )
            function = ctypes.CDLL(library).rope_tables
            cos = np.empty((len(POSITIONS), d // 2), np.float32)
            sin = np.empty_like(cos)
            pointer = ctypes.c_void_p
            error = function(
                ctypes.c_float(base),
                d,
                int(of_ratio),
                pointer(POSITIONS.ctypes.data),
                len(POSITIONS),
                pointer(cos.ctypes.data),
                pointer(sin.ctypes.data),
            )
        if error != 0:
            raise RuntimeError(f"CUDA error {error}")
        return {"cos": cos, "sin": sin}

    return make


def jax_on_gpu(base, d):
    import jax
    import jax.numpy as jnp

    assert jax.devices()[0].platform == "gpu"

    @jax.jit
    def tables(positions):
        inv_freq = 1.0 / (base ** (jnp.arange(0, d, 2, dtype=jnp.float32) / d))
        angles = positions.astype(jnp.float32)[:, None] * inv_freq[None, :]
        return jnp.cos(angles), jnp.sin(angles), inv_freq

    cos, sin, inv_freq = (np.asarray(a) for a in tables(jnp.asarray(POSITIONS)))
    return {"cos": cos, "sin": sin, "inv_freq": inv_freq}


def numpy_by(dtype):
    def make(base, d):
        inv_freq = 1 / (dtype(base) ** (np.arange(0, d, 2, dtype=dtype) / dtype(d)))
        angles = POSITIONS.astype(dtype)[:, None] * inv_freq[None, :]
        assert angles.dtype == dtype
        return {"cos": np.cos(angles), "sin": np.sin(angles), "inv_freq": inv_freq}

    return make


TORCH = "1/(base**(arange(0, d, 2)/d)), positions times that, all in float32"
RATIO = "position times powf(powf(base, -2/d), i), in float32"
GPU = {"device": "gpu", "angles": TORCH, "halves_repeated": False}
CPU = {**GPU, "device": "cpu"}
LLAMA = {**GPU, "halves_repeated": True}
# name, maker, settings, what it is, how it is stored
MAKERS = (
    ("transformers_cuda", on_cuda, SETTINGS, "LlamaRotaryEmbedding made on the GPU", LLAMA),
    ("transformers_moved", moved_to_cuda, FEW[1:],
     "LlamaRotaryEmbedding made on the CPU and moved to the GPU", LLAMA),
    ("transformers_cuda_bf16", on_cuda_bfloat16, FEW,
     "LlamaRotaryEmbedding made on the GPU, cast to bfloat16", LLAMA),
    ("transformers_cuda_f16", on_cuda_float16, ONE,
     "LlamaRotaryEmbedding made on the GPU, cast to float16", LLAMA),
    ("transformers_cuda_tf32", on_cuda_tf32, FEW,
     "LlamaRotaryEmbedding made on the GPU, torch.backends.cuda.matmul.allow_tf32 = True", LLAMA),
    ("transformers_cpu", on_cpu, ONE, "LlamaRotaryEmbedding on the CPU",
     {**LLAMA, "device": "cpu"}),
    ("torch_cuda", eager_product, FEW, "PyTorch, eager: torch.cos, torch.sin", GPU),
    ("inductor", inductor, FEW, "torch.compile of torch_cuda", GPU),
    ("inductor_fused", inductor_fused, FEW,
     "torch.compile of torch_cuda, frequencies not returned", GPU),
    ("triton_tl", triton_by("tl"), FEW, "Triton: tl.cos, tl.sin of PyTorch's angles", GPU),
    ("triton_libdevice", triton_by("libdevice"), FEW,
     "Triton: libdevice.cos, libdevice.sin of PyTorch's angles", GPU),
    ("triton_fast", triton_by("fast"), FEW,
     "Triton: libdevice.fast_cosf, libdevice.fast_sinf of PyTorch's angles", GPU),
    ("kernel", rope_kernel([], True), ONE, "rope_kernel.cu, default flags",
     {**GPU, "angles": RATIO}),
    ("kernel_fast_math", rope_kernel(["-use_fast_math"], True), FEW,
     "rope_kernel.cu, -use_fast_math, as llama.cpp's CUDA backend is built",
     {**GPU, "angles": RATIO}),
    ("kernel_fast_math_of_base", rope_kernel(["-use_fast_math"], False), ONE,
     "rope_kernel.cu, -use_fast_math",
     {**GPU, "angles": "position times powf(base, -2i/d), in float32"}),
    ("jax_gpu", jax_on_gpu, FEW, "JAX: jnp.cos, jnp.sin under jit", GPU),
    ("numpy_f32", numpy_by(np.float32), FEW, "NumPy: np.cos, np.sin", CPU),
    ("numpy_f64", numpy_by(np.float64), ONE, "NumPy: np.cos, np.sin",
     {**CPU, "angles": TORCH.replace("float32", "float64")}),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------
# Files


def stored(array):
    """A NumPy array in C order, and its format's name; bfloat16 as its bits."""
    if isinstance(array, torch.Tensor):
        array = array.detach().cpu()
        if array.dtype == torch.bfloat16:
            return np.ascontiguousarray(array.view(torch.int16).numpy().view(np.uint16)), "bfloat16"
        array = array.numpy()
    return np.ascontiguousarray(array), array.dtype.name


class Folder:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        self.by_bits = {}
        self.files, self.same, self.not_run = [], [], []

    def add(self, array, name, about):
        array, dtype = stored(array)
        about = {"file": f"{name}.npy", **about, "dtype": dtype, "shape": list(array.shape)}
        bits = (dtype, array.shape, array.tobytes())
        earlier = self.by_bits.setdefault(bits, about["file"])
        if earlier != about["file"]:
            about["file"] = earlier
            self.same.append(about)
            return
        np.save(self.path / about["file"], array, allow_pickle=False)
        self.files.append(about)


def make_all(folder):
    for name, maker, settings, what, how in MAKERS:
        for base, d in settings:
            about = {"maker": name, "program": what, "device": how["device"]}
            try:
                made = maker(base, d)
            except Exception as error:  # the reason is written, whatever a framework throws
                folder.not_run.append({**about, "base": base, "d": d, "reason": repr(error)[:400]})
                continue
            about |= {"encoding": "rope", "angles": how["angles"], "base": base, "d": d}
            for part, array in made.items():
                folder.add(array, f"{name}_{base}_{d}_{part}", about | layout(part, how))


def layout(part, how):
    if part == "inv_freq":
        return {"part": part}
    columns = "d, the halves repeat the pairs" if how["halves_repeated"] else "d/2, one a pair"
    return {"part": part, "columns": columns, "positions": "positions.npy"}


# ------------------------------------------------------------------------------------------------
# Versions


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        return repr(error)


def version(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError as error:
        return repr(error)


def numpy_configuration():
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        np.show_config()
    return text.getvalue()


def numpy_dispatch():
    from numpy.lib import introspect

    return introspect.opt_func_info(func_name="^(sin|cos|power)$", signature="float(32|64)")


def processor():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))


def environment():
    names = ("torch", "triton", "transformers", "jax", "jaxlib", "numpy")
    found = {
        "python": platform.python_version(),
        **{name: version(name) for name in names},
        "nvcc": output_of("nvcc", "--version").splitlines()[-1],
        "gpu": torch.cuda.get_device_name(),
        "driver": output_of("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"),
        "cpu": processor(),
        "torch_cpu_capability": torch.backends.cpu.get_cpu_capability(),
        "torch_config": torch.__config__.show(),
        "torch_float32_matmul_precision": torch.get_float32_matmul_precision(),
        "numpy_config": numpy_configuration(),
    }
    try:
        found["numpy_dispatch"] = numpy_dispatch()
    except Exception as error:
        found["numpy_dispatch"] = repr(error)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", default=HERE / "tables")
    folder = Folder(parser.parse_args().output)
    np.save(folder.path / "positions.npy", POSITIONS, allow_pickle=False)
    make_all(folder)
    document = {
        "program": "reports/libraries/torch_cuda_tables.py",
        "environment": environment(),
        "files": folder.files,
        "same_bits": folder.same,
        "not_run": folder.not_run,
    }
    (folder.path / "tables.json").write_text(json.dumps(document, indent=1) + "\n")
    print(len(folder.files), "files;", len(folder.same), "of the same bits;", folder.not_run)


if __name__ == "__main__":
    main()
