"""A small sound case, for tests."""


def case(**changes):
    claim = {"encoding": "sinusoidal", "dim": 6, "base": 10000, "layout": "halves",
             "order": "sin-cos"}
    return {"claim": claim | changes.pop("claim", {}), "first": 0, "rows": 8, "part": "table",
            "repeated": False, "store": "float64", "computed_in": "float64",
            "recipe": "pow-divide", "faults": {}} | changes
