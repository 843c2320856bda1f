"""Audits of models."""

from __future__ import annotations

from ._arguments import Call, Number, Path, path_text
from ._result import Result


class Audit(Result):
    """What a model says about positions, what it stores, and whether the two agree.

    True if nothing is wrong, and everything could be judged."""

    def __repr__(self) -> str:
        outcome = ("passes", "does not pass", "not judged")[self._answer.exit_status]
        return f"<sextant.Audit {outcome}: {self._answer.words.partition(chr(10))[0]}>"


def check(
    *paths: Path,
    against: Path | None = None,
    seq_len: Number | None = None,
    max_error: Number | None = None,
    max_phase: Number | None = None,
    strict: bool = False,
) -> Audit:
    """The audit of a model: whether its files agree with each other about positions.

    `paths` are a checkpoint folder, or files of one model: config.json, params.json, .safetensors,
    .gguf, .onnx, .pt, .bin, .npz.  `against` is a folder or file that is right; by default the
    config is.  `seq_len` is the length of sequences, for scalings that depend on it.  `max_error`,
    `max_phase` and `strict` are as in `verify`.

    Raises sextant.Error if a file is missing, damaged or not of a model.

    >>> audit = sextant.check(folder)
    >>> assert audit, audit
    >>> audit.as_dict()["encodings"][0]["text"]
    'rope dim=128 base=500000'
    """
    with Call() as call:
        call.options["PATH"] = [path_text("PATH", path) for path in paths]
        call.path("against", against)
        call.option("seq_len", seq_len, exact=True)
        call.option("max_error", max_error, exact=True)
        call.option("max_phase", max_phase, exact=True)
        call.option("strict", strict or None)
        return Audit(call.ask("check"))
