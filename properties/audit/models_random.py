"""Models drawn from a seed: an encoding, a container, and no mistake or one."""
import os

import numpy as np

import array_files as files
import formulas as f
import models_gguf
import onnx_writer as o
from case import Case, config, folder, inv_freq
from models_onnx import caches, decoder, exported
from models_table import vllm

FOLDERS = ("folder", "folder_bin", "folder_single")
BASES = (10000.0, 50000.0, 150000.0, 500000.0, 1000000.0, 5000000.0)


class Encoding:
    """Parameters of a rotary encoding; `with_` returns a copy with others."""

    def __init__(self, **parameters):
        self.__dict__.update(parameters)

    def with_(self, **others):
        return Encoding(**{**self.__dict__, **others})

    def dim(self):
        return int(self.head * self.partial)

    def frequencies(self, library):
        if self.kind == "linear":
            return f.linear(self.base, self.dim(), self.factor, library)
        if self.kind == "llama3":
            return f.llama3(self.base, self.dim(), self.factor, 1.0, 4.0, self.original, library)
        if self.kind == "yarn":
            return f.yarn(self.base, self.dim(), self.factor, self.original, truncate=self.truncate, library=library)
        return f.default(self.base, self.dim(), library)

    def amplitude(self):
        return f.yarn_mscale(self.factor) if self.kind == "yarn" else 1.0

    def scaling(self):
        if self.kind == "default":
            return None
        made = {"rope_type": self.kind, "factor": self.factor}
        if self.kind != "linear":
            made["original_max_position_embeddings"] = self.original
        if self.kind == "llama3":
            made.update({"low_freq_factor": 1.0, "high_freq_factor": 4.0})
        if self.kind == "yarn" and not self.truncate:
            made["truncate"] = False
        return made

    def config(self):
        more = {} if self.partial == 1 else {"partial_rotary_factor": self.partial}
        model, architecture = ("llama", "LlamaForCausalLM") if self.partial == 1 else ("stablelm", "StableLmForCausalLM")
        if self.v5 and more:
            return config(model, architecture, 16, 16, self.head, self.layers, self.base, self.context, True, {**(self.scaling() or {}), **more})
        return config(model, architecture, 16, 16, self.head, self.layers, self.base, self.context, self.v5, self.scaling(), **more)

    def text(self):
        return ", ".join(f"{key} {value}" for key, value in self.__dict__.items())


def draw_encoding(rng):
    kind = rng.choice(["default", "linear", "llama3", "yarn"])
    factor, original = float(rng.choice([2, 4, 8, 16])), int(rng.choice([4096, 8192, 16384, 32768]))
    return Encoding(kind=str(kind), base=float(rng.choice(BASES)), head=int(rng.choice([64, 80, 128, 256])), factor=factor, original=original,
                    context=int(original * factor) if kind != "default" else original, partial=float(rng.choice([1, 1, 1, 0.5])),
                    truncate=bool(rng.random() < 0.75), v5=bool(rng.random() < 0.5), layers=int(rng.integers(2, 6)))


def mistakes(encoding, container):
    """Names of the mistakes that can be made with an encoding in a container."""
    made = ["base", "length" if encoding.partial != 1 else "base"]
    if encoding.kind != "default":
        made += ["scaling_lost", "factor"]
    if encoding.kind in ("yarn", "llama3"):
        made.append("original")
    if encoding.kind == "yarn" and container != "gguf":
        made.append("truncate")
    if encoding.kind == "yarn" and container in ("onnx", "vllm"):
        made.append("amplitude")
    if container in FOLDERS:
        made += ["bfloat16", "entry", "uninitialised"] + (["one_layer"] if container != "folder_single" else [])
    return made


def mistaken(encoding, mistake, rng):
    """The encoding that a mistake makes of another."""
    if mistake in ("base", "one_layer"):
        return encoding.with_(base=float(rng.choice([one for one in BASES if one != encoding.base])))
    if mistake == "length":
        return encoding.with_(partial=1.0)
    if mistake == "scaling_lost":
        return encoding.with_(kind="default")
    if mistake == "factor":
        return encoding.with_(factor=encoding.factor * float(rng.choice([0.5, 2.0])) if encoding.factor > 2 else 4.0)
    if mistake == "original":
        return encoding.with_(original=encoding.original * 2)
    if mistake == "truncate":
        return encoding.with_(truncate=not encoding.truncate)
    return encoding


WORDS = {"base": (("base", "theta"),), "one_layer": (("base", "theta"),), "scaling_lost": (("scaling",),), "factor": (("factor", "scaling"),),
         "original": (("original", "scaling"),), "truncate": (("truncate", "ramp"),), "bfloat16": (("bfloat16", "bf16"),),
         "amplitude": (("amplitude",),), "uninitialised": (("uninitialised", "memory"),), "length": (), "entry": ()}


def stored_frequencies(made, mistake, right, library, rng):
    values = made.frequencies(library)
    if mistake == "bfloat16":
        return files.bfloat16(values)
    if mistake == "uninitialised":
        return (rng.standard_normal(len(values)) * 10.0 ** rng.uniform(-40, 30, len(values))).astype(np.float32)
    if mistake == "entry":
        values[rng.integers(len(values))] = np.float32(rng.uniform(1.5, 3))
    return values


def write_folder(path, container, right, made, mistake, library, rng):
    values = stored_frequencies(made, mistake, right, library, rng)
    spoilt = int(rng.integers(right.layers))
    if container == "folder_single":
        tensors = {"model.rotary_emb.inv_freq": values}
    else:
        tensors = inv_freq(right.layers, lambda layer: values if mistake != "one_layer" or layer == spoilt else right.frequencies(library))
    if container == "folder_bin":
        folder(path, right.config())
        files.torch_zip(f"{path}/pytorch_model.bin", tensors, "pytorch_model", parameters=tuple(tensors)[:1])
        return [str(path)]
    return [folder(path, right.config(), tensors)]


def write_gguf(path, right, made, rng, library):
    keys = {}
    if made.kind in ("linear", "yarn"):
        keys.update({"rope.scaling.type": made.kind, "rope.scaling.factor": made.factor})
        if made.kind == "yarn":
            keys["rope.scaling.original_context_length"] = made.original
    out = models_gguf.writer("llama" if right.partial == 1 else "stablelm", 16, 16, made.head, made.layers, made.context, made.base,
                             made.dim(), keys, version=int(rng.choice([2, 3])), big_endian=bool(rng.random() < 0.25),
                             alignment=int(rng.choice([32, 64, 128])))
    if made.kind == "llama3":
        out.tensor("rope_freqs.weight", f.llama3_factors(made.base, made.dim(), made.factor, 1.0, 4.0, made.original, library))
    return [out.write(f"{path}/model.gguf"), "--against", folder(f"{path}/source", right.config())]


def differ(right, wrong, container):
    """Whether a mistake shows: in frequencies by a thousandth, in tables of 4096 rows by a twentieth."""
    if len(right) != len(wrong):
        return True
    if container in ("onnx", "vllm"):
        return any(np.max(np.abs(a - b)) > 0.05 for a, b in zip(f.cos_sin(right, 4096), f.cos_sin(wrong, 4096)))
    return np.max(np.abs(right / wrong - 1)) > 1e-3


def draw(seed):
    """The model of a seed."""
    rng = np.random.default_rng(seed)
    while True:
        right, library = draw_encoding(rng), f.Library(str(rng.choice(["rounded", "numpy"])))
        container = str(rng.choice(["gguf", "onnx", "vllm", *FOLDERS]))
        if container == "gguf":
            right = right.with_(truncate=True)
        mistake = None if rng.random() < 0.4 else str(rng.choice(mistakes(right, container)))
        made = mistaken(right, mistake, rng)
        values, changed = right.frequencies(library), made.frequencies(library)
        if mistake in (None, "bfloat16", "entry", "uninitialised", "amplitude") or differ(values, changed, container):
            break

    rows, half = (4096 if mistake else int(rng.choice([256, 1000, 2048]))), bool(rng.random() < 0.4)
    build_seed = int(rng.integers(2**32))
    amplitude = 1.0 if mistake == "amplitude" else made.amplitude()

    def build(path):
        own = np.random.default_rng(build_seed)
        os.makedirs(path, exist_ok=True)
        if container in FOLDERS:
            return write_folder(path, container, right, made, mistake, library, own)
        if container == "gguf":
            return write_gguf(path, right, made, own, library)
        if container == "onnx":
            partial = {} if right.partial == 1 else {"num_heads": 16, "rotary_embedding_dim": made.dim() if made.dim() != made.head else 0}
            kind = "float16" if half else "float32"
            return exported(path, decoder(caches(changed, rows, amplitude, kind), right.layers, **partial), right.config())
        table = {"model.layers.0.self_attn.rotary_emb.cos_sin_cache": vllm(changed, amplitude, "bfloat16" if half else "float32", rows)}
        return [files.safetensors(f"{path}/buffers.safetensors", table), "--against", folder(f"{path}/source", right.config())]

    stored = ()
    if mistake is None:
        stored = {"onnx": ("cos_cache", "sin_cache"), "vllm": ("cos_sin_cache",), "gguf": ("rope_freqs.weight",) if right.kind == "llama3" else ()
                  }.get(container, ("rotary_emb.inv_freq",))
    return Case(f"random_{seed}", f"{container}: {right.text()}; mistake: {mistake or 'none'}", build, (1,) if mistake else (0,),
                says=WORDS[mistake] if mistake else (), stored=stored)
