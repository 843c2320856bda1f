"""Makes a table of ratios from files of Google Benchmark's JSON; fails if a benchmark did.

Example: ratios.py build/bench/tables.json build/bench/python.json
"""

import argparse
import json
import sys
from dataclasses import dataclass

BIG, SMALL, ROW = "131072x512", "4096x512", "1x512"
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
FORMATS = ("float32", "float64", "bfloat16", "float16")
# With as many bytes as BIG: every layout, order, law and width.
LEGS = (
    ("halves", f"sextant-halves/{BIG}"),
    ("cos before sin", f"sextant-cos-sin/{BIG}"),
    ("law half-minus-shift", f"sextant-half-minus-shift/{BIG}"),
    ("d = 64", "sextant/1048576x64"),
    ("d = 128", "sextant/524288x128"),
    ("d = 65536", "sextant/1024x65536"),
    ("rope [cos, sin], d = 128", "sextant-rope/524288x128"),
    ("rope cos, d = 128", "sextant-rope-cos/1048576x64"),
)


@dataclass
class Row:
    """The time of an element of `ours` against that of the fastest of `theirs`."""

    text: str
    ours: str
    theirs: tuple
    faster: bool  # they should take so many times ours; else ours may take so much of theirs
    needed: float | None = None
    aim: float | None = None
    clock: str = "cpu_time"


def faster(text, ours, theirs, needed=None, aim=None, clock="cpu_time"):
    return Row(text, ours, theirs, True, needed, aim, clock)


def at_most(text, ours, theirs, needed=None, aim=None):
    return Row(text, ours, theirs, False, needed, aim)


def table(format_name, who, size=BIG):
    return f"table/{format_name}/{who}/{size}"


def against(format_name, *who):
    return table(format_name, "sextant"), tuple(table(format_name, w) for w in who)


ROWS = (
    faster("float32 against the naive glibc float loop", *against("float32", "glibc"), 20, 25),
    faster("float32 against SLEEF u10, 8 lanes", *against("float32", "sleef"), 9, 11),
    faster("float32 against SLEEF u10, 16 lanes", *against("float32", "sleef-avx512")),
    at_most("float32 against a non-temporal fill", *against("float32", "fill"), 1.5, 1.15),
    faster("float64 against glibc sincos", *against("float64", "glibc-sincos", "glibc"), 16, 22),
    faster("float64 against SLEEF u10, 4 lanes", *against("float64", "sleef"), 5, 7),
    faster("float64 against SLEEF u10, 8 lanes", *against("float64", "sleef-avx512")),
    at_most("float64 against a non-temporal fill", *against("float64", "fill"), 1.7, 1.15),
    at_most("bfloat16, an element, against our float32",
            table("bfloat16", "sextant"), (table("float32", "sextant"),), 1.0, 0.6),
    at_most("float16, an element, against our float32",
            table("float16", "sextant"), (table("float32", "sextant"),), 1.5, 0.8),
    faster("two threads against one, float32", table("float32", "sextant-2-threads"),
           (table("float32", "sextant"),), 1.9, 1.98, "real_time"),
    faster("a fill by two threads against one, float32", table("float32", "fill-2-threads"),
           (table("float32", "fill"),), clock="real_time"),
    faster("two threads against one, float64", table("float64", "sextant-2-threads"),
           (table("float64", "sextant"),), 1.9, 1.98, "real_time"),
    at_most("one float32 value below 2²⁰ against one glibc double sin",
            "value/float32/sextant", ("value/float64/glibc",), 0.5, 0.2),
    faster(f"{SMALL} float32 from nothing against the naive float loop",
           f"setup/float32/sextant-from-nothing/{SMALL}",
           (f"setup/float32/glibc-from-nothing/{SMALL}",), 5, 12),
    faster("float32 against NumPy", *against("float32", "numpy")),
    faster("float64 against NumPy", *against("float64", "numpy")),
    faster("float32 against PyTorch", *against("float32", "pytorch")),
    faster("float64 against MPFR, 113 bits", table("float64", "sextant"),
           (table("float64", "mpfr", "16x512"),)),
    faster("float64 against Arb, 113 bits", table("float64", "sextant"),
           (table("float64", "arb", "16x512"),)),
    faster("float64 against cpp_bin_float, 113 bits", table("float64", "sextant"),
           (table("float64", "cpp_bin_float", "16x512"),)),
)


class Times:
    """Nanoseconds of an element, by a benchmark's name: medians where there are any."""

    def __init__(self, documents):
        self._entries = {}
        self.faults = []
        for entry in (e for d in documents for e in d["benchmarks"]):
            name = entry.get("run_name", entry["name"] if "name" in entry else "")
            if "error_occurred" in entry:
                self.faults.append(f"{name}: {entry.get('error_message', 'failed')}")
            elif entry.get("aggregate_name", "median") == "median":
                aggregate = "aggregate_name" in entry
                if aggregate or name not in self._entries:
                    self._entries[name] = entry

    def __call__(self, name, clock="cpu_time"):
        entry = self._entries.get(name)
        if entry is None:
            return None
        return entry[clock] * UNITS[entry["time_unit"]] / entry["elements"]

    def whole(self, name):
        time = self(name)
        return time and time * self._entries[name]["elements"]

    def makers(self):
        """Who made tables: the plain fill first, then ours."""
        names = (n.split("/") for n in self._entries if n.startswith("table/"))
        return sorted({n[2] for n in names},
                      key=lambda who: (not who.startswith("fill"), not who.startswith("sextant"), who))


def ratio(times, row):
    ours = times(row.ours, row.clock)
    theirs = [t for t in (times(name, row.clock) for name in row.theirs) if t is not None]
    if ours is None or not theirs:
        return None
    return min(theirs) / ours if row.faster else ours / min(theirs)


def number(value):
    if value is None:
        return "not run"
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def stated(row, value):
    if value is None:
        return ""
    return f"{number(value)}× faster" if row.faster else f"at most {number(value)}× its time"


def measured(row, value):
    if value is None:
        return "not run"
    missed = row.needed and (value < row.needed if row.faster else value > row.needed)
    return f"{number(value)}×" + (" (missed)" if missed else "")


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def ratios(times):
    rows = [[r.text, stated(r, r.needed), stated(r, r.aim), measured(r, ratio(times, r))]
            for r in ROWS]
    return markdown(["", "needed", "aim", "measured"], rows)


def layouts(times):
    rows = []
    for text, name in LEGS:
        per_format = []
        for f in FORMATS:
            row = at_most("", f"table/{f}/{name}", (table(f, "sextant"),), 1.3)
            per_format.append(measured(row, ratio(times, row)))
        rows.append([text, *per_format])
    return markdown(["time of an element against d = 512, interleaved", *FORMATS], rows)


def per_element(times):
    """Of the largest table that each maker made."""
    rows = []
    for who in times.makers():
        found = [next((t for t in (times(table(f, who, s)) for s in (BIG, "16x512")) if t), None)
                 for f in FORMATS]
        if any(found):
            rows.append([who, *(number(t) if t else "" for t in found)])
    return markdown(["nanoseconds of CPU an element", *FORMATS], rows)


def once(times):
    """Microseconds of whatever is not a large table."""
    asked = [("prepared, one row of 512", f"table/{{}}/sextant/{ROW}"),
             (f"prepared, {SMALL}", f"table/{{}}/sextant/{SMALL}"),
             (f"set-up alone, {SMALL}", f"setup/{{}}/sextant/{SMALL}"),
             (f"from nothing, {SMALL}", f"setup/{{}}/sextant-from-nothing/{SMALL}"),
             ("from nothing, one row of 128", "setup/{}/sextant-from-nothing/1x128"),
             (f"glibc from nothing, {SMALL}", f"setup/{{}}/glibc-from-nothing/{SMALL}")]
    rows = []
    for text, name in asked:
        found = [times.whole(name.format(f)) for f in FORMATS]
        rows.append([text, *(number(t and t / 1e3) for t in found)])
    for who in ("sextant", "sextant-far", "glibc", "glibc-far"):
        found = [times(f"value/{f}/{who}") for f in FORMATS]
        rows.append([f"one value, {who}", *(number(t / 1e3) if t else "" for t in found)])
    return markdown(["microseconds", *FORMATS], rows)


def circumstances(context):
    shown = ("cpu", "sextant_target", "options", "compiler", "glibc", "date", "load_avg")
    return "; ".join(f"{key} {context[key]}" for key in shown if key in context) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    documents = []
    for path in parser.parse_args().files:
        with open(path, encoding="utf-8") as file:
            documents.append(json.load(file))
    times = Times(documents)
    context = documents[0].get("context", {})
    print("# Ratios\n", circumstances(context), ratios(times), layouts(times), per_element(times),
          once(times), sep="\n", end="")
    if times.faults:
        sys.exit("\n".join(f"bench: {fault}" for fault in dict.fromkeys(times.faults)))


if __name__ == "__main__":
    main()
