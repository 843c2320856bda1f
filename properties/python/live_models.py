"""Models in memory for `sextant.check`: all of them, each with what the answer must be."""

import live_models_additive  # noqa: F401  (each registers its models)
import live_models_layers  # noqa: F401
import live_models_programs  # noqa: F401
import live_models_scalings  # noqa: F401
from live_case import CASES

SOUND = [case for case in CASES if case.answer != "wrong"]
FAULTY = [case for case in CASES if case.answer == "wrong"]


def named(family, fault="sound"):
    [case] = [case for case in CASES if (case.family, case.fault) == (family, fault)]
    return case


def build(family, fault="sound"):
    return named(family, fault).build()
