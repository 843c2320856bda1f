"""Times in files of Google Benchmark's JSON."""

UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


class Times:
    """Nanoseconds of an element, by a benchmark's name: medians where there are any."""

    def __init__(self, documents):
        self._entries = {}
        self.faults = []
        for entry in (e for d in documents for e in d["benchmarks"]):
            name = entry.get("run_name", entry["name"] if "name" in entry else "")
            if "error_occurred" in entry:
                self.faults.append(f"{name}: {entry.get('error_message', 'failed')}")
            elif entry.get("aggregate_name", "median") == "median":
                aggregate = "aggregate_name" in entry
                if aggregate or name not in self._entries:
                    self._entries[name] = entry

    def __call__(self, name, clock="cpu_time"):
        entry = self._entries.get(name)
        if entry is None:
            return None
        return entry[clock] * UNITS[entry["time_unit"]] / entry["elements"]

    def whole(self, name):
        time = self(name)
        return time and time * self._entries[name]["elements"]

    def makers(self):
        """Who made tables: the plain fill first, then ours."""
        names = (n.split("/") for n in self._entries if n.startswith("table/"))
        return sorted({n[2] for n in names},
                      key=lambda who: (not who.startswith("fill"), not who.startswith("sextant"), who))
