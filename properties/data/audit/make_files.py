#!/usr/bin/python3
"""Makes the files of this folder by PyTorch and by the onnx package (Debian 12: python3-torch, python3-onnx)."""
import math
import os

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))


def at(name):
    return os.path.join(HERE, name)


def default(base, dim):
    return 1.0 / (base ** (torch.arange(0, dim, 2, dtype=torch.int64).float() / dim))


def llama3(base, dim, factor=8.0, low=1.0, high=4.0, context=8192):
    w = default(base, dim)
    wavelength = 2 * math.pi / w
    divided = torch.where(wavelength > context / low, w / factor, w)
    smooth = (context / wavelength - low) / (high - low)
    blend = (1 - smooth) * divided / factor + smooth * divided
    between = ~(wavelength < context / high) * ~(wavelength > context / low)
    return torch.where(between, blend, divided)


class Rotary(torch.nn.Module):
    def __init__(self, w):
        super().__init__()
        self.register_buffer("inv_freq", w)

    def forward(self, positions):
        angles = positions[:, None].float() @ self.inv_freq[None, :]
        doubled = torch.cat((angles, angles), dim=-1)
        return doubled.cos(), doubled.sin()


class Layer(torch.nn.Module):
    def __init__(self, w):
        super().__init__()
        self.rotary_emb = Rotary(w)
        self.q_norm = torch.nn.Parameter(torch.ones(128))


class Positional(torch.nn.Module):
    def __init__(self, dim, length):
        super().__init__()
        positions = torch.arange(length).unsqueeze(1)
        w = torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim))
        pe = torch.zeros(length, 1, dim)
        pe[:, 0, 0::2] = torch.sin(positions * w)
        pe[:, 0, 1::2] = torch.cos(positions * w)
        self.register_buffer("pe", pe)


def torch_files():
    torch.manual_seed(0)
    layers = torch.nn.ModuleDict({"layers": torch.nn.ModuleList([Layer(llama3(500000.0, 128)) for _ in range(2)])})
    torch.save(layers.state_dict(), at("llama31_state.bin"))
    torch.save({name: value.to(torch.bfloat16) for name, value in layers.state_dict().items()}, at("llama31_bfloat16.bin"))
    torch.save(layers.state_dict(), at("llama31_legacy.bin"), _use_new_zipfile_serialization=False)
    w = default(10000.0, 64)
    angles = torch.outer(torch.arange(128).float(), w)
    torch.save({"freqs_cis": torch.polar(torch.ones_like(angles), angles)}, at("freqs_cis.pt"))
    torch.save(Positional(32, 128).state_dict(), at("pe.pt"))
    shared = torch.cat([torch.zeros(7), w, angles.cos().T.reshape(-1)])
    torch.save({"rotary_emb.inv_freq": shared[7:39], "rotary_emb.cos_cached": shared[39:].view(32, 128).T}, at("views.pt"))
    torch.save({"state_dict": {"rope.freqs": torch.nn.Parameter(default(10000.0, 64), requires_grad=False)}, "step": 7}, at("nested.ckpt"))
    with torch.no_grad():
        torch.onnx.export(Rotary(w).eval(), (torch.arange(8),), at("rotary_exported.onnx"), input_names=["positions"],
                          output_names=["cos", "sin"], dynamic_axes={"positions": {0: "length"}})


def onnx_files():
    w = default(10000.0, 64)
    angles = torch.outer(torch.arange(128).float(), w)
    tables = {"cos_cache": angles.cos().numpy(), "sin_cache": angles.sin().numpy()}
    node = helper.make_node("RotaryEmbedding", ["q", "position_ids", "cos_cache", "sin_cache"], ["rotated"],
                            "/model/layers.0/attn/q_rotary/RotaryEmbedding", domain="com.microsoft", interleaved=0)
    ends = [helper.make_tensor_value_info("rotated", onnx.TensorProto.FLOAT, ["b", "s", 2048])]
    starts = [helper.make_tensor_value_info("q", onnx.TensorProto.FLOAT, ["b", "s", 2048]),
              helper.make_tensor_value_info("position_ids", onnx.TensorProto.INT64, ["b", "s"])]

    def model(initialisers):
        graph = helper.make_graph([node], "main_graph", starts, ends, initialisers)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16), helper.make_opsetid("com.microsoft", 1)])

    onnx.save(model([numpy_helper.from_array(table, name) for name, table in tables.items()]), at("raw_float32.onnx"))
    onnx.save(model([helper.make_tensor(name, onnx.TensorProto.FLOAT16, table.shape, table.astype(np.float16).ravel())
                     for name, table in tables.items()]), at("typed_float16.onnx"))
    onnx.save(model([numpy_helper.from_array(table, name) for name, table in tables.items()]), at("external.onnx"),
              save_as_external_data=True, location="external.onnx.data", size_threshold=0)


if __name__ == "__main__":
    for old in os.listdir(HERE):
        if old.endswith((".bin", ".pt", ".ckpt", ".onnx", ".data")):
            os.remove(at(old))
    torch_files()
    onnx_files()
