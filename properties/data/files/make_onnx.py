"""Has the onnx package write models whose initializers and constants are known tables.

Example: /usr/bin/python3 make_onnx.py   (beside itself; needs Debian's python3-onnx)
"""
import pathlib

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).resolve().parent
few = (numpy.arange(12).reshape(4, 3) - 5) / 8
cos = numpy.load(HERE.parent / "llama3_cos_bf16_p8064.npy")
frequencies = numpy.load(HERE.parent / "llama3_inv_freq_f32.npy")


def raw(name, kind, array):
    return helper.make_tensor(name, kind, array.shape, array.tobytes(), raw=True)


def typed(name, kind, array):
    return helper.make_tensor(name, kind, array.shape, array.flatten().tolist())


def constant(output, tensor):
    return helper.make_node("Constant", [], [output], name="node_" + output, value=tensor)


def branch(name, table):
    tensors = [constant("cos_cache_" + name, raw("", TensorProto.FLOAT, table)),
               helper.make_node("Identity", ["cos_cache_" + name], ["out"])]
    shared = [numpy_helper.from_array(table.astype("f4"), "sin_cache")]
    return helper.make_graph(tensors, name, [], [helper.make_tensor_value_info("out", TensorProto.FLOAT, table.shape)], shared)


bits = (few.astype("f4").view("u4") >> 16).astype("u2")
halves = raw("bf16", TensorProto.BFLOAT16, bits)
bf16_typed = helper.make_tensor("bf16_typed", TensorProto.BFLOAT16, few.shape, few.flatten().tolist())
initializers = [
    raw("cos_cache", TensorProto.BFLOAT16, cos), numpy_helper.from_array(frequencies, "inv_freq"),
    raw("f32", TensorProto.FLOAT, few.astype("f4")), raw("f16", TensorProto.FLOAT16, few.astype("f2")), halves,
    raw("f64", TensorProto.DOUBLE, few), typed("f32_typed", TensorProto.FLOAT, few), bf16_typed,
    typed("f64_typed", TensorProto.DOUBLE, few), typed("f16_typed", TensorProto.FLOAT16, few.astype("f2")),
    numpy_helper.from_array(numpy.arange(4), "ids"), numpy_helper.from_array(numpy.arange(4, dtype="i4"), "raw_ids"),
    typed("typed_ids", TensorProto.INT32, numpy.arange(4)), typed("bool", TensorProto.BOOL, few > 0)]
choice = helper.make_node("If", ["which"], ["out"], name="choose", then_branch=branch("large", few.astype("f4")),
                          else_branch=branch("small", few[:2].astype("f4")))
graph = helper.make_graph([constant("constant", raw("", TensorProto.FLOAT, few.astype("f4"))), choice], "graph",
                          [helper.make_tensor_value_info("which", TensorProto.BOOL, [])],
                          [helper.make_tensor_value_info("out", TensorProto.FLOAT, None)], initializers)
model = helper.make_model(graph, producer_name="make_onnx")
onnx.save(model, HERE / "model.onnx")
small = helper.make_graph([], "graph", [], [], initializers[1:6])
onnx.save_model(helper.make_model(small), str(HERE / "outside.onnx"), save_as_external_data=True,
                location="outside.onnx.data", size_threshold=0)
