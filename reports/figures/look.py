"""How figures look: on white, in this project's colours, the same bytes whenever they are drawn."""

import re

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({
    "svg.hashsalt": "sextant", "svg.fonttype": "none", "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"], "font.size": 9, "axes.edgecolor": "#5b6169",
    "axes.labelcolor": "#1c1f24", "xtick.color": "#5b6169", "ytick.color": "#5b6169",
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "grid.color": "#eceae6", "axes.axisbelow": True, "legend.frameon": False,
    "figure.facecolor": "#ffffff", "savefig.facecolor": "#ffffff",
})

import matplotlib.pyplot as plt  # noqa: E402


def power(base):
    """Marks of an axis of exponents."""
    return lambda exponent, _: f"{base}$^{{{exponent:.0f}}}$"


def save(figure, path):
    """Without the date and the version of the library, which change nothing that is seen."""
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None},
                   bbox_inches="tight")
    plt.close(figure)
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE), encoding="utf-8")
