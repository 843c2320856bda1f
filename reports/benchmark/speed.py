"""Makes of times what reports/schema/report.schema.json calls speed: all that is shown of them."""

from comparisons import (BIG, FASTER, FEW, FORMATS, LAYOUTS, RATIOS, SETUPS, VALUES,
                         table)


def named(benchmark):
    """Format, maker and size of a benchmark; a single value has no size."""
    _, format_name, who, *size = benchmark.split("/")
    return format_name, who, size[0] if size else None


def compared(times, row):
    ours = times(row.ours, row.clock)
    theirs = {name: t for name in row.theirs if (t := times(name, row.clock)) is not None}
    fastest = min(theirs, key=theirs.get, default=row.theirs[0])
    measured = None
    if row.together:
        theirs = {fastest: sum(theirs.values())} if len(theirs) == len(row.theirs) else {}
    if ours is not None and theirs:
        measured = theirs[fastest] / ours if row.better == FASTER else ours / theirs[fastest]
    format_name, _, size = named(row.ours)
    return {
        "text": row.text,
        "better": row.better,
        "needed": row.needed,
        "aim": row.aim,
        "measured": measured,
        "met": row.met(measured),
        "who": named(fastest)[1],
        "format": format_name,
        "size": size,
    }


def per_element(times):
    """Nanoseconds of an element of the largest table that each maker made in each format.

    Those with several threads are left out: the CPU time is that of one of them.
    """
    for who in (w for w in times.makers() if not w.endswith("-threads")):
        for f in FORMATS:
            found = ((size, times(table(f, who, size))) for size in (BIG, FEW))
            size, time = next(((s, t) for s, t in found if t), (None, None))
            if time:
                yield {"who": who, "format": f, "size": size, "nanoseconds": time}


def values(times):
    for who in VALUES:
        for f in FORMATS:
            if time := times(f"value/{f}/{who}"):
                yield {"who": who, "format": f, "nanoseconds": time}


def setups(times):
    for text, name in SETUPS:
        for f in FORMATS:
            time = times.whole(name.format(f))
            yield {"text": text, "format": f, "microseconds": time and time / 1e3}


def document(times, context, command, commit):
    return {
        "schema": "sextant-speed",
        "version": 1,
        "date": context.get("date", "unknown"),
        "command": command,
        "commit": commit,
        "cpu": context.get("cpu", "unknown"),
        "target": context.get("sextant_target", "unknown"),
        "options": context.get("options", "none"),
        "compiler": context.get("compiler", "unknown"),
        "glibc": context.get("glibc", "unknown"),
        "load": context.get("load_avg", []),
        "ratios": [compared(times, row) for row in RATIOS],
        "layouts": [compared(times, row) for row in LAYOUTS],
        "makers": list(per_element(times)),
        "values": list(values(times)),
        "setups": list(setups(times)),
    }
