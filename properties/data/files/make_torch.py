"""Has PyTorch 1.13.1 write .pt files, and writes two that it does not: big-endian, and by a hand-made pickle.

Example: /usr/bin/python3 make_torch.py   (beside itself; needs Debian's python3-torch)
"""
import collections
import io
import pathlib
import pickle
import struct
import zipfile

import numpy
import torch

HERE = pathlib.Path(__file__).resolve().parent
few = torch.tensor((numpy.arange(12).reshape(4, 3) - 5) / 8)
table = few.to(torch.float32)
cos = torch.from_numpy(numpy.load(HERE.parent / "llama3_cos_bf16_p8064.npy").astype("i2")).view(torch.bfloat16)
frequencies = torch.from_numpy(numpy.load(HERE.parent / "llama3_inv_freq_f32.npy"))
storage = torch.cat([torch.zeros(5), table.flatten(), torch.ones(3)])
wide = torch.cat([torch.zeros(4, 2), table, torch.ones(4, 2)], 1)
state = {
    "model": collections.OrderedDict(
        [("rotary.cos", cos), ("rotary.inv_freq", frequencies),
         ("f64", few), ("f32", table), ("f16", few.to(torch.float16)), ("bf16", few.to(torch.bfloat16))]),
    "views": {"within": storage[5:17].view(4, 3), "transposed": table.T.contiguous().T, "columns": wide[:, 2:5],
              "every second": table.repeat_interleave(2, 0)[::2], "expanded": table[1].expand(4, 3),
              "expanded last": table[:, :1].expand(4, 3), "parameter": torch.nn.Parameter(table),
              "of three axes": torch.stack([table, table], 2)[:, :, 1], "1 x 4 x 3": table[None]},
    "others": [torch.arange(4), torch.zeros(0, 4), torch.tensor(3.0), table > 0, torch.complex(table, table)],
    "epoch": 3, "lr": 1e-3, "name": "Größe", "none": None, "big": 2 ** 70, "yes": True, "shape": table.shape,
    "device": torch.device("cpu"), "dtype": torch.float32, "bytes": b"\0\1", 7: {"seven": table}}
torch.save(state, HERE / "state.pt")
torch.save({key: state[key] for key in state if key != "model"}, HERE / "protocol_5.pt", pickle_protocol=5)
torch.save(table, HERE / "alone.pt")
torch.save(table, HERE / "old.pt", _use_new_zipfile_serialization=False)
torch.save(torch.nn.Linear(2, 2), HERE / "module.pt")


class Named:
    """A class of torch that is only named."""

    def __init__(self, module, name, arguments=None):
        self.module, self.name, self.arguments = module, name, arguments


class Pickler(pickle._Pickler):  # the one in Python, whose methods can be replaced
    def persistent_id(self, value):
        return value.arguments if isinstance(value, Named) and value.module == "storage" else None

    def save(self, value, save_persistent_id=True):
        if isinstance(value, Named) and value.module != "storage":
            self.write(f"c{value.module}\n{value.name}\n".encode())
            if value.arguments is not None:
                self.save(value.arguments)
                self.write(b"R")
            return
        super().save(value, save_persistent_id)


numbers = struct.pack(">12f", *few.flatten().tolist())
identity = Named("storage", "", ("storage", Named("torch", "FloatStorage"), "0", "cpu", 12))
tensor = Named("torch._utils", "_rebuild_tensor_v2", (identity, 0, (4, 3), (3, 1), False, Named(
    "collections", "OrderedDict", ())))
text = io.BytesIO()
Pickler(text, 2).dump({"f32": tensor})
with zipfile.ZipFile(HERE / "big.pt", "w") as archive:
    for name, data in (("data.pkl", text.getvalue()), ("byteorder", b"big"), ("data/0", numbers), ("version", b"3\n")):
        archive.writestr(zipfile.ZipInfo("big/" + name), data)
