"""What is compared with what, and what was asked of it."""

from dataclasses import dataclass

BIG, SMALL, ROW, FEW = "131072x512", "4096x512", "1x512", "16x512"
FORMATS = ("float32", "float64", "bfloat16", "float16")
FASTER, AT_MOST = "faster", "at most"
SWEPT = ("exp-log", "pow-divide", "float64-angle", "turns")


@dataclass
class Row:
    """The time of an element of `ours` against that of the fastest of `theirs`, or of all."""

    text: str
    ours: str
    theirs: tuple
    better: str  # faster: they take so many times ours; at most: ours takes so much of theirs
    needed: float | None = None
    aim: float | None = None
    clock: str = "cpu_time"
    together: bool = False

    def met(self, measured):
        """Whether what was needed is there; None if nothing was needed, or it was not run."""
        if measured is None or self.needed is None:
            return None
        return measured >= self.needed if self.better == FASTER else measured <= self.needed


def faster(text, ours, theirs, needed=None, aim=None, clock="cpu_time"):
    return Row(text, ours, theirs, FASTER, needed, aim, clock)


def at_most(text, ours, theirs, needed=None, aim=None):
    return Row(text, ours, theirs, AT_MOST, needed, aim)


def sweep(recipe):
    """Measured entries of a recipe against making them and the table they are compared with."""
    return Row(f"a sweep of {recipe} in float32 against its rows and our table",
               f"sweep/float32/{recipe}",
               (f"rows/float32/{recipe}", table("float32", "sextant", "524288x128")),
               AT_MOST, 1.3, together=True)


def table(format_name, who, size=BIG):
    return f"table/{format_name}/{who}/{size}"


def against(format_name, *who):
    return table(format_name, "sextant"), tuple(table(format_name, w) for w in who)


RATIOS = (
    faster("float32 against the naive glibc float loop", *against("float32", "glibc"), 20, 25),
    faster("float32 against SLEEF u10, 8 lanes", *against("float32", "sleef"), 9, 11),
    faster("float32 against SLEEF u10, 16 lanes", *against("float32", "sleef-avx512")),
    at_most("float32 against a non-temporal fill", *against("float32", "fill"), 1.15, 1.05),
    faster("float64 against glibc sincos", *against("float64", "glibc-sincos", "glibc"), 16, 22),
    faster("float64 against SLEEF u10, 4 lanes", *against("float64", "sleef"), 5, 7),
    faster("float64 against SLEEF u10, 8 lanes", *against("float64", "sleef-avx512")),
    at_most("float64 against a non-temporal fill", *against("float64", "fill"), 1.15, 1.05),
    at_most("bfloat16 against a non-temporal fill", *against("bfloat16", "fill"), 1.7, 1.3),
    at_most("float16 against a non-temporal fill", *against("float16", "fill"), 2.0, 1.5),
    faster("two threads against one, float32", table("float32", "sextant-2-threads"),
           (table("float32", "sextant"),), 1.9, 1.98, "real_time"),
    faster("a fill by two threads against one, float32", table("float32", "fill-2-threads"),
           (table("float32", "fill"),), clock="real_time"),
    faster("two threads against one, float64", table("float64", "sextant-2-threads"),
           (table("float64", "sextant"),), 1.9, 1.98, "real_time"),
    *(sweep(recipe) for recipe in SWEPT),
    *(faster(f"a sweep of {recipe} by two threads against one", f"sweep/float32/{recipe}-2-threads",
             (f"sweep/float32/{recipe}",), 1.9, clock="real_time") for recipe in SWEPT[:1]),
    *(at_most(f"one {f} value below {below} against one glibc double sin",
              f"value/{f}/sextant{far}", (f"value/float64/glibc{far}",), needed, aim)
      for f, below, far, needed, aim in (("float32", "2²⁰", "", 0.2, 0.15),
                                         ("float32", "2⁶³", "-far", 0.06, None),
                                         ("float64", "2²⁰", "", 0.7, 0.5),
                                         ("float64", "2⁶³", "-far", 0.2, 0.15))),
    faster(f"{SMALL} float32 from nothing against the naive float loop",
           f"setup/float32/sextant-from-nothing/{SMALL}",
           (f"setup/float32/glibc-from-nothing/{SMALL}",), 10, 12),
    faster("float32 against NumPy", *against("float32", "numpy")),
    faster("float64 against NumPy", *against("float64", "numpy")),
    faster("float32 against PyTorch", *against("float32", "pytorch")),
    *(faster(f"float64 against {text}, 113 bits", table("float64", "sextant"),
             (table("float64", who, FEW),))
      for text, who in (("MPFR", "mpfr"), ("Arb", "arb"), ("cpp_bin_float", "cpp_bin_float"))),
)

# With as many bytes as BIG: every layout, order, law and width.
LEGS = (
    ("halves", f"sextant-halves/{BIG}"),
    ("cos before sin", f"sextant-cos-sin/{BIG}"),
    ("law half-minus-shift", f"sextant-half-minus-shift/{BIG}"),
    ("amplitude", f"sextant-amplitude/{BIG}"),
    ("d = 511", "sextant-odd/131072x511"),
    ("row of zeros", f"sextant-zero-row/{BIG}"),
    ("listed, from nothing", "sextant-listed/16384x512"),
    ("d = 64", "sextant/1048576x64"),
    ("d = 128", "sextant/524288x128"),
    ("d = 65536", "sextant/1024x65536"),
    ("rope [cos, sin], d = 128", "sextant-rope/524288x128"),
    ("rope cos, d = 128", "sextant-rope-cos/1048576x64"),
)
LAYOUTS = tuple(at_most(text, f"table/{f}/{leg}", (table(f, "sextant"),), 1.3)
                for text, leg in LEGS for f in FORMATS)

# The benchmark's name, less the format.
SETUPS = (
    ("prepared, one row of 512", f"table/{{}}/sextant/{ROW}"),
    (f"prepared, {SMALL}", f"table/{{}}/sextant/{SMALL}"),
    (f"set-up alone, {SMALL}", f"setup/{{}}/sextant/{SMALL}"),
    (f"from nothing, {SMALL}", f"setup/{{}}/sextant-from-nothing/{SMALL}"),
    ("from nothing, one row of 128", "setup/{}/sextant-from-nothing/1x128"),
    (f"glibc from nothing, {SMALL}", f"setup/{{}}/glibc-from-nothing/{SMALL}"),
)
VALUES = ("sextant", "sextant-far", "glibc", "glibc-far")
