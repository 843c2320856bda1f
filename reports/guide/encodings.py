"""Writes reports/guide/encodings.md: every encoding, as `sextant list encodings` has them, and what float32
costs: those of several coordinates in grids of the sizes that their programs use, and others.

Example: encodings.py --tool build/bin/sextant
         encodings.py --tool build/bin/sextant --check   (changes nothing; fails if the page differs)
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "reports" / "guide" / "encodings.md"
sys.path.insert(0, str(ROOT / "reports" / "figures"))

from spelling import short  # noqa: E402

IMAGE = "--height 64 --width 64"
FILM = "--frames 21 --height 30 --width 52"
POINTS = "--height 64 --width 64 --scales 1/64,1/64,1"
# Part, grid and recipe of each program.
OWN = {
    "axial": ("cos", IMAGE, "pow-reciprocal"),
    "cogvideox": ("cos", "--frames 13 --height 30 --width 45", "pow-reciprocal"),
    "cogvideox-1.5": ("cos", "--frames 11 --height 48 --width 85", "pow-reciprocal"),
    "cosmos": ("cos", "--frames 16 --height 44 --width 80 --scales 24/30,1,1", "pow-reciprocal"),
    "detr": ("table", "--height 25 --width 34", "pow-divide"),
    "diffusers-2d": ("table", IMAGE, "float64-angle"),
    "dinov3": ("cos", "--height 14 --width 14", "pow-divide"),
    "ernie-4.5-vl": ("cos", FILM, "pow-reciprocal"),
    "ernie-image": ("cos", IMAGE, "pow-reciprocal"),
    "eva": ("cos", "--height 24 --width 24", "pow-reciprocal"),
    "fourier-features": ("table", POINTS, "pow-divide"),
    "flux": ("cos", IMAGE, "float64-angle"),
    "flux-2": ("cos", IMAGE, "float64-angle"),
    "hunyuan-image": ("cos", IMAGE, "pow-reciprocal"),
    "hunyuan-video": ("cos", "--frames 33 --height 45 --width 80", "pow-reciprocal"),
    "ideogram-4": ("cos", IMAGE + " --start 65536,65536,65536", "pow-reciprocal"),
    "kandinsky-5": ("cos", "--frames 31 --height 32 --width 48 --divisors 1,2,2", "exp-of-quotient"),
    "krea-2": ("cos", IMAGE, "float64-angle"),
    "ltx": ("cos", "--frames 21 --height 16 --width 24 --scales 8/25,1,1,1 --divisors 20,64,64,1", "pow-linspace"),
    "ltx-2": ("cos", "--frames 16 --height 16 --width 24", "float64-frequency"),
    "ltx-2-audio": ("cos", "--frames 126", "float64-frequency"),
    "lumina-2": ("cos", IMAGE + " --start 256,0,0", "float64-angle"),
    "mae": ("table", "--height 14 --width 14", "float64-angle"),
    "minimax-h3": ("cos", FILM, "pow-reciprocal"),
    "mrope": ("cos", FILM, "pow-reciprocal"),
    "mrope-interleaved": ("cos", FILM, "pow-reciprocal"),
    "nerf-pytorch": ("table", POINTS, "pow-divide"),
    "nerfstudio": ("table", POINTS, "pow-linspace"),
    "openpangu": ("cos", FILM, "pow-reciprocal"),
    "perceiver": ("table", "--height 224 --width 224", "listed-frequency"),
    "perceiver-pytorch": ("table", "--height 224 --width 224", "listed-frequency"),
    "pixtral": ("cos", IMAGE, "pow-reciprocal"),
    "qwen-image": ("cos", "--height 58 --width 104", "pow-reciprocal"),
    "qwen2-vl-vision": ("cos", IMAGE, "pow-reciprocal"),
    "qwen3-omni": ("cos", FILM + " --scales 13,1,1 --offsets 35,35,35", "pow-reciprocal"),
    "qwen3.5": ("cos", FILM, "pow-reciprocal"),
    "rope-vit": ("cos", "--height 14 --width 14", "pow-reciprocal"),
    "sam": ("table", IMAGE + " --frequencies 1.125,-0.25,0.84375,-2.5,-1.5,0.6875,2.25,0.125", "listed-frequency"),
    "sam2": ("cos", IMAGE, "pow-reciprocal"),
    "sam2-sine": ("table", IMAGE, "pow-divide"),
    "timm-2d": ("table", IMAGE, "pow-reciprocal"),
    "vjepa-2": ("cos", "--frames 8 --height 24 --width 24", "pow-reciprocal"),
    "wan": ("cos", FILM, "float64-angle"),
    "xdrope": ("cos", FILM, "pow-reciprocal"),
    "z-image": ("cos", IMAGE + " --start 256,0,0", "narrowed-angle"),
}

# The arguments of `sextant table` and the recipe, of encodings of one coordinate.
LLAMA_4 = "--encoding query-scale --origin 1 --positions 0:1048576"
MINISTRAL_3 = "--encoding query-scale --original-context 16384 --positions 0:262144"
QWEN_LOG_N = "--encoding query-scale --form log-n --origin 1 --positions 0:131072"
XPOS = "--encoding xpos --dim 64 --centre 1024 --positions 0:2048"
TELECHAT_3 = ("--encoding rope --dim 128 --base 1000000 --scaling yarn --factor 4 --original-context 8192 "
              "--mscale-coefficient 7/100 --part cos --positions 0:32768")
NTK_MIXED = "--encoding rope --dim 64 --scaling ntk-mixed --factor 4 --part cos --positions 0:8192"
DEEPSEEK_V4 = "--model deepseek-v4-flash-{} --part cos --positions 0:131072"
DIFFUSERS = "--encoding timesteps --dim {} --order cos-sin --shift 0 --positions 0:1000"
OF_ONE = {
    "query scales of Llama 4": (LLAMA_4, "query-scale"),
    "query scales of Ministral 3": (MINISTRAL_3, "query-scale"),
    "query scales of Qwen, log-n": (QWEN_LOG_N, "query-scale-log-n"),
    "xPos, queries": (XPOS, "xpos"),
    "xPos, keys": (XPOS + " --form keys", "xpos"),
    "TeleChat3's YaRN": (TELECHAT_3, "pow-reciprocal"),
    "NTK mixed": (NTK_MIXED, "pow-reciprocal"),
    "NTK mixed, b = 5/8": (NTK_MIXED + " --mixed-b 5/8", "pow-reciprocal"),
    "DeepSeek-V4, main": (DEEPSEEK_V4.format("main"), "pow-reciprocal"),
    "DeepSeek-V4, compressed": (DEEPSEEK_V4.format("compress"), "pow-reciprocal"),
    "Swin v2": ("--encoding swin-v2 --height 16 --width 16", "log-coordinates"),
    "timesteps of Stable Diffusion": (DIFFUSERS.format(320), "exp-of-quotient"),
    "timesteps of Qwen-Image": ("--encoding timesteps --dim 256 --order cos-sin --shift 0 --scale 1000 "
                                "--positions 0:1:1/1000", "exp-of-quotient"),
}
RESAMPLED = "--part resampled --input properties/data/resampled/"
# Tables that PyTorch made of a source, and what they are.
OF_SOURCES = {
    "ViT, DINOv2": ("vit_16x24", "pos_embed.npy --size 16x24 --mode bicubic --prefix 1"),
    "timm": ("timm_16x24", "pos_embed.npy --size 16x24 --mode bicubic-antialias --prefix 1"),
    "Qwen3-VL": ("qwen3vl_16x24", "patches.npy --size 16x24 --mode bilinear-align-corners --merge 2"),
    "SigLIP 2": ("siglip2_10x6", "patches.npy --size 10x6 --mode bilinear-antialias --padding 4"),
    "DINOv2, the original": ("dinov2_9x11", "patches.npy --size 9x11 --mode bicubic --scale-factor 9.1/14,11.1/14"),
}

HEAD = """\
# All encodings

The names that `--encoding` takes, as `sextant list encodings` shows them. [The formulas](formulas.md) are on a page of their own.
This page is made by `python3 reports/guide/encodings.py --tool build/bin/sextant`.

If parameters are given, the formula is that of `sinusoidal` or `rope`. With several coordinates, each axis has a section
of the row, with frequencies and a coordinate of its own. `i` is the index of a token along an axis of `n` tokens. Frequencies multiply
the index unless the table says which coordinate they multiply.

| name | formula or axes | parameters | remarks | source |
|---|---|---|---|---|
"""

ERRORS = """
## What float32 costs them

The largest error of a float32 table in a grid of a usual size, by the recipe with the program's order of operations. All entries
were compared. `sextant table` makes such a table, and `sextant verify` prints the error. The powers, sines and cosines are those of
the C library that the page was made with, glibc 2.36; other libraries give other errors. `lumina-2` is that of diffusers.

Some programs compute coordinates from indices. They round each step, and the recipe does the same
([coordinates](../derivations/axial.md)). `kandinsky-5` divides the angle, but its recipe divides the coordinate.

| name | `--part` | grid | `--recipe` | largest error |
|---|---|---|---|---|
"""


ERRORS_OF_ONE = """
The same for encodings of one coordinate. Give the arguments to `sextant table`, with `--recipe` and `-o`. Qwen-Image multiplies
by `--scale` last, its recipe first.

| encoding | arguments | `--recipe` | largest error |
|---|---|---|---|
"""

ERRORS_OF_SOURCES = """
Tables of position embeddings that PyTorch 1.13 resampled in float32 ([resampled tables](resampled.md)). Give the arguments to `sextant verify`,
in the root of the source tree.

| program | arguments | largest error |
|---|---|---|
"""


def run(tool, *line):
    """What the tool prints."""
    ran = subprocess.run([tool, *line], capture_output=True, text=True, cwd=ROOT)
    if ran.returncode not in (0, 1):
        sys.exit(f"encodings: sextant {' '.join(line)}: {ran.stderr.strip()}")
    return ran.stdout


def row(item):
    """The row of an encoding.  Only those of programs have parameters and a source."""
    name, summary = item["name"], item["summary"]
    found = re.fullmatch(rf"(?:(.*): )?((?:sinusoidal|rope|{re.escape(name)})(?: \S+=\S+)*)(?:; (.*))? \((.*)\)", summary)
    axes, parameters, remarks, source = found.groups() if found else (summary, "", "", "")
    kind, _, fields = parameters.partition(" ")
    if found and axes is None:
        axes = f"`{kind}`"
    cells = [f"`{name}`", axes, f"`{fields}`" if fields else "", remarks or "", source]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def error_of(tool, file, question):
    """The largest error of a table in a file, as text."""
    verdict = json.loads(run(tool, "verify", file, *question.split(), "--json"))
    if not verdict["passes"]:
        sys.exit(f"encodings: {file} does not pass: {question}")
    return short(verdict["worst"]["absolute"])


def largest_error(tool, folder, question, recipe):
    """The largest error of the table that a recipe makes, as text."""
    file = str(folder / "table.npy")
    run(tool, "table", *question.split(), "--recipe", recipe, "--format", "float32", "-o", file)
    return error_of(tool, file, question)


def page(tool, measured=True):
    """The page.  Errors are left empty unless they are measured."""
    items = json.loads(run(tool, "list", "encodings", "--json"))
    text = HEAD + "".join(map(row, items)) + ERRORS
    with tempfile.TemporaryDirectory() as folder:

        def error(question, recipe):
            return largest_error(tool, pathlib.Path(folder), question, recipe) if measured else ""

        for name, (part, grid, recipe) in sorted(OWN.items()):
            found = error(f"--encoding {name} --part {part} {grid}", recipe)
            text += f"| `{name}` | `{part}` | `{grid}` | `{recipe}` | {found} |\n"
        text += ERRORS_OF_ONE
        for name, (question, recipe) in OF_ONE.items():
            text += f"| {name} | `{question}` | `{recipe}` | {error(question, recipe)} |\n"
    text += ERRORS_OF_SOURCES
    for name, (table, rest) in OF_SOURCES.items():
        file = f"properties/data/resampled/{table}.npy"
        found = error_of(tool, file, RESAMPLED + rest) if measured else ""
        text += f"| {name} | `{file} {RESAMPLED + rest}` | {found} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build" / "bin" / "sextant"), help="the program sextant")
    parser.add_argument("--check", action="store_true",
                        help="change nothing, measure nothing; fail if the page differs in more than the errors")
    arguments = parser.parse_args()
    text = page(str(pathlib.Path(arguments.tool).resolve()), not arguments.check)
    if not arguments.check:
        PAGE.write_text(text, encoding="utf-8")
    elif re.sub(r"[|] [0-9.]+(e-[0-9]+)? [|]$", "|  |", PAGE.read_text(encoding="utf-8"), flags=re.M) != text:
        sys.exit(f"encodings: {PAGE} differs: run reports/guide/encodings.py --tool {arguments.tool}")


if __name__ == "__main__":
    main()
