"""What of a report the figures show, small enough to be kept: reports/results/drift.json."""

import re

# A recipe keeps its colour in every figure; those of the page (reports/page/page.css).
COLOURS = {
    "exp-log": "#d55e00", "log-timescale": "#8c2d1d", "pow-divide": "#0072b2",
    "pow-multiply": "#2f96c8", "pow-reciprocal": "#8a6d00", "pow-of-ratio": "#3d3d8f",
    "frequency-recurrence": "#b0508a", "quarter-turn-cosine": "#5f7a1f",
    "float64-angle": "#00805f", "turns": "#6b6b6b",
}
CRITERION = "half-bfloat16-ulp"


def octave(line):
    return {"from": line["from"], "absolute": line["absolute"] and line["absolute"]["value"],
            "bound": line["bound"]}


def picked(report):
    """Recipes that programs use, one row by itself, in float32 and float64."""
    return {
        "schema": "sextant-drift", "version": 1,
        "encoding": report["encoding"], "date": report["created"], "commit": report["commit"],
        "command": re.sub(r" (-o|--output|--commit) \S+", "", report["command"]),
        "environment": report["environment"],
        "drift": [{key: series[key] for key in ("recipe", "computed_in", "format")} |
                  {"octaves": [octave(line) for line in series["octaves"]]}
                  for series in report["drift"]
                  if series["recipe"] in COLOURS and not series["steps"]
                  and series["format"] in ("float32", "float64")],
        "safe_ranges": [{key: line[key] for key in ("recipe", "computed_in", "format", "criterion",
                                                    "kind", "searched_to", "first_violation")}
                        for line in report["safe_ranges"]
                        if line["recipe"] in COLOURS and line["criterion"] == CRITERION
                        and line["format"] in ("float32", "float64")],
    }
