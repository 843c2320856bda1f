"""What an audit says of a model in memory, as texts to search."""

import json

import sextant


def asked(case):
    return sextant.check(case.build(), **case.options)


def text_of(audit):
    """All that the audit says, in words and in JSON."""
    return f"{audit}\n{json.dumps(audit.as_dict())}"


def unpassed(audit):
    return [entry for entry in audit.as_dict()["stored"] if entry["outcome"] != "passes"]


def blamed(audit):
    """The dotted paths of all tensors that are wrong."""
    failed = [entry for entry in audit.as_dict()["stored"] if entry["outcome"] == "fails"]
    return {path for entry in failed for path in (entry["tensor"], *entry["same"])}


def reasons(audit):
    """Why the model does not pass, in small letters; without what is said of its encodings anyway."""
    found = audit.as_dict()
    whys = [entry["why"] or "" for entry in unpassed(audit)]
    others = [json.dumps(entry) for key in ("disagreements", "not_judged") for entry in found.get(key, ())]
    return "\n".join([*whys, *others]).lower()
