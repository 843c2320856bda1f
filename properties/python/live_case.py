"""A model in memory for `sextant.check`: how it is built, and what the answer must be."""

import copy
import dataclasses
import typing

CASES: "typing.List[Case]" = []


@dataclasses.dataclass
class Case:
    """`build()` returns the model.  `answer` says what `sextant.check(model, **options)` must answer:

    passes      nothing is wrong, and all was judged
    identified  the same; no configuration says the encoding, and a warning says that it was identified
    unblamed    nothing is wrong; that something is not judged is allowed, if it is named
    wrong       it does not pass.  One of `names` must stand in the words, and one of `says` among the reasons

    `names` of a sound model are what must be named if it is not judged.  `stores` are tensors by dotted path,
    with their exact values, against which this generator itself is tested.  `seen` is a public report."""

    family: str
    fault: str
    build: typing.Callable
    answer: str
    names: tuple = ()
    says: tuple = ()
    seen: str = ""
    options: dict = dataclasses.field(default_factory=dict)
    stores: typing.Callable = dict
    others: tuple = ()  # dotted paths that must not be blamed

    @property
    def id(self):
        return f"{self.family}-{self.fault}"


def sound(family, name="sound", *, answer="passes", names=(), **more):
    """Registers a builder of a model without a fault."""

    def register(build):
        CASES.append(Case(family, name, build, answer, tuple(names), **more))
        return build

    return register


def wrong(family, fault, names, says=(), seen="", **more):
    """Registers a builder of a model with one fault; `names` and `says` are alternatives."""

    def register(build):
        CASES.append(Case(family, fault, build, "wrong", _several(names), _several(says), seen, **more))
        return build

    return register


def _several(words):
    return (words,) if isinstance(words, str) else tuple(words)


class Config:
    """A configuration as Transformers has it: keys are attributes, and `to_dict()` returns them."""

    def __init__(self, **keys):
        self.__dict__.update(keys)

    def to_dict(self):
        return copy.deepcopy(self.__dict__)
