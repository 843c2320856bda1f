#!/usr/bin/python3
"""Runs `sextant check` over model files that were written from the formats' documents, and compares the answers.

  models_test.py [TOOL] [--only NAME]... [--seed S --count N] [--keep DIR] [--junit] [--text] [--verbose]

TOOL is the program (or set SEXTANT; else build/bin/sextant). Each answer must have the right exit status, one JSON object
whose `passes` agrees with it, the keys and tensors that are wrong, and the words of the mistake; a model that passes has
no disagreement, and its tables stand in `stored`. The words must stand in what does not pass (disagreements, warnings,
stored tables that fail, standard error), not in what was merely read. Time and memory of the large files are reported.
--count without --only runs random models alone; the name random_17 repeats the one of seed 17."""
import argparse
import collections
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import xml.etree.ElementTree

import models

LIMIT = 60.0
PASSING = ("correctly-rounded", "faithful", "rounding")
Run = collections.namedtuple("Run", "status stdout stderr seconds bytes")


def high_water(pid):
    """The most memory that a process has held since it was started, in bytes; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status") as file:
            return next((int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM")), 0)
    except OSError:
        return 0


def run(command, limit=LIMIT):
    """Runs a command; status is None where the limit ended it, and negative for a signal.

    Memory is read each millisecond: what wait4 reports has the memory of this program in it."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start, memory, late = time.monotonic(), 0, False
        process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
        while process.poll() is None:
            memory = max(memory, high_water(process.pid))
            if time.monotonic() - start > limit and not late:
                late = True
                process.kill()
            time.sleep(0.001)
        seconds = time.monotonic() - start
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
        return Run(None if late else process.returncode, *texts, seconds, memory)


def holds(text, word):
    """Whether a word stands in a text; a number must not be a part of a longer one."""
    word = word.lower()
    if re.fullmatch(r"\d+(\.\d+)?", word):
        end = r"\d*" if "." in word else r"(\.0+)?"
        return re.search(r"(?<![\w.])" + re.escape(word) + end + r"(?![\w]|\.\d)", text) is not None
    return word in text


def holds_one(text, words):
    return any(holds(text, word) for word in ((words,) if isinstance(words, str) else words))


def passes(entry):
    """Whether a stored table's verdict passes: an object with `passes` or `grade`, or the grade's name."""
    verdict = entry.get("verdict") if isinstance(entry, dict) else None
    if isinstance(verdict, dict):
        return bool(verdict.get("passes", verdict.get("grade") in PASSING))
    return verdict in PASSING


def accused(answer, stderr, folder):
    """The text of what does not pass."""
    parts = [stderr]
    if isinstance(answer, dict):
        parts += [json.dumps(answer.get(key, ""), ensure_ascii=False) for key in ("disagreements", "warnings", "error", "findings")]
        parts += [json.dumps(one, ensure_ascii=False) for one in answer.get("stored") or [] if not passes(one)]
    text = "\n".join(parts).replace(folder, "FOLDER").lower()
    return re.sub(r"(?<=\d)[,_](?=\d{3}\b)", "", text)


def problems(case, ran, folder, junit):
    """What is wrong with an answer, in short texts; none if it is right."""
    if ran.status is None:
        return [f"longer than {LIMIT:.0f} s"]
    found = []
    if ran.status not in case.status:
        name = f"signal {-ran.status}" if ran.status < 0 else f"status {ran.status}"
        found.append(f"{name}, not {' or '.join(map(str, case.status))}")
    answer = None
    try:
        answer = json.loads(ran.stdout)
        if not isinstance(answer, dict):
            found.append("the JSON is no object")
    except ValueError:
        found.append("standard output is no JSON" if ran.stdout.strip() else "nothing on standard output")
    if ran.status == 2 and len(ran.stderr.strip().splitlines()) != 1:
        found.append(f"{len(ran.stderr.strip().splitlines())} lines on standard error, not 1")
    if isinstance(answer, dict) and ran.status in (0, 1):
        if answer.get("passes") is not (ran.status == 0):
            found.append(f"passes is {answer.get('passes')}")
        if ran.status == 0 and case.status == (0,) and answer.get("disagreements"):
            found.append("a disagreement in a sound model")
        listed = [" ".join([str(one.get("tensor", "")), *one.get("same", [])]) + " " + str(one.get("path", "")) for one in answer.get("stored") or [] if isinstance(one, dict)]
        if ran.status == 0:
            found += [f"{word} is not among the stored" for word in case.stored if not any(word in one for one in listed)]
    text = accused(answer, ran.stderr, folder)
    if ran.status == 0:
        text = ran.stdout.replace(folder, "FOLDER").lower() + text
    for what, groups in (("not named", case.names), ("not said", case.says)):
        found += [f"{what}: {words if isinstance(words, str) else ' / '.join(words)}" for words in groups if not holds_one(text, words)]
    found += [f"said: {word}" for word in case.forbid if word.lower() in text]
    if case.must_not_exist and os.path.exists(f"{folder}/{case.must_not_exist}"):
        found.append("code of the file was run")
    return found + junit_problems(junit, ran.status)


SHAPE = {"sources": ("path", "kind"), "encodings": ("layers", "text", "from"), "stored": ("path", "tensor", "layers", "part", "format", "shape",
         "verdict"), "disagreements": ("layers", "what", "between"), "warnings": ()}


def shape_problems(stdout, status):
    """Which of the documented keys of the JSON are absent."""
    try:
        answer = json.loads(stdout)
    except ValueError:
        return []
    if status not in (0, 1) or not isinstance(answer, dict):
        return []
    found = [f"no key {key}" for key in ("schema", "version", *SHAPE) if key not in answer]
    for key, parts in SHAPE.items():
        for one in answer.get(key) or []:
            found += [f"no key {key}.{part}" for part in parts if not isinstance(one, dict) or part not in one]
    return sorted(set(found))


def junit_problems(path, status):
    if path is None or status not in (0, 1):
        return []
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        return [f"JUnit: {error}"]
    failed = len(list(root.iter("failure"))) + len(list(root.iter("error")))
    return [] if (failed > 0) == (status == 1) else [f"JUnit has {failed} failures at status {status}"]


def text_problems(command, status):
    """What is wrong with the same question without --json."""
    ran = run([one for one in command if one != "--json"])
    found = [] if ran.status == status else [f"without --json status {ran.status}"]
    if ran.status in (0, 1) and not ran.stdout.strip():
        found.append("without --json nothing on standard output")
    return found


def judge(tool, case, parent, junit, keep, text):
    """Builds a model in a folder whose name says nothing, runs the tool, and returns (problems, run, command)."""
    work = tempfile.mkdtemp(dir=parent)
    folder = f"{work}/m"
    os.makedirs(folder)
    ran, command = None, []
    try:
        command = [tool, "check", *case.build(folder), "--json"]
        report = f"{work}/junit.xml" if junit else None
        ran = run(command + (["--junit", report] if junit else []))
        found = problems(case, ran, folder, report) + shape_problems(ran.stdout, ran.status)
        found += text_problems(command, ran.status) if text else []
    except Exception:  # a generator's own mistake must not hide the others
        found = ["the test itself failed: " + traceback.format_exc().strip().splitlines()[-1]]
    shown = [one.replace(folder, case.name) for one in command]
    if keep:
        place = os.path.join(parent, case.name)
        shutil.rmtree(place, ignore_errors=True)
        os.rename(folder, place)
        with open(f"{place}.answer", "w") as file:
            file.write(" ".join(shown) + "\n" + (f"status {ran.status}\n{ran.stdout}\n{ran.stderr}" if ran else "") + "\n".join(found))
    shutil.rmtree(work)
    return found, ran, shown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", nargs="?", default=os.environ.get("SEXTANT", "build/bin/sextant"))
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="models whose names contain this; repeatable")
    parser.add_argument("--seed", type=int, default=1, help="the first seed of random models")
    parser.add_argument("--count", type=int, default=0, help="how many random models")
    parser.add_argument("--keep", metavar="DIR", help="keep each model and its answer here")
    parser.add_argument("--junit", action="store_true", help="ask for a JUnit file, too, and compare it")
    parser.add_argument("--text", action="store_true", help="ask without --json, too; the exit status must be the same")
    parser.add_argument("--verbose", action="store_true", help="print the tool's answer for each failure")
    options = parser.parse_args()
    if not (os.path.isfile(options.tool) and os.access(options.tool, os.X_OK)):
        sys.exit(f"models_test: {options.tool}: no program; build it, or set SEXTANT")
    cases = [case for case in models.all_models() if not options.only or any(one in case.name for one in options.only)]
    if not options.only and options.count:
        cases = []
    cases += [models.named(f"random_{seed}") for seed in range(options.seed, options.seed + options.count)]
    cases += [models.named(one) for one in options.only if re.fullmatch(r"random_\d+", one)]
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    parent = options.keep or tempfile.mkdtemp()
    base = max(run([options.tool, "list", "formats"]).bytes for _ in range(3))
    failed, kinds, large = 0, collections.Counter(), []
    for case in cases:
        found, ran, command = judge(options.tool, case, parent, options.junit, options.keep, options.text)
        failed += bool(found)
        kinds["/".join(map(str, case.status)), "wrong" if found else "right"] += 1
        seconds, megabytes = (ran.seconds, max(0, ran.bytes - base) / 2**20) if ran else (0, 0)
        print(f"{'FAIL' if found else 'ok':4} {case.name:32} {seconds:6.2f} s {megabytes:6.1f} MB  {'; '.join(found)}", flush=True)
        if found and (options.verbose or case.name.startswith("random_")):
            print(f"     {case.about}\n     {' '.join(command)}")
        if found and options.verbose and ran:
            print(f"     status {ran.status}: {ran.stdout[:2000]} {ran.stderr[:500]}")
        if case.memory and (seconds >= 2 or megabytes >= 64):
            large.append(f"{case.name}: {seconds:.2f} s, {megabytes:.1f} MB")
    print(f"\n{len(cases)} models, {failed} answered wrongly; memory above {base / 2**20:.1f} MB of `list formats`")
    for (status, result), count in sorted(kinds.items()):
        print(f"  expected {status:5}: {count} {result}")
    for one in large:
        print(f"  beyond 2 s or 64 MB (reported, not failed): {one}")
    if not options.keep:
        shutil.rmtree(parent)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
