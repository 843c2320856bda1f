"""Has the onnx package write a model whose nodes rotate: by tables that an If chooses, and in a function.

Example: /usr/bin/python3 make_onnx_rotary.py   (beside itself; needs Debian's python3-onnx)
"""
import pathlib

import numpy
import onnx
from onnx import TensorProto, helper

HERE = pathlib.Path(__file__).resolve().parent
MICROSOFT = "com.microsoft"
few = ((numpy.arange(12).reshape(4, 3) - 5) / 8).astype("f4")


def constant(name, table):
    tensor = helper.make_tensor("", TensorProto.FLOAT, table.shape, table.tobytes(), raw=True)
    return helper.make_node("Constant", [], [name], value=tensor)


def branch(name, rows):
    """As onnxruntime-genai's builder has them: the constants are the outputs."""
    names = [f"cos_cache_{name}", f"sin_cache_{name}"]
    outputs = [helper.make_tensor_value_info(one, TensorProto.FLOAT, [rows, 3]) for one in names]
    return helper.make_graph([constant(names[0], few[:rows]), constant(names[1], -few[:rows])], name, [], outputs)


nodes = [
    helper.make_node("If", ["longer"], ["cos_cache", "sin_cache"], name="choose",
                     then_branch=branch("large", 4), else_branch=branch("small", 2)),
    helper.make_node("RotaryEmbedding", ["q", "ids", "cos_cache", "sin_cache"], ["q_turned"], name="rotate_q",
                     domain=MICROSOFT, interleaved=1, num_heads=2, rotary_embedding_dim=6, scale=0.25),
    helper.make_node("GroupQueryAttention", ["q", "k", "v", "", "", "len", "total", "cos_cache", "sin_cache"], ["out"],
                     name="attend", domain=MICROSOFT, num_heads=2, kv_num_heads=1, do_rotary=1, rotary_interleaved=0),
    helper.make_node("GroupQueryAttention", ["q", "k", "v"], ["other"], name="plain", domain=MICROSOFT, num_heads=2),
    helper.make_node("RotaryEmbedding", ["q", "cos_cache", "sin_cache"], ["new"], name="rotate_new"),
    helper.make_node("Constant", [], ["inv_freq_list"], value_floats=[1.0, 0.125, 0.015625]),
    helper.make_node("Constant", [], ["one"], value_float=0.5)]
body = [helper.make_node("Constant", [], ["inv_freq_inside"], value_floats=[0.5, 0.25]),
        helper.make_node("RotaryEmbedding", ["x", "i", "c", "s"], ["y"], name="inner", domain=MICROSOFT)]
function = helper.make_function("local", "Rotate", ["x", "i", "c", "s"], ["y"], body,
                                [helper.make_opsetid("", 16), helper.make_opsetid(MICROSOFT, 1)])
graph = helper.make_graph(nodes, "graph", [helper.make_tensor_value_info("longer", TensorProto.BOOL, [])],
                          [helper.make_tensor_value_info("out", TensorProto.FLOAT, None)])
onnx.save(helper.make_model(graph, producer_name="make_onnx_rotary", functions=[function]), HERE / "rotary.onnx")
