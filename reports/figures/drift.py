"""Drift: the largest error of each recipe, octave by octave, below what theory allows it."""

import math

from matplotlib.ticker import FuncFormatter, MultipleLocator

import look
from picked import COLOURS
from spelling import power_of_two

LINES = (("half an ulp of 1 in float32", 2.0 ** -24), ("half an ulp of bfloat16", 2.0 ** -9))


def curve(octaves, key):
    """Middles of octaves, and logarithms; an error of zero leaves a gap."""
    return ([power_of_two(line["from"]) + 0.5 for line in octaves],
            [math.log10(line[key]) if line[key] else math.nan for line in octaves])


def named(series):
    same = series["computed_in"] == series["format"]
    return series["recipe"] + ("" if same else f", in {series['computed_in']}")


def drawn(document):
    shown = [series for series in document["drift"] if series["format"] == "float32"]
    if not shown:
        return None
    figure, axes = look.plt.subplots(figsize=(7.0, 4.2))
    for series in shown:
        colour = COLOURS[series["recipe"]]
        axes.plot(*curve(series["octaves"], "bound"), color=colour, linewidth=0.7, dashes=(4, 3),
                  alpha=0.6)
        axes.plot(*curve(series["octaves"], "absolute"), color=colour, linewidth=1.4, marker="o",
                  markersize=2.4, label=named(series))
    for words, value in LINES:
        axes.axhline(math.log10(value), color="#1c1f24", linewidth=0.6)
        axes.annotate(words, (0.995, math.log10(value)), xycoords=("axes fraction", "data"),
                      ha="right", va="bottom", fontsize=7.5, color="#1c1f24")
    ends = [power_of_two(line["from"]) for line in shown[0]["octaves"]]
    axes.set(xlabel="position", ylabel="largest absolute error", xlim=(0, ends[-1] + 1),
             ylim=(-8.5, 0.7))
    axes.xaxis.set_major_locator(MultipleLocator(4))
    axes.yaxis.set_major_locator(MultipleLocator(1))
    axes.xaxis.set_major_formatter(FuncFormatter(look.power("2")))
    axes.yaxis.set_major_formatter(FuncFormatter(look.power("10")))
    axes.set_title(f"{document['encoding']} in float32, by recipe (dashed: its derived bound)",
                   fontsize=9, loc="left")
    axes.legend(fontsize=7.5, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure
