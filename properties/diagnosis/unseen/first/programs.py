"""The programs that compute tables: mathematical libraries, number formats, and small C++ kernels."""
import ctypes
import pathlib
import subprocess
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(tempfile.gettempdir()) / "sextant-unseen-first"
# significant bits, and the exponent of the smallest number above zero
FORMATS = {"float64": (53, -1074), "float32": (24, -149), "tf32": (11, -136), "float16": (11, -24), "bfloat16": (8, -133)}

def quantum(x, form):
    """The distance between neighbouring numbers of the format at x."""
    bits, smallest = FORMATS[form]
    return np.ldexp(1.0, np.maximum(np.frexp(np.asarray(x, np.float64))[1] - bits, smallest))

def rounded(x, form, cut=False):
    """x to the nearest number of the format (or cut off towards zero), in the dtype of x."""
    x = np.asarray(x)
    with np.errstate(all="ignore"):
        q = quantum(np.where(np.isfinite(x), x, 0), form)
        y = (np.trunc if cut else np.rint)(x.astype(np.float64) / q) * q
        if form == "float16":
            y = np.where(np.abs(y) > 65504, np.copysign(np.inf, y), y)
        return np.where(np.isfinite(x), y, x).astype(x.dtype)

def flushed(x, form):
    """x with the numbers that are too small to be normal replaced by zeros."""
    bits, smallest = FORMATS[form]
    return np.where(np.abs(x) < np.ldexp(1.0, smallest + bits - 1), 0, x)

def file_array(x, form):
    """x as an array to save; the numbers of bfloat16 as patterns of 16 bits."""
    if form == "bfloat16":
        return (np.asarray(x, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return np.asarray(x).astype(form)

def file_values(array, form):
    """What a reader finds in such an array, as float64."""
    with np.errstate(all="ignore"):     # of swapped bytes some are signalling NaNs
        return ((array.astype(np.uint32) << 16).view(np.float32) if form == "bfloat16" else array).astype(np.float64)

class Numpy:
    """NumPy as people have it, with its SIMD on."""
    name = "numpy"
    sin, cos, exp, log = (staticmethod(f) for f in (np.sin, np.cos, np.exp, np.log))
    power, divide = staticmethod(np.power), staticmethod(np.divide)

class Torch:
    """PyTorch on the CPU, where it can be imported."""
    name = "pytorch"

    def __init__(self):
        import torch
        def through(function):
            return lambda *x: function(*(torch.from_numpy(np.ascontiguousarray(a)) for a in np.broadcast_arrays(*x))).numpy()
        for name, function in (("sin", torch.sin), ("cos", torch.cos), ("exp", torch.exp), ("log", torch.log),
                               ("power", torch.pow), ("divide", torch.div)):
            setattr(self, name, through(function))

class Compiled:
    """A library compiled from library.cpp."""

    def __init__(self, name, path):
        self.name, self.library = name, ctypes.CDLL(str(path))

    def call(self, function, *x):
        x = [np.ascontiguousarray(a) for a in np.broadcast_arrays(*x)]
        kind = np.result_type(*x)
        x = [a.astype(kind, copy=False) for a in x]
        y = np.empty(x[0].shape, kind)
        suffix = {"float32": "_f", "float64": "_d"}[kind.name]
        getattr(self.library, function + suffix)(*(ctypes.c_void_p(a.ctypes.data) for a in (*x, y)), ctypes.c_long(y.size))
        return y

    def sin(self, x): return self.call("sin", x)
    def cos(self, x): return self.call("cos", x)
    def exp(self, x): return self.call("exp", x)
    def log(self, x): return self.call("log", x)
    def power(self, a, b): return self.call("pow", a, b)
    def divide(self, a, b): return self.call("div", a, b)

def compiled(name, sources, compile_options, link_options=()):
    """Compiles a shared library once. Linked without -ffast-math: that would flush this process's small numbers."""
    path = BUILD / f"{name}.so"
    if not path.exists() or path.stat().st_mtime < (HERE / sources).stat().st_mtime:
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            part, whole = f"{folder}/part.o", f"{folder}/whole.so"
            subprocess.run(["g++", "-fPIC", *compile_options, "-c", str(HERE / sources), "-o", part], check=True)
            subprocess.run(["g++", "-shared", part, "-o", whole, *link_options, "-lm"], check=True)
            pathlib.Path(whole).rename(path)
    return path

def available():
    """Every program of this machine, by name."""
    vectors = ["-mavx2", "-mfma"]
    programs = [Numpy(), Compiled("glibc", compiled("glibc", "library.cpp", ["-O2", "-fno-builtin"])),
                Compiled("fast-math", compiled("fast", "library.cpp", ["-O3", "-ffast-math", *vectors], ["-lmvec"]))]
    probe = subprocess.run(["g++", "-E", "-include", "sleef.h", "-x", "c++", "-"], input="", text=True, capture_output=True)
    if probe.returncode == 0:
        for bound in ("10", "35"):
            path = compiled("sleef" + bound, "library.cpp", ["-O2", *vectors, "-DSLEEF=" + bound], ["-lsleef"])
            programs.append(Compiled("sleef-u" + bound, path))
    try:
        programs.append(Torch())
    except ImportError:
        pass
    return {program.name: program for program in programs}

class Kernels:
    """The loops of kernels.cpp."""
    library = None

    @classmethod
    def call(cls, name, *arguments):
        if cls.library is None:
            cls.library = ctypes.CDLL(str(compiled("kernels", "kernels.cpp", ["-O2", "-ffp-contract=off"])))
        getattr(cls.library, name)(*(ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else ctypes.c_long(a)
                                     for a in arguments))

def hardware(x, kind, quarter):
    x = np.ascontiguousarray(x, np.float32)
    y = np.empty_like(x)
    Kernels.call("hardware", x, y, x.size, kind, quarter)
    return y

def approximate(x, kind, size, quarter):
    x = np.ascontiguousarray(x, np.float64)
    y = np.empty_like(x)
    Kernels.call("approximate", x, y, x.size, kind, size, quarter)
    return y

def turned_on(cosine, sine, step_cosine, step_sine):
    """Rows made of the first row by turning it on and on."""
    cosine, sine = np.ascontiguousarray(cosine), np.ascontiguousarray(sine)
    steps = [np.ascontiguousarray(a, cosine.dtype) for a in (step_cosine, step_sine)]
    Kernels.call("turn_on_f" if cosine.dtype == np.float32 else "turn_on_d", cosine, sine, *steps, *cosine.shape)
    return cosine, sine
