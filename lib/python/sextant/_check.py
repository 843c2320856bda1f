"""Audits of models."""

from __future__ import annotations

import os
from typing import Any

from ._arguments import Call, Number, Path, path_text
from ._arrays import array_of
from ._errors import Error
from ._library import Array
from ._live_model import LiveModel, live_model
from ._result import Result


class Audit(Result):
    """What a model says about positions, what it stores, and whether the two agree.

    True if nothing is wrong, and everything could be judged."""

    def __repr__(self) -> str:
        outcome = ("passes", "does not pass", "not judged")[self._answer.exit_status]
        return f"<sextant.Audit {outcome}: {self._answer.words.partition(chr(10))[0]}>"


def check(
    *model: Path | Any,
    against: Path | None = None,
    seq_len: Number | None = None,
    max_error: Number | None = None,
    max_phase: Number | None = None,
    strict: bool = False,
) -> Audit:
    """The audit of a model: whether what it says about positions agrees with what it holds.

    `model` is a checkpoint folder, or files of one model: config.json, params.json, .safetensors,
    .gguf, .onnx, .pt, .bin, .npz.  Or it is a model in memory, with ``named_modules()``, such as a
    torch.nn.Module: its buffers and other tensors are judged by its ``config``, or else by the
    attributes of the module that has them.  A module's ``forward(x, position_ids)`` or
    ``forward(x, seq_len)`` is called, and its tables are judged; afterwards the module is as before.
    A forward with other parameters is not called, which a note says.  PyTorch is not imported.

    `against` is a folder or file that is right; by default the config is.  `seq_len` is the length of
    sequences, for scalings that depend on it.  `max_error`, `max_phase` and `strict` are as in `verify`.

    Raises sextant.Error if a file is missing, damaged or not of a model, and for an object that is
    no model.

    >>> audit = sextant.check(folder)
    >>> assert audit, audit
    >>> audit.as_dict()["encodings"][0]["text"]
    'rope dim=128 base=500000'
    """
    with Call() as call:
        live = None
        if len(model) > 1 and not all(isinstance(path, (str, os.PathLike)) for path in model):
            raise TypeError("check takes one model in memory, or paths")
        if len(model) == 1 and not isinstance(model[0], (str, bytes, os.PathLike)):
            live = live_model(model[0], seq_len)
        else:
            call.options["PATH"] = [path_text("PATH", path) for path in model]
        call.path("against", against)
        call.option("seq_len", seq_len, exact=True)
        call.option("max_error", max_error, exact=True)
        call.option("max_phase", max_phase, exact=True)
        call.option("strict", strict or None)
        if live is None:
            return Audit(call.ask("check"))
        described, arrays = _described(live)
        return Audit(call.ask("check", model=described, tensors=arrays))


def _described(model: LiveModel) -> tuple[dict[str, Any], list[Array]]:
    """The model as the library takes it, and the numbers of its tensors."""
    tensors: list[dict[str, Any]] = []
    arrays: list[Array] = []
    for tensor in model.tensors:
        why = tensor.why
        if not why:
            try:
                arrays.append(array_of(tensor.array, tensor.name, vectors=True))
            except Error as error:
                why = str(error)
        tensors.append(
            {
                "name": tensor.name,
                "part": tensor.part or "",
                "positions": list(tensor.positions or ()),
                "layers": tensor.layers,
                "constant": tensor.constant,
                "padding": -1 if tensor.padding is None else tensor.padding,
                "why": why,
            }
        )
    configs = [{"json": config.json, "layers": config.layers} for config in model.configs]
    described = {
        "name": model.name,
        "configs": configs,
        "tensors": tensors,
        "modules": model.modules,
        "notes": [_note(why, paths) for why, paths in model.unjudged.items()],
    }
    return described, arrays


def _note(why: str, paths: list[str]) -> str:
    """A note that the forward of modules is not judged."""
    more = f" (and {len(paths) - 1} more modules)" if len(paths) > 1 else ""
    return f"{paths[0] or 'the model'}{more}: {why}; only tensors are judged"
