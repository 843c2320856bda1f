#!/usr/bin/python3
"""Writes tables and models, sound and wrong, and files.json, which lists the commands that judge them, and commands
that print true values of the same encodings.

Tables of waves are those of scripts/confusion; one in ten has some of its bytes changed at random. Tables of biases,
integers and grids are made by the tool, and two of three are then damaged. Models are those of properties/audit. Each
command runs in the folder that its entry names.

Usage: web_files.py FOLDER COUNT TOOL
"""
import json
import pathlib
import subprocess
import sys

import numpy as np

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "diagnosis"), str(HERE.parent / "audit")]
import cases  # noqa: E402
import claims  # noqa: E402
import models  # noqa: E402
import programs  # noqa: E402


def table(folder, seed):
    """A table with no fault, one or two; its bytes are changed if the seed is a multiple of ten."""
    case = cases.drawn("web", seed, seed % 3)
    np.save(folder / "table.npy", programs.made(case))
    if seed % 10 == 0:
        draw = np.random.default_rng(seed)
        data = bytearray((folder / "table.npy").read_bytes())
        for at in draw.integers(0, len(data), 1 + seed // 10 % 4):
            data[at] = draw.integers(0, 256)
        (folder / "table.npy").write_bytes(data)
    return ["verify", "table.npy", *claims.words(case)]


# Options of an encoding, and the positions or the grid of its table.
OTHERS = [
    ("alibi --heads 12 --form causal", "--positions 0:64"), ("alibi --heads 8 --form keys", "--positions 1000:1064"),
    ("alibi --heads 112 --part slopes", ""), ("kerple --r1 1/3,2 --r2 0.7,1", "--positions 0:64"),
    ("kerple --form power --r1 1/3,2 --r2 0.7,1", "--positions 0:64"), ("t5 --bidirectional no", "--positions -512:1"),
    ("t5", "--positions -300:300"), ("deberta", "--positions -100:100"), ("shaw --max-distance 16", "--positions -40:40"),
    ("swin --height 7 --width 7", "--rows 49"), ("swin-v2", "--rows 225"), ("xpos --dim 64", "--positions 0:64"),
    ("rope --dim 64 --scale-base 512 --centre 32", "--positions 0:64"),
    ("query-scale --origin 1", "--positions 0:10000"),
    ("axial --height 8 --width 6 --part cos", ""), ("mae --dim 64 --height 7 --width 7", ""),
    ("detr --dim 64 --height 6 --width 9", ""), ("flux --frames 1 --height 6 --width 5 --part sin", ""),
    ("timm-2d --dim 64 --height 5 --width 8", ""), ("wan --frames 3 --height 4 --width 5 --part cos", ""),
    ("perceiver --height 8 --width 8", "")]
INTEGERS = ("t5", "deberta", "shaw", "swin ")


def damage(path, draw):
    """Changes bits of some entries, exchanges two rows, or moves all rows by one, along the longest axis."""
    array = np.load(path)
    axis = int(np.argmax(array.shape))
    kind = draw.integers(3)
    if kind == 0:
        bits = array.view(np.uint8).reshape(-1)
        for at in draw.integers(0, len(bits), 1 + draw.integers(4)):
            bits[at] ^= 1 << draw.integers(8)
    elif kind == 1:
        i, j = draw.choice(array.shape[axis], 2, replace=False)
        rows = np.moveaxis(array, axis, 0)
        rows[[i, j]] = rows[[j, i]]
    else:
        array = np.roll(array, 1, axis=axis)
    np.save(path, array)


def other(folder, seed, tool):
    """A table of another encoding, in any format."""
    draw = np.random.default_rng(seed)
    encoding, size = OTHERS[seed // 4 % len(OTHERS)]
    words = ["--encoding", *encoding.split()]
    name = str(draw.choice(["float32", "bfloat16", "float16", "float64"]))
    stored = [] if encoding.startswith(INTEGERS) else ["--format", name]
    made = [tool, "table", *words, *size.split(), *stored, "-o", folder / "table.npy"]
    subprocess.run(made, check=True, capture_output=True)
    if draw.integers(3):
        damage(folder / "table.npy", draw)
    first = size.removeprefix("--positions ").split(":")[0] if size.startswith("--positions") else None
    return ["verify", "table.npy", *words, *(["--first", first] if first else []),
            *(stored if name == "bfloat16" else [])]


def value(words, seed):
    """The command that prints a true value of the encoding that a table is judged by."""
    kept = [word for i, word in enumerate(words[2:], 2) if not {word, words[i - 1]} & {"--first", "--format"}]
    draw = np.random.default_rng(seed)
    return ["value", *kept, "--position", str(draw.integers(0, 5)), "--channel", str(draw.integers(0, 2)), "--digits",
            str(draw.choice([3, 20, 100]))]


def model(folder, seed):
    case = models.named(f"random_{seed}")
    paths = [str(word) for word in case.build(str(folder))]
    return ["check", *(word.replace(str(folder) + "/", "").replace(str(folder), ".") for word in paths)]


def main():
    root, count, tool = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    root.mkdir(parents=True, exist_ok=True)
    commands = []
    for seed in range(count):
        folder = root / str(seed)
        folder.mkdir(parents=True, exist_ok=True)
        words = (table(folder, seed) if seed % 4 < 2 else
                 other(folder, seed, tool) if seed % 4 == 2 else model(folder, seed))
        commands.append({"folder": str(folder), "words": words})
        if words[0] == "verify":
            commands.append({"folder": str(folder), "words": value(words, seed)})
    (root / "files.json").write_text(json.dumps(commands))


if __name__ == "__main__":
    main()
