"""From which width on the closest pair of rows is a neighbouring one."""


class Contradiction(Exception):
    """Two theorems of the tool that cannot both be true."""


def closest(theorem):
    """Whether neighbours are the closest pair, where the theorem says it; else None."""
    if theorem["theorem"] == "uniqueness" and theorem["outcome"] == "holds":
        return theorem["offsets"][0]["offset"] == "1"
    if theorem["theorem"] == "neighbours" and theorem["outcome"] in ("holds", "fails"):
        return theorem["outcome"] == "holds"
    return None


def threshold(holds):
    """Of {dim: whether it holds}: the widths at the end of the list that all hold, two apart."""
    dims = sorted(holds)
    if not dims or not holds[dims[-1]]:
        return None
    first = dims[-1]
    while holds.get(first - 2):
        first -= 2
    return {"from": first, "to": dims[-1], "fails": first - 2 if first - 2 in holds else None}


def thresholds(theorems):
    """One for each base and range that neighbours are asked about."""
    asked = {(one["about"]["base"], one["about"]["positions"])
             for one in theorems if one["theorem"] == "neighbours"}
    groups = {}
    for one in theorems:
        key, said = (one["about"]["base"], one["about"]["positions"]), closest(one)
        if key in asked and said is not None:
            dims = groups.setdefault(key, {})
            if dims.setdefault(one["about"]["dim"], said) != said:
                raise Contradiction(f"'{one['command']}' contradicts another theorem")
    found = []
    for (base, positions), holds in groups.items():
        if here := threshold(holds):
            found.append({"base": base, "positions": positions, **here})
    return found
