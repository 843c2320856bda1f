#!/usr/bin/python3
"""Draws cases: tables with known faults, or sound ones, each as a program makes it, and what a user would claim of them."""
import argparse
import dataclasses
import json
import pathlib

import numpy as np

import claims
import programs
from claims import fresh, pick
from faults import FAULTS, corrupt, setting
from tables import attention, build, file_of, tolerance

class Case:
    """A claim with the faults drawn for it."""

    def __init__(self, claim, program):
        self.claim, self.program, self.drawn = claim, program, []
        self.sound, self.allowed = None, None

    def table(self, faults=None, damage=None, make=build):
        """The table that these faults make (all that were drawn), and then some damage."""
        plan = fresh(self.claim.plan)
        for _, edit, _ in self.drawn if faults is None else faults:
            edit(plan)
        if damage is not None:
            damage(plan)
        return make(plan, self.program, self.claim.form)

    def shows(self, table, other, entries):
        """Whether two tables differ by more than roundings in `entries` entries."""
        if self.allowed is None:
            self.allowed = tolerance(self.claim.plan, self.claim.form)
        if table.shape != other.shape:
            return True
        allowed = self.allowed if self.allowed.shape == table.shape else np.max(self.allowed)
        with np.errstate(all="ignore"):
            differ = ~(np.abs(table - other) <= allowed) & ~(np.isnan(table) & np.isnan(other)) & (table != other)
        return np.count_nonzero(differ) >= min(entries, max(1, table.size // 4))

    def cut_off(self, table):
        """Whether a twentieth of the entries is farther from the truth than a nearest number can be."""
        plan, form = dataclasses.replace(fresh(self.claim.plan), dtype=np.float64), self.claim.form
        truth = build(plan, programs.Numpy, "float64")
        return np.mean(np.abs(table - truth) > tolerance(plan, form, 0.5)) > 0.05

    def visible(self):
        """Every fault must change the sound table, and what the others make of it."""
        if self.sound is None:
            self.sound = self.table([])
        table = self.table()
        if self.drawn[0][0].name == "rounded-toward-zero":      # never more than one rounding, but in half of the entries
            return self.cut_off(table)
        if not all(self.shows(table, self.sound, drawn[0].entries) for drawn in self.drawn):
            return False
        return len(self.drawn) == 1 or all(self.shows(table, self.table([other for other in self.drawn if other is not drawn]), drawn[0].entries)
                                           for drawn in self.drawn)

    def add(self, name, rng):
        """Draws the named fault for this claim; says whether the claim has a place for it and it shows."""
        possible = [f for f in FAULTS[name] if self.claim.plan.family in f.families and f.factor not in {d[0].factor for d in self.drawn}]
        if not possible:
            return False
        fault = pick(rng, possible)
        result = fault.draw(self.claim, rng)
        if not isinstance(result, tuple) or not self.told_apart(fault, *result[::2]):
            return False
        self.drawn.append((fault, *result[:2]))
        if self.visible():
            return True
        self.drawn.pop()
        return False

    def told_apart(self, fault, edit, rivals=()):
        """Whether the table also differs from what a simpler mistake makes: one of the amplitude alone, for faults of the scaling,
        or what the fault itself names."""
        plan = fresh(self.claim.plan)
        edit(plan)
        factor = attention(plan.scaling)
        if fault.factor == "scaling":
            rivals = [*rivals, setting(attention=lambda _: factor)]
        table = build(plan, self.program, self.claim.form) if rivals else None
        for rival in rivals:
            other = fresh(self.claim.plan)
            rival(other)
            if not self.shows(table, build(other, self.program, self.claim.form), fault.entries):
                return False
        return True

# what shows only in exact surroundings is not combined
ALONE = {"rounded-toward-zero", "quarter-turn-cosine", "flushed-to-zero", "computed-in-single", "frequency-recurrence", "rotation-recurrence",
         "uninitialised", "unrotated", "zeros", "not-finite", "fast-trigonometry"}

def draw_case(rng, libraries):
    library = pick(rng, list(libraries.values()))
    if rng.random() < 0.10:
        return Case(claims.draw(rng), library)
    others = [name for name in FAULTS if name not in ALONE]
    while True:
        first, two = pick(rng, list(FAULTS)), rng.random() < 0.19
        if two and first in ALONE:
            continue
        for _ in range(400):
            case = Case(claims.draw(rng), library)
            if case.add(first, rng) and (not two or any(case.add(pick(rng, others), rng) for _ in range(60))):
                return case

def write(case, number, folder, rng):
    claim, damage = case.claim, None
    truth = [{"fault": fault.name, "parameters": parameters} for fault, _, parameters in case.drawn]
    if truth and claim.plan.family != "buckets" and rng.random() < 0.03 and not {f["fault"] for f in truth} & {"corrupt-entry", "not-finite"}:
        damage, parameters = corrupt(claim, rng, 0.1)
        truth.append({"fault": "corrupt-entry", "parameters": parameters})
    name = f"{number:05d}"
    table = case.table(damage=damage, make=file_of)
    np.save(folder / f"{name}.npy", table)
    names = {}
    for key, array in claim.files.items():
        names[key] = f"{name}_{key}.npy"
        np.save(folder / names[key], array)
    arguments = [names.get(a[1:-1], a) if a.startswith("{") else a for a in claim.arguments]
    arguments += ["--format", "bfloat16"] if claim.form == "bfloat16" else []
    arguments += ["--require", "correctly-rounded"] if "rounded-toward-zero" in {f["fault"] for f in truth} else []
    said = " and ".join(f"{t['fault']} {json.dumps(t['parameters'])}" for t in truth) or "nothing is wrong"
    plan = claim.plan
    how = {"wave": plan.recipe, "grid": plan.recipe, "rotated": plan.recipe}.get(plan.family, "a loop")
    return {"id": name, "file": f"{name}.npy", "arguments": arguments, "truth": truth, "program": case.program.name, "format": claim.form,
            "shape": list(table.shape), "claim": claim.summary(),
            "note": f"{claim.encoding}, part {plan.part}, computed in {np.dtype(plan.dtype).name} by {how} with {case.program.name}: {said}."}

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    libraries = programs.available()
    with open(options.out / "cases.jsonl", "w") as lines:
        for number in range(options.count):
            rng = np.random.default_rng([options.seed, number])
            lines.write(json.dumps(write(draw_case(rng, libraries), number, options.out, rng)) + "\n")
            lines.flush()

if __name__ == "__main__":
    main()
