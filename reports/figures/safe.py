"""Safe ranges: up to which position each recipe is nearer than half an ulp of bfloat16."""

from matplotlib.ticker import FuncFormatter, MultipleLocator

import look
from picked import COLOURS, CRITERION
from spelling import power_of_two


def end_of(line):
    """Where a range ends, as a logarithm, and what is written there."""
    first = line["first_violation"]
    if first is None:
        return power_of_two(line["searched_to"]), f"none found below {line['searched_to']}"
    sure = "" if line["kind"] == "exhaustive" else "≤ "
    return power_of_two(first["position"]), f"{sure}{int(first['position']):,}"


def named(line):
    same = line["computed_in"] == line["format"]
    return f"{line['recipe']}, {line['format']}" + ("" if same else f" of {line['computed_in']}")


def drawn(document):
    shown = sorted((line for line in document["safe_ranges"]
                    if line["criterion"] == CRITERION and line["format"] == "float32"),
                   key=lambda line: (end_of(line)[0], line["recipe"]))
    if not shown:
        return None
    figure, axes = look.plt.subplots(figsize=(7.0, 0.24 * len(shown) + 1.1))
    for row, line in enumerate(shown):
        length, words = end_of(line)
        axes.barh(row, length, height=0.62, color=COLOURS[line["recipe"]], alpha=0.8, linewidth=0)
        if line["first_violation"] is None:  # the range goes on from there
            axes.plot(length, row, marker=5, markersize=11, color=COLOURS[line["recipe"]])
        axes.annotate(words, (length + 1.0, row), va="center", fontsize=7.5, color="#1c1f24")
    most = max(end_of(line)[0] for line in shown)
    axes.set_yticks(range(len(shown)), [named(line) for line in shown])
    axes.invert_yaxis()
    axes.set(xlabel="first position off by more than half an ulp of bfloat16 (0.00195)",
             xlim=(0, most + 12))
    axes.xaxis.set_major_locator(MultipleLocator(4))
    axes.xaxis.set_major_formatter(FuncFormatter(look.power("2")))
    axes.grid(axis="y", visible=False)
    axes.set_title(f"{document['encoding']}: how far each recipe can go", fontsize=9, loc="left")
    return figure
