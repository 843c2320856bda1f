"""Calls of the forward of a module that encodes positions.

No framework is imported: see _live_model.py.
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Optional

_POSITIONS = ("position_ids", "positions")
_LENGTHS = ("seq_len", "seq_length", "max_seq_len", "max_seq_length")
"""Names of the parameter of a forward that takes positions, or a number of positions."""

_ROTATED = ("q", "k", "query", "key", "queries", "keys")
"""Names of parameters for tensors that a forward rotates and returns."""

LONGEST = 2**17
"""The largest number of positions that a forward is called with: its tables have that many rows."""


@dataclass(frozen=True)
class Signature:
    """The parameters of a forward that can be called; None if it has no such parameter."""

    positions: Optional[str] = None
    length: Optional[str] = None
    like: Optional[str] = None  # a tensor, whose dtype is that of the result
    has_kinds: bool = False  # takes layer_type


def is_tensor(value: Any) -> bool:
    return all(hasattr(value, name) for name in ("shape", "dtype", "detach"))


def has_forward(module: Any) -> bool:
    """Whether a module's class has a forward of its own."""
    forward = getattr(module, "forward", None)
    return callable(forward) and getattr(forward, "__name__", "") != "_forward_unimplemented"


def parameters_text(module: Any) -> str:
    """The names of the parameters of a forward, such as ``q, k``; ``...`` if they are unknown."""
    try:
        return ", ".join(inspect.signature(module.forward).parameters)
    except (AttributeError, TypeError, ValueError):
        return "..."


def signature_of(module: Any) -> Optional[Signature]:
    """How a forward is called for its tables; None if it takes neither positions nor a length, or
    needs other arguments than one tensor."""
    try:
        taken = dict(inspect.signature(module.forward).parameters)
    except (AttributeError, TypeError, ValueError):
        return None
    positions = next((name for name in _POSITIONS if name in taken), None)
    length = next((name for name in _LENGTHS if name in taken), None) if not positions else None
    needed = [
        name
        for name, one in taken.items()
        if one.default is one.empty
        and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        and name not in (positions, length, "layer_type")
    ]
    if not (positions or length) or len(needed) > 1 or (needed and needed[0] in _ROTATED):
        return None
    if any(taken[name].kind is inspect.Parameter.POSITIONAL_ONLY for name in taken):
        return None
    return Signature(positions, length, needed[0] if needed else None, "layer_type" in taken)


def chosen_positions(last: int) -> tuple[int, ...]:
    """0, the middle, `last`, and 2^k − 1, 2^k and 2^k + 1 between them."""
    beside = {2**k + step for k in range(last.bit_length()) for step in (-1, 0, 1)}
    return tuple(sorted(at for at in beside | {0, last // 2, last} if at <= last))


def tables(
    module: Any, taken: Signature, seed: Any, last: int, kind: str, dtype: Any
) -> tuple[tuple[int, ...], list[tuple[str, Any]]]:
    """The positions and tables of a call up to the position `last`: (part, table) of each, empty if
    the forward returns no tables.  `seed` is a tensor on the device of the inputs.

    Raises what the forward raises.  The module is as before afterwards."""
    like = seed.detach().new_zeros((1, 1, 1))
    given: dict[str, Any] = {"layer_type": kind} if taken.has_kinds and kind else {}
    if taken.like:
        given[taken.like] = like.to(dtype) if dtype is not None else like.float()
    if taken.length:
        last = min(last, LONGEST - 1)
        at = chosen_positions(last)
        with _kept(module):
            found = _tables_of(module.forward(**given, **{taken.length: last + 1}), last + 1)
            return at, [(part, table[list(at)]) for part, table in found]
    at = chosen_positions(last)
    assert taken.positions
    row = seed.detach().new_zeros((1, len(at))).long()
    for column, position in enumerate(at):
        row[0, column] = position
    raised: Optional[Exception] = None
    returned = False
    for positions in (row, row[None].repeat(3, 1, 1), row[0]):  # those of images have three axes
        try:
            with _kept(module):
                found = _tables_of(module.forward(**given, **{taken.positions: positions}), len(at))
        except (IndexError, RuntimeError, ValueError) as error:
            raised = raised or error
            continue
        if found:
            return at, found
        returned = True
    if raised and not returned:
        raise raised
    return at, []


def _tables_of(result: Any, rows: int) -> list[tuple[str, Any]]:
    """Copies of the tables of a result: (cos, sin), complex numbers, or pairs on a last axis of
    length 2; empty for any other."""
    parts = result if isinstance(result, (tuple, list)) else (result,)
    if not all(is_tensor(part) for part in parts):
        return []
    if len(parts) == 1 and len(parts[0].shape) == 3 and parts[0].shape[2] == 2:
        return [("pairs", parts[0].detach().clone())] if parts[0].shape[0] == rows else []
    found = []
    for part in parts:
        table = part.detach()
        while len(table.shape) > 2:
            table = table[0]
        if len(table.shape) != 2 or table.shape[0] != rows:
            return []
        found.append(table.clone())  # the forward may return its own buffer
    if len(found) == 1 and "complex" in str(found[0].dtype):
        return [("pairs", found[0])]
    return [("cos", found[0]), ("sin", found[1])] if len(found) == 2 else []


def sines_first(found: list[tuple[str, Any]]) -> bool:
    """Whether tables, whose first row is position 0, are (sin, cos): sines are 0 there."""
    if [part for part, _ in found] != ["cos", "sin"]:
        return False
    first, second = (table[0] for _, table in found)
    return bool((first == 0).all()) and not bool((second == 0).any())


@contextmanager
def _kept(module: Any) -> Iterator[None]:
    """Puts back all that a call changes in a module and in the modules in it: attributes, what lists,
    dictionaries and sets in them hold, and the numbers of tensors."""
    modules = getattr(module, "modules", None)
    states = [_State(one) for one in (list(modules()) if callable(modules) else [module])]
    try:
        yield
    finally:
        for state in states:
            state.put_back()


class _State:
    """The attributes of an object, what containers in them hold, and the numbers of its tensors."""

    def __init__(self, owner: Any) -> None:
        self._held = vars(owner)
        self._attributes = dict(self._held)
        self._groups: list[tuple[Any, Any]] = []
        tensors: dict[int, Any] = {}
        seen: set[int] = set()
        pending = list(self._attributes.values())
        while pending:
            value = pending.pop()
            if id(value) in seen:
                continue
            seen.add(id(value))
            if is_tensor(value):
                tensors[id(value)] = value
            elif isinstance(value, (dict, list, tuple, set, deque)):
                if not isinstance(value, tuple):
                    self._groups.append((value, value.copy()))
                pending.extend(value.values() if isinstance(value, dict) else value)
        self._numbers = [(tensor, _copy_of(tensor)) for tensor in tensors.values()]

    def put_back(self) -> None:
        _refill(self._held, self._attributes)
        for group, copy in self._groups:
            _refill(group, copy)
        for tensor, numbers in self._numbers:
            if numbers is not None and not _same(tensor, numbers):
                tensor.detach().copy_(numbers)


def _refill(group: Any, copy: Any) -> None:
    """Gives a container the items of its copy, if it has others now."""
    before = list(copy.items()) if isinstance(copy, dict) else [(None, one) for one in copy]
    now = list(group.items()) if isinstance(group, dict) else [(None, one) for one in group]
    if len(before) == len(now) and all(
        x == y and old is new for (x, old), (y, new) in zip(before, now)
    ):
        return
    group.clear()
    group.update(copy) if isinstance(copy, (dict, set)) else group.extend(copy)


def _copy_of(tensor: Any) -> Any:
    """A copy of a tensor; None if there is none, as of a tensor on the meta device."""
    if getattr(tensor, "is_meta", False):
        return None
    try:
        return tensor.detach().clone()
    except Exception:  # the tensor's code may raise anything
        return None


def _same(tensor: Any, numbers: Any) -> bool:
    """Whether a tensor has these numbers; NaN equals NaN."""
    try:
        if tuple(tensor.shape) != tuple(numbers.shape):
            return False
        now = tensor.detach()
        return bool(((now == numbers) | ((now != now) & (numbers != numbers))).all())
    except Exception:  # a sparse tensor
        return False
