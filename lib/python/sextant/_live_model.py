"""What a model in memory says about positions, and the tensors in which it holds them.

No framework is imported: a model is what has ``named_modules()``, a tensor is what has a shape, a
dtype and ``detach()``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from ._errors import Error
from ._forward import (
    has_forward, is_tensor, parameters_text, signature_of, sines_first, tables
)

_POSITIONS = re.compile(
    r"rope|rotary|freq|alibi|slopes|sinus|pos|cos|sin|(^|\.)pe$|timescale"
    r"|relative_attention_bias|attn_scales|query_scales?$"
)
"""Matches the path, in lower case, of a tensor that may hold positions."""

_ENCODES = re.compile(r"rotary|rope|sinus|alibi|timing_?signal|pos(ition(al)?)?_?(enc|emb)")
"""Matches the name, in lower case, of a class whose modules encode positions."""
_OTHERS = re.compile(r"attention|attn|block|layer|model|apply|learn|transformer$|^embedding$")
"""Matches the names of other classes: they contain such modules, or hold no frequencies."""

_ROTATES = re.compile(r"rotary|rope|sinus|alibi|^pos_?(enc|emb)")
"""Matches the own name, in lower case, of a module that encodes positions."""

_NO_TABLES = "returns no cosines and sines of each position"

_WIDTHS = ("rotary_dim", "dim", "head_dim", "head_size")
_BASES = ("base", "rope_theta", "theta")
_CONTEXTS = ("max_position_embeddings", "max_seq_len", "max_seq_length", "max_len")


@dataclass(frozen=True)
class LiveTensor:
    """A tensor of a model, or what a module computed.

    `part` is None if its name and shape say what it holds.  `positions` are those of its rows if
    they do not count up from 0.  `layers` is the kind of its layers; empty: unknown.  It is
    `constant` if it is not trained, though its model is.  `padding` is the row of padding, which may
    hold zeros.  `why` is set if there is nothing to judge: `array` is then None.
    """

    name: str
    array: Any = None
    part: Optional[str] = None
    positions: Optional[tuple[int, ...]] = None
    layers: str = ""
    constant: bool = False
    padding: Optional[int] = None
    why: str = ""


@dataclass(frozen=True)
class LiveConfig:
    """What a model says about all its layers, or only about one kind of them."""

    json: str
    layers: str = ""


@dataclass
class LiveModel:
    """The class of a model, what it says, and its tensors.  `modules` are the paths of modules that
    encode positions: some tensor of each must be judged.  `unjudged` has the reasons why forwards are
    not judged, each with the paths of its modules."""

    name: str
    configs: list[LiveConfig] = field(default_factory=list)
    tensors: list[LiveTensor] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    unjudged: dict[str, list[str]] = field(default_factory=dict)


def live_model(model: Any, seq_len: Any = None) -> LiveModel:
    """Walks a model.  Forwards are called at positions up to `seq_len`, or else up to the end of
    the context.  Raises Error if it is no model."""
    if isinstance(model, type) or not callable(_attribute(model, "named_modules")):
        raise Error(
            f"check takes the path of a model, or a model with named_modules(), not "
            f"{type(model).__name__}"
        )
    modules = [(path, module) for path, module in model.named_modules() if module is not None]
    found = LiveModel(type(model).__name__)
    config = _config_of(model)
    last = seq_len - 1 if isinstance(seq_len, int) and seq_len > 0 else None
    if config:
        found.configs.append(LiveConfig(_to_json(config)))
    seed = next((tensor for _, module in modules for _, tensor in _tensors(module)), None)
    for path, module in modules:
        _take(found, path, module, config, _dtype_of(model), last, _trains(model), seed)
    return found


def _take(
    found: LiveModel,
    path: str,
    module: Any,
    config: dict[str, Any],
    dtype: Any,
    last: Optional[int],
    trains: bool,
    seed: Any,
) -> None:
    """Adds the tensors of one module.  `seed` is a tensor of the model; None if it has none."""
    encodes = _encodes(module, path)
    stored = [
        (name, tensor)
        for name, tensor in _tensors(module)
        if encodes or _POSITIONS.search(_joined(path, name).lower())
    ]
    layers = ""
    claim: dict[str, Any] = {}
    if encodes:
        found.modules.append(path)
        claim = {} if config else _claim_of(module)
        if claim:
            layers = path or type(module).__name__
            found.configs.append(LiveConfig(_to_json(claim), layers))
    for name, tensor in stored:
        constant = trains and not getattr(tensor, "requires_grad", False)
        found.tensors.append(_stored(_joined(path, name), tensor, module, layers, constant))
        if constant and not encodes and name in (vars(module).get("_parameters") or {}):
            found.modules.append(path)
    if not encodes:
        return
    computed = list(_computed(path, module, config or claim, dtype, last, layers, seed))
    why = ""
    taken = signature_of(module)
    if taken is None and has_forward(module):
        why = "is not called, because it does not take (x, position_ids) or (x, seq_len)"
    elif taken and taken.length and any(one.why == _NO_TABLES for one in computed):
        why, computed = _NO_TABLES, []  # such as angles
    if why:
        forward = f"{type(module).__name__}.forward({parameters_text(module)})"
        found.unjudged.setdefault(f"{forward} {why}", []).append(path)
    found.tensors.extend(computed)


def _encodes(module: Any, path: str = "") -> bool:
    """Whether a module encodes positions, by the name of its class or its own."""
    name = type(module).__name__.lower()
    own = path.rpartition(".")[2].lower()
    return bool(_ENCODES.search(name) or _ROTATES.search(own)) and not _OTHERS.search(name)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _tensors(module: Any) -> Iterator[tuple[str, Any]]:
    """Parameters, buffers and other attributes that are tensors."""
    held = vars(module)
    for group in (held.get("_parameters"), held.get("_buffers"), held):
        for name, value in list((group or {}).items()):
            if is_tensor(value):
                yield name, value


def _trains(model: Any) -> bool:
    """Whether some parameter is trained, so that others are constants on purpose."""
    parameters = getattr(model, "parameters", lambda: ())()
    return any(getattr(parameter, "requires_grad", False) for parameter in parameters)


def _stored(name: str, tensor: Any, module: Any, layers: str, constant: bool) -> LiveTensor:
    if getattr(tensor, "is_meta", False):
        why = "is on the meta device, and has no numbers: load the weights first"
        return LiveTensor(name, why=why, layers=layers)
    padding = vars(module).get("padding_idx")
    return LiveTensor(
        name,
        tensor,
        _part_by_class(name, tensor, module),
        layers=layers,
        constant=constant,
        padding=padding if type(padding) is int else None,
    )


def _part_by_class(name: str, tensor: Any, module: Any) -> Optional[str]:
    """The part of a tensor whose name says it only together with its module's class."""
    last = name.rpartition(".")[2]
    axes = len(tensor.shape)
    if not _encodes(module):
        return None
    if last == "theta" and axes == 1:  # torchtune
        return "inv_freq"
    if last == "cache" and axes == 3 and tensor.shape[2] == 2:  # torchtune
        return "pairs"
    if last == "weights" and axes == 2:  # fairseq
        return "table"
    if last == "signal" and axes == 3 and tensor.shape[0] == 1:  # tensor2tensor
        return "table"
    return None


def _config_of(model: Any) -> dict[str, Any]:
    """The configuration of a model as a dictionary; empty if it has none."""
    for name in ("config", "params", "args"):
        config = _attribute(model, name)
        if config is None or callable(config):
            continue
        to_dict = _attribute(config, "to_dict")
        try:
            said = to_dict() if callable(to_dict) else config
        except Exception:  # the config's code may raise anything
            continue
        if not isinstance(said, Mapping):
            said = vars(said) if hasattr(said, "__dict__") else {}
        if said:
            return dict(said)
    return {}


def _attribute(owner: Any, name: str) -> Any:
    """An attribute; None if it is missing, or if reading it raises."""
    try:
        return getattr(owner, name, None)
    except Exception:  # the property's code may raise anything
        return None


def _claim_of(module: Any) -> dict[str, Any]:
    """What a module's own attributes say about its frequencies, as a configuration; empty if they
    do not say it, or say that the frequencies are scaled."""
    held = {name: value for name, value in vars(module).items() if _is_number(value)}
    scaled = [
        name
        for name, value in vars(module).items()
        if re.search("scal|factor|alpha|ntk|yarn|rope_type", name) and _scales(value)
    ]
    width = next((held[name] for name in _WIDTHS if name in held), None)
    base = next((held[name] for name in _BASES if name in held), None)
    if scaled or width is None or base is None or "sinus" in type(module).__name__.lower():
        return {}
    claim = {"head_dim": width, "rope_theta": base}
    context = next((held[name] for name in _CONTEXTS if name in held), None)
    if context is not None:
        claim["max_position_embeddings"] = context
    return claim


def _scales(value: Any) -> bool:
    """Whether an attribute that is named after a scaling says that there is one."""
    if isinstance(value, str):
        return value not in ("", "none", "default")
    if isinstance(value, (bool, Mapping)):
        return bool(value)
    return isinstance(value, (int, float)) and value != 1


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _to_json(config: Mapping[str, Any]) -> str:
    try:
        return json.dumps(config, default=_to_plain, skipkeys=True)
    except ValueError as error:  # it contains itself
        raise Error(f"the configuration of the model is no JSON: {error}") from None


def _to_plain(value: Any) -> Any:
    """A number of NumPy or PyTorch as one of Python, anything else as a text."""
    if getattr(value, "shape", None) == () and callable(_attribute(value, "item")):
        try:
            number = value.item()
        except Exception:  # a tensor on the meta device
            return str(value)
        if isinstance(number, (int, float)):
            return number
    return str(value)


def _dtype_of(model: Any) -> Any:
    """The number format of the first parameter with floating-point numbers; None if there is none."""
    for parameter in getattr(model, "parameters", lambda: ())():
        if "float" in str(getattr(parameter, "dtype", "")):
            return parameter.dtype
    return None


def _text_config(config: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = config.get("text_config")
    return inner if isinstance(inner, Mapping) else config


def _computed(
    path: str,
    module: Any,
    config: Mapping[str, Any],
    dtype: Any,
    asked: Optional[int],
    layers: str,
    other: Any,
) -> Iterator[LiveTensor]:
    """The tables that the module's forward returns, at the first, middle and last positions of the
    context and beside powers of two.  `layers` is the kind of its layers if the forward takes none.
    `other` is a tensor of another module; None if there is none."""
    taken = signature_of(module)
    own = [tensor for _, tensor in _tensors(module)]
    seed = next((tensor for tensor in own if len(tensor.shape) == 1), own[0] if own else other)
    if taken is None or seed is None or getattr(seed, "is_meta", False):
        return
    kinds: list[str] = []
    if taken.has_kinds:
        types = _text_config(config).get("layer_types")
        kinds = sorted(set(map(str, types))) if isinstance(types, (list, tuple)) else []
    for kind in kinds or [""]:
        name = _joined(path, "forward") + (f"[{kind}]" if kind else "")
        for last in [asked] if asked is not None else _last_positions(config):
            try:
                positions, found = tables(module, taken, seed, last, kind, dtype)
            except Exception as error:  # the forward's code may raise anything
                line = (str(error) or type(error).__name__).partition("\n")[0]
                why = f"raises {type(error).__name__}: {line[:200]}"
                yield LiveTensor(name, why=why, layers=kind or layers)
                continue
            if not found:
                yield LiveTensor(name, why=_NO_TABLES, layers=kind or layers)
            if not config and sines_first(found):
                why = "returns the sines first, which is not judged without a configuration"
                yield LiveTensor(name, why=why, layers=kind or layers)
                continue
            for part, array in found:
                yield LiveTensor(f"{name} {part}", array, part, positions, kind or layers)


def _last_positions(config: Mapping[str, Any]) -> list[int]:
    """The last positions of the calls: those of the context, and of the original one where the
    frequencies depend on the length of a sequence."""
    text = _text_config(config)
    context = text.get("max_position_embeddings")
    last = context - 1 if isinstance(context, int) and context > 0 else 4095
    scaling = text.get("rope_parameters") or text.get("rope_scaling")
    scaling = scaling if isinstance(scaling, Mapping) else {}
    kind = str(scaling.get("rope_type", scaling.get("type", "")))
    original = scaling.get(
        "original_max_position_embeddings", text.get("original_max_position_embeddings")
    )
    if kind in ("longrope", "su", "dynamic") and isinstance(original, int) and 0 < original <= last:
        return [original - 1, last]
    return [last]
