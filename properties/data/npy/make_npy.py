#!/usr/bin/python3
"""What NumPy writes for one array of exact values, (i - 5)/8 for i = 0 ... 11, in many ways.

Needs Debian's python3-numpy (1.24.2); writes .npy and .npz files beside itself.
"""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
VALUES = (np.arange(12).reshape(3, 4) - 5) / 8


def save(name, array, version=None):
    with open(HERE / f"{name}.npy", "wb") as file:
        np.lib.format.write_array(file, array, version=version)


# Tables: format, byte order, order of axes, version.
for dtype in "f2", "f4", "f8":
    for order, sign in ("little", "<"), ("big", ">"):
        save(f"c_{order}_{dtype}", VALUES.astype(sign + dtype))
        save(f"fortran_{order}_{dtype}", np.asfortranarray(VALUES.astype(sign + dtype)))
save("version_2", VALUES.astype("<f4"), (2, 0))
save("version_3", np.asfortranarray(VALUES.astype(">f4")), (3, 0))
save("singleton_axes", np.asfortranarray(VALUES.astype("<f4").reshape(1, 3, 1, 4, 1)))
save("pairs", VALUES.astype("<f4").reshape(3, 2, 2))
save("one_axis", VALUES.astype("<f4").ravel())
save("one_column", VALUES.astype("<f4").reshape(12, 1))

# 16-bit patterns, in the three types that hold them: bfloat16 is the upper half of float32.
patterns = (VALUES.astype("<f4").view("<u4") >> 16).astype("<u2")
save("patterns_u2", patterns)
save("patterns_i2_big", patterns.view("<i2").astype(">i2"))
save("patterns_V2", patterns.view("V2"))

# No tables.
save("wrong_object", VALUES.astype(object))
save("wrong_structured", np.zeros(3, [("sin", "<f4"), ("Σ", "<f4")]))
save("wrong_subarray", np.zeros(3, [("sin", "<f4", (2,))]))
save("complex", VALUES.astype("<c8"))
save("wrong_longdouble", VALUES.astype(np.longdouble))
save("wrong_int64", np.arange(12))
save("wrong_bool", VALUES > 0)
save("wrong_text", np.array(["sin", "cos"]))
save("wrong_scalar", np.float32(0.5).reshape(()))
save("wrong_one_number", np.float32(0.5).reshape((1, 1)))
save("wrong_no_rows", np.zeros((0, 4), "<f4"))
save("wrong_no_columns", np.zeros((4, 0), "<f4"))
save("wrong_three_axes", VALUES.astype("<f4").reshape(2, 2, 3))
np.savez(HERE / "wrong_archive.npz", table=VALUES)
