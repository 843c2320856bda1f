"""What a model for `check` is: how its files are made, and what the answer must be."""
import dataclasses
import json
import os
import typing

import numpy as np

import array_files


@dataclasses.dataclass
class Case:
    """`build(folder)` writes the files and returns the arguments of `check`.

    Each entry of `names` and `says` is a word, or several words; one of them must stand in the answer: keys and tensors in
    `names`, the mistake in `says`. `stored` are tensors that the JSON must list as judged. `status` may hold several
    numbers where the documents leave the answer open. `forbid` must not stand in the answer."""

    name: str
    about: str
    build: typing.Callable
    status: tuple = (0,)
    names: tuple = ()
    says: tuple = ()
    stored: tuple = ()
    forbid: tuple = ()
    source: str = ""
    memory: bool = False
    must_not_exist: str = ""


CASES: typing.List[Case] = []


def sound(name, about, stored=(), **more):
    """Registers a builder whose model must pass; nothing may disagree."""
    def register(build):
        CASES.append(Case(name, about, build, (0,), stored=tuple(stored), **more))
        return build
    return register


def wrong(name, about, names=(), says=(), source="", status=(1,), **more):
    """Registers a builder whose model must not pass."""
    def register(build):
        CASES.append(Case(name, about, build, status, tuple(names), tuple(says), source=source, **more))
        return build
    return register


def write_json(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        json.dump(value, file, indent=2)
    return path


def config(model_type="llama", architecture="LlamaForCausalLM", heads=32, kv=8, head=128, layers=4, base=500000.0,
           context=131072, v5=False, scaling=None, **more):
    """A Hugging Face config.json; `v5` moves rope_theta and the scaling into rope_parameters."""
    made = {"architectures": [architecture], "model_type": model_type, "hidden_size": heads * head, "num_attention_heads": heads,
            "num_key_value_heads": kv, "num_hidden_layers": layers, "head_dim": head, "max_position_embeddings": context,
            "vocab_size": 32000, "torch_dtype": "bfloat16"}
    if v5:
        made["rope_parameters"] = {"rope_type": "default", "rope_theta": base, **(scaling or {})}
        made["dtype"] = made.pop("torch_dtype")
        made["transformers_version"] = "5.1.0"
    else:
        made["rope_theta"] = base
        made["rope_scaling"] = scaling
        made["transformers_version"] = "4.46.0"
    made.update(more)
    return {key: value for key, value in made.items() if value is not Ellipsis}


def weights(width=4096, layers=4):
    """A few small weights that each folder holds beside what is judged."""
    made = {"model.norm.weight": np.ones(width, np.float16)}
    for layer in range(layers):
        made[f"model.layers.{layer}.input_layernorm.weight"] = np.ones(width, np.float16)
    return made


def inv_freq(layers, values, stem="model.layers.{}.self_attn.rotary_emb.inv_freq"):
    """The same or each layer's own frequencies under the layers' names."""
    return {stem.format(layer): values(layer) if callable(values) else values for layer in range(layers)}


def folder(path, settings, tensors=None, file="model.safetensors"):
    """A Hugging Face folder of a config and one file of weights; returns its path."""
    os.makedirs(path, exist_ok=True)
    write_json(f"{path}/config.json", settings)
    if tensors is not None:
        width = settings.get("hidden_size", 4096)
        array_files.safetensors(f"{path}/{file}", {**weights(width, settings.get("num_hidden_layers", 4)), **tensors},
                                {"format": "pt"})
    return str(path)


MILLION = ("1000000", "1e6", "1e+06", "10^6")
TEN_THOUSAND = ("10000", "1e4", "1e+04", "10^4")
LLAMA31 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
           "original_max_position_embeddings": 8192}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
