"""Files that PyTorch and the onnx package wrote (properties/data/audit), each beside a config."""
import os
import shutil

from case import LLAMA31, config, folder, sound, wrong

KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "audit")
LLAMA = config(scaling=LLAMA31, layers=2)
SMALL = config("llama", heads=32, kv=32, head=64, layers=2, base=10000.0, context=2048)


def copied(path, files, settings):
    os.makedirs(path, exist_ok=True)
    for name in files:
        shutil.copy(os.path.join(KEPT, name), path)
    first = f"{path}/{files[0]}"
    return [first, "--against", folder(f"{path}/source", settings)] if settings else [first]


def good(name, about, files, settings, stored, status=(0,)):
    @sound(name, about, stored)
    def _(path):
        return copied(path, files, settings)


good("kept_torch_state", "torch.save of a state_dict", ["llama31_state.bin"], LLAMA, ("rotary_emb.inv_freq",))
good("kept_torch_complex", "torch.polar, complex64", ["freqs_cis.pt"], SMALL, ("freqs_cis",))
good("kept_torch_pe", "the tutorial's module, alone", ["pe.pt"], None, ("pe",))
good("kept_torch_views", "views of one storage, one of them transposed", ["views.pt"], SMALL, ("inv_freq", "cos_cached"))
good("kept_torch_nested", "a parameter within state_dict, alone", ["nested.ckpt"], None, ("rope.freqs",))
good("kept_onnx_raw", "onnx: raw_data", ["raw_float32.onnx"], SMALL, ("cos_cache", "sin_cache"))
good("kept_onnx_typed", "onnx: float16 in int32_data", ["typed_float16.onnx"], SMALL, ("cos_cache", "sin_cache"))
good("kept_onnx_external", "onnx: external data", ["external.onnx", "external.onnx.data"], SMALL, ("cos_cache", "sin_cache"))


@sound("kept_torch_folder", "torch's file as a folder's pytorch_model.bin", ("rotary_emb.inv_freq",))
def _(path):
    folder(path, LLAMA)
    shutil.copy(os.path.join(KEPT, "llama31_state.bin"), f"{path}/pytorch_model.bin")
    return [str(path)]


@wrong("kept_torch_bfloat16", "the whole model was cast to bfloat16", ("rotary_emb.inv_freq",), (("bfloat16", "bf16"),), "NVIDIA Automodel#2549")
def _(path):
    return copied(path, ["llama31_bfloat16.bin"], LLAMA)


@wrong("kept_torch_base", "another base than the config's", ("rotary_emb.inv_freq",), (("base", "theta"),))
def _(path):
    return copied(path, ["llama31_state.bin"], config(scaling=LLAMA31, layers=2, base=10000.0))


@wrong("kept_torch_legacy", "the format before PyTorch 1.6: read, or refused in one line", (), (), status=(0, 2))
def _(path):
    return copied(path, ["llama31_legacy.bin"], LLAMA)


@wrong("kept_onnx_exported", "torch.onnx.export: frequencies are a constant before MatMul", (), (), status=(0,))
def _(path):
    return copied(path, ["rotary_exported.onnx"], SMALL)


@wrong("kept_onnx_base", "another base than the config's", (("cos_cache", "sin_cache"),), (("base", "theta"),))
def _(path):
    return copied(path, ["raw_float32.onnx"], {**SMALL, "rope_theta": 500000.0})
