"""A Triton kernel of one float32 function on arrays: by tl, by libdevice, or an intrinsic."""

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def apply(x, y, result, FUNCTION: tl.constexpr, BLOCK: tl.constexpr):
    k = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + k)
    b = tl.load(y + k)
    if FUNCTION == "tl sin":
        c = tl.sin(a)
    elif FUNCTION == "tl cos":
        c = tl.cos(a)
    elif FUNCTION == "tl exp":
        c = tl.exp(a)
    elif FUNCTION == "tl exp2":
        c = tl.exp2(a)
    elif FUNCTION == "tl log":
        c = tl.log(a)
    elif FUNCTION == "tl log2":
        c = tl.log2(a)
    elif FUNCTION == "tl reciprocal":
        c = 1.0 / a
    elif FUNCTION == "tl quotient":
        c = a / b
    elif FUNCTION == "libdevice sin":
        c = libdevice.sin(a)
    elif FUNCTION == "libdevice cos":
        c = libdevice.cos(a)
    elif FUNCTION == "libdevice exp":
        c = libdevice.exp(a)
    elif FUNCTION == "libdevice exp2":
        c = libdevice.exp2(a)
    elif FUNCTION == "libdevice log":
        c = libdevice.log(a)
    elif FUNCTION == "libdevice log2":
        c = libdevice.log2(a)
    elif FUNCTION == "libdevice pow":
        c = libdevice.pow(a, b)
    elif FUNCTION == "fast sin":
        c = libdevice.fast_sinf(a)
    elif FUNCTION == "fast cos":
        c = libdevice.fast_cosf(a)
    tl.store(result + k, c)


def function(library, name):
    """A function of two contiguous arrays whose length is a multiple of 256.

    `library` is tl, libdevice or fast.  Throws NotImplementedError if it has no such function.
    """
    chosen = f"{library} {name}"
    if chosen in ("tl pow", "libdevice reciprocal", "libdevice quotient"):
        raise NotImplementedError(f"Triton's {library} has no {name}")

    def run(x, y):
        result = torch.empty_like(x)
        apply[(x.numel() // 256,)](x, y, result, FUNCTION=chosen, BLOCK=256)
        return result

    return run
