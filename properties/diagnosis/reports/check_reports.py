#!/usr/bin/python3
"""Asks a tool about the reports that make_reports.py wrote, and says whether its answers are right.

    python3 check_reports.py --tool PATH DIR [--only NAME ...] [--timeout 120]

--only takes an entry's name, or a report's, which stands for its five entries. One line an entry:

    right   pass: the right table passes (status 0)        else its status, `time` or `json` (no JSON object)
    wrong   fail: the wrong table does not pass (status 1) else the same
    answer  yes     the fault is among the findings, of any certainty, with its numbers to 1 %;
                    where the answer has no name: one of its words is in the text
            number  the name is right, a number is not there      half   one of two names
            more    the name is right, and others are named       words  there is no name, and none of the words is in the text
            no      another answer, or none
    seconds of all runs of the entry

and what the tool named. In the text, words are sought in what it says of the wrong table and not of the right one,
without the names of files and the lines of the worst and the first entry.  The status is 1 if any entry is not right.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--tool", required=True)
parser.add_argument("--only", action="append", default=[])
parser.add_argument("--timeout", type=float, default=120)
parser.add_argument("dir")
options = parser.parse_args()
tool = os.path.abspath(options.tool)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?:/\d+)?")


def run(table, arguments):
    """The status, or `time`, and what is printed."""
    try:
        done = subprocess.run(["nice", "-n", "19", tool, "verify", table] + arguments, cwd=options.dir, timeout=options.timeout,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "time", ""
    return done.returncode, done.stdout.decode(errors="replace")


def findings(value):
    """Every fault that is named in a JSON value, at any depth: (name, finding)."""
    if isinstance(value, list):
        return [f for v in value for f in findings(v)]
    if not isinstance(value, dict):
        return []
    name = value.get("fault", value.get("name") if "parameters" in value else None)
    return ([(name, value)] if isinstance(name, str) else []) + [f for v in value.values() for f in findings(v)]


def numbers(value):
    """Every number in a JSON value, those that stand in strings as well."""
    if isinstance(value, dict):
        return [n for v in value.values() for n in numbers(v)]
    if isinstance(value, list):
        return [n for v in value for n in numbers(v)]
    if isinstance(value, bool) or value is None:
        return []
    out = []
    for found in NUMBER.findall(str(value)):
        top, _, bottom = found.partition("/")
        out.append(float(top) / (float(bottom or 1) or 1))
    return out


def near(a, b):
    return abs(a - b) <= 0.01 * abs(b)


def has_numbers(finding, wanted):
    """Each wanted number, or one of those that will do, is among the finding's parameters, whatever they are called."""
    there = numbers(finding.get("parameters"))
    return all(any(near(n, w) for n in there for w in (want if isinstance(want, list) else [want])) for want in (wanted or {}).values())


def plain(text, names):
    for name in names:
        text = text.replace(name, "")
    return [line.strip() for line in text.split("\n") if not re.match(r"\s*(worst|in ulps|in phase|first +difference)\b", line)]


def has_word(text, words):
    """The first word that is there. Numbers must stand alone, and one with a point may be 1 % off."""
    unspaced = re.sub(r"(?<=\d)[,' \u00a0\u202f](?=\d{3}(?!\d))", "", text)  # 163,840 is 163840
    for word in words:
        if re.fullmatch(r"\d+\.\d+", word):
            if any(near(n, float(word)) for n in numbers(text) + numbers(unspaced)):
                return word
            continue
        sought = re.escape(word)
        if word[0].isdigit():
            sought = r"(?<![\w.])" + sought
        if word[-1].isdigit():
            sought += r"(?!\d|\.\d)"
        if re.search(sought, text, re.I) or re.search(sought, unspaced, re.I):
            return word
    return None


def judge(entry):
    """(right, wrong, answer, what was named)."""
    files, answer, arguments = [entry["wrong"], entry["right"]], entry["answer"], entry["arguments"]
    right, text = run(entry["right"], arguments + ["--json"])
    right = "pass" if right == 0 else str(right)
    wrong, text = run(entry["wrong"], arguments + ["--json"])
    wrong = "fail" if wrong == 1 else str(wrong)
    try:
        found = findings(json.loads(text))
    except ValueError:
        return right, wrong if wrong != "fail" else "json", "no", ""
    named = list(dict.fromkeys(name for name, _ in found))
    said = ", ".join(named) or "nothing named"
    if wrong != "fail":
        return right, wrong, "no", said
    if answer["fault"] is None:
        sound, bad = run(entry["right"], arguments)[1], run(entry["wrong"], arguments)[1]
        sound = set(plain(sound, files))
        word = has_word("\n".join(line for line in plain(bad, files) if line not in sound), answer["words"])
        return right, wrong, "yes" if word else "words", said + (f"; says `{word}`" if word else "")
    good = [finding for name, finding in found if name == answer["fault"] or name in answer.get("or", [])]
    also = [name in named for name in answer.get("also", [])]
    if not good or not all(also):
        return right, wrong, "half" if good or any(also) else "no", said
    if not any(has_numbers(finding, answer["parameters"]) for finding in good):
        return right, wrong, "number", f"{said} {[finding.get('parameters') for finding in good]}, where {answer['parameters']} is right"
    if answer.get("only") and set(named) - {answer["fault"]}:
        return right, wrong, "more", said
    return right, wrong, "yes", said


with open(os.path.join(options.dir, "reports.json")) as f:
    entries = json.load(f)
known = {e["name"] for e in entries} | {e["name"].split("-")[0] for e in entries}
for name in options.only:
    if name not in known:
        sys.exit(f"check_reports.py: no entry or report is called {name}")
chosen = [e for e in entries if not options.only or e["name"] in options.only
          or any(e["name"].startswith(name + "-") for name in options.only)]
width = max(len(e["name"]) for e in chosen)
good, passes, fails, answers, total = 0, 0, 0, 0, 0.0
slowest = (0.0, "")
for e in chosen:
    start = time.time()
    right, wrong, answer, said = judge(e)
    seconds = time.time() - start
    passes, fails, answers = passes + (right == "pass"), fails + (wrong == "fail"), answers + (answer == "yes")
    good += (right, wrong, answer) == ("pass", "fail", "yes")
    total, slowest = total + seconds, max(slowest, (seconds, e["name"]))
    print(f"{e['name']:{width}}  right {right:4}  wrong {wrong:4}  answer {answer:6} {seconds:6.1f} s  {said}", flush=True)
print(f"{good} of {len(chosen)} right: {passes} right tables pass, {fails} wrong ones fail, {answers} answers are right; "
      f"{total:.0f} s, the longest {slowest[0]:.1f} s ({slowest[1]})")
sys.exit(0 if good == len(chosen) else 1)
