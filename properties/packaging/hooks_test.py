"""Runs the commands of .pre-commit-hooks.yaml and of .github/actions/check/action.yml, as the programs that
read these files run them, on right and wrong examples.

Usage: hooks_test.py TOOL
"""

import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(sys.argv.pop(1)).resolve()

try:
    import yaml
except ImportError:
    print("python3-yaml is not installed")
    sys.exit(0)


def environment(**more):
    """The variables of a process for which the tool is installed."""
    return {**os.environ, "PATH": f"{TOOL.parent}:{os.environ['PATH']}", **more}


def gguf(path, **keys):
    """Writes a GGUF of Llama, version 3, without tensors, whose numbers are uint32 or float32."""
    def text(words):
        return struct.pack("<Q", len(words)) + words.encode()

    pairs = [text("general.architecture") + struct.pack("<I", 8) + text("llama")]
    for name, value in keys.items():
        kind, code = (6, "f") if isinstance(value, float) else (4, "I")
        pairs.append(text("llama." + name.replace("__", ".")) + struct.pack("<I" + code, kind, value))
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs))


class Examples(unittest.TestCase):
    """Runs in a folder with right.npy, wrong.npy, right model and wrong model."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.sextant("example", "right", "-o", "right.npy")
        self.sextant("example", "wrong-base", "-o", "wrong.npy")
        for name in ("right model", "wrong model"):
            self.sextant("example", "model", "-o", name)
        self.sextant("table", "--config", "right model/config.json", "--part", "inv_freq", "-o",
                     "right model/model.safetensors", "--tensor", "model.rotary_emb.inv_freq")

    def sextant(self, *words):
        subprocess.run([TOOL, *words], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)


class Hooks(Examples):
    """Each hook with the files of this folder whose names match, as pre-commit gives them."""

    def run_hook(self, name, arguments, files):
        [hook] = [one for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text()) if one["id"] == name]
        self.assertLessEqual({"id", "name", "language", "entry", "files"}, set(hook))
        self.assertEqual(hook["language"], "script")  # the entry's first word is a path in this repository
        program, *words = shlex.split(hook["entry"])
        chosen = [file for file in files if re.search(hook["files"], file)]
        self.assertTrue(chosen, hook["files"])
        return subprocess.run([ROOT / program, *words, *arguments, *chosen], cwd=self.folder, env=environment(),
                              capture_output=True, text=True, check=False)

    def test_check(self):
        files = ["right model/config.json", "right model/model.safetensors", "right.npy"]
        right = self.run_hook("sextant-check", ["--strict"], files)
        self.assertEqual(right.returncode, 0, right.stderr)
        self.assertEqual(right.stdout.count("'right model': passes"), 1)  # the folder once, not each file
        both = self.run_hook("sextant-check", [], ["wrong model/config.json", *files])
        self.assertEqual(both.returncode, 1)
        self.assertIn("'right model': passes", both.stdout)
        self.assertIn("scaling-missing", both.stdout)

    def test_check_file(self):
        for kind in ("right", "wrong"):  # the first bytes of a file say what it is
            shutil.copy(self.folder / f"{kind} model/model.safetensors", self.folder / f"{kind}.pt")
        against = ["--against=right model/config.json"]
        right = self.run_hook("sextant-check-file", against, ["right.pt", "wrong.npy"])
        self.assertEqual(right.returncode, 0, right.stderr)
        self.assertIn("'right.pt': passes", right.stdout)
        both = self.run_hook("sextant-check-file", against, ["wrong.pt", "right.pt"])
        self.assertEqual(both.returncode, 1)
        self.assertIn("'right.pt': passes", both.stdout)
        self.assertIn("scaling-missing", both.stdout)

    def test_check_file_with_a_config_beside_it(self):
        keys = dict(block_count=32, context_length=131072, embedding_length=4096, attention__head_count=32,
                    rope__dimension_count=128, rope__freq_base=500000.0)
        gguf(self.folder / "alone.gguf", **keys)
        alone = self.run_hook("sextant-check-file", [], ["alone.gguf"])
        self.assertEqual(alone.returncode, 0, alone.stdout + alone.stderr)
        gguf(self.folder / "wrong model/model.gguf", **keys)  # the config.json beside it scales the context
        lost = self.run_hook("sextant-check-file", [], ["wrong model/model.gguf"])
        self.assertEqual(lost.returncode, 1, lost.stdout + lost.stderr)
        self.assertIn("scaling", lost.stdout)
        own = self.run_hook("sextant-check-file", ["--against=alone.gguf"], ["wrong model/model.gguf"])
        self.assertEqual(own.returncode, 0, own.stdout + own.stderr)

    def test_check_file_takes_every_kind_of_weights(self):
        names = ["model.pt", "model.pth", "model.npz", "pytorch_model.bin", "pytorch_model-00001-of-00002.bin"]
        for kind in ("right", "wrong"):
            for name in names:  # the first bytes of a file say what it is
                shutil.copy(self.folder / f"{kind} model/model.safetensors", self.folder / f"{kind} model/{name}")
            ran = self.run_hook("sextant-check-file", [], [f"{kind} model/{name}" for name in names])
            self.assertEqual(ran.returncode, kind == "wrong", ran.stdout + ran.stderr)
            for name in names:
                self.assertIn(f"'{kind} model/{name}': {'passes' if kind == 'right' else 'does not pass'}", ran.stdout)
        with self.assertRaises(AssertionError):
            self.run_hook("sextant-check-file", [], ["data/tokens.bin"])

    def test_verify(self):
        claim = ["--model=llama-3-8b", "--part=cos"]
        self.assertEqual(self.run_hook("sextant-verify", claim, ["right.npy"]).returncode, 0)
        both = self.run_hook("sextant-verify", claim, ["wrong.npy", "right.npy", "right model/config.json"])
        self.assertEqual(both.returncode, 1)
        self.assertIn("wrong-base", both.stdout)
        self.assertIn("rounding (passes)", both.stdout)

    def test_a_file_named_like_an_option_is_a_file(self):
        claim = ["--model=llama-3-8b", "--part=cos"]
        shutil.copy(self.folder / "wrong.npy", self.folder / "--junit=written.npy")
        ran = self.run_hook("sextant-verify", claim, ["right.npy", "--junit=written.npy"])
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertFalse((self.folder / "written.npy").exists())
        folder = self.folder / "-new\nline"
        shutil.copytree(self.folder / "right model", folder)
        ran = self.run_hook("sextant-check", [], ["-new\nline/config.json"])
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_what_cannot_be_judged_is_worst(self):
        (self.folder / "broken.npy").write_bytes(b"none")
        claim = ["--model=llama-3-8b", "--part=cos"]
        ran = self.run_hook("sextant-verify", claim, ["broken.npy", "wrong.npy"])
        self.assertEqual(ran.returncode, 2)
        self.assertIn("wrong-base", ran.stdout)

    def test_every_hook_is_tried(self):
        hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
        tried = set(re.findall(r"run_hook\(\"([\w-]+)\"", pathlib.Path(__file__).read_text()))
        self.assertEqual({hook["id"] for hook in hooks}, tried)

    def test_without_the_tool_the_remedy_is_named(self):
        ran = subprocess.run([ROOT / "scripts" / "hook", "verify", "right.npy"], env={"PATH": "/usr/bin:/bin"},
                             capture_output=True, text=True, check=False)
        if shutil.which("sextant", path="/usr/bin:/bin"):
            self.skipTest("sextant is installed")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("install its package", ran.stderr)


class Action(Examples):
    """The steps of the composite action, each in a shell of its own."""

    def run_action(self, **given):
        action = yaml.safe_load((ROOT / ".github/actions/check/action.yml").read_text())
        self.assertEqual(action["runs"]["using"], "composite")
        inputs = {name: one.get("default") for name, one in action["inputs"].items()}
        self.assertLessEqual(set(given), set(inputs))
        inputs.update(given)
        temporary = self.folder / "runner"
        temporary.mkdir(exist_ok=True)
        path_file = temporary / "path"
        path_file.write_text("")
        folders = str(TOOL.parent) if not inputs["archive"] else ""
        said = ""
        for step in action["runs"]["steps"]:
            if "if" in step:
                name, other = re.fullmatch(r"inputs\.(\w+) != '(.*)'", step["if"]).groups()
                if inputs[name] == other:
                    continue
            self.assertEqual(step["shell"], "bash")
            self.assertNotIn("${{", step["run"])  # inputs are read as variables, never as text of the program
            variables = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], value)
                         for name, value in step["env"].items()}
            folders = ":".join([*path_file.read_text().split(), folders]).strip(":")
            ran = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.folder,
                capture_output=True, text=True, check=False,
                env={**variables, "PATH": f"{folders}:/usr/bin:/bin".strip(":"), "RUNNER_TEMP": str(temporary),
                     "GITHUB_PATH": str(path_file)})
            said += ran.stdout + ran.stderr
            if ran.returncode != 0:
                return ran.returncode, said
        return 0, said

    def test_right_and_wrong_tables(self):
        status, said = self.run_action(command="verify right.npy --model llama-3-8b --part cos", junit="verdict.xml")
        self.assertEqual(status, 0, said)
        self.assertIn("<testsuite", (self.folder / "verdict.xml").read_text())
        status, said = self.run_action(command="verify wrong.npy --model llama-3-8b --part cos")
        self.assertEqual(status, 1)
        self.assertIn("wrong-base", said)

    def test_right_and_wrong_models(self):
        self.assertEqual(self.run_action(command="check 'right model'")[0], 0)
        status, said = self.run_action(command="check 'wrong model' --strict")
        self.assertEqual(status, 1)
        self.assertIn("scaling-missing", said)

    def test_words_are_not_run(self):
        status, _ = self.run_action(command="verify right.npy --model llama-3-8b --part cos; touch run $(touch run)")
        self.assertNotEqual(status, 0)
        self.assertFalse((self.folder / "run").exists())

    def test_an_open_quote_is_refused(self):
        status, said = self.run_action(command="verify right.npy --model llama-3-8b --part cos 'more")
        self.assertNotEqual(status, 0)
        self.assertIn("unmatched single quote", said)
        self.assertNotIn("passes", said)

    def make_archive(self):
        """Makes an archive as of scripts/package, whose program prints its arguments.  Returns its checksum."""
        program = self.folder / "sextant-0-linux-x86_64" / "bin" / "sextant"
        program.parent.mkdir(parents=True)
        program.write_text('#!/bin/sh\necho "the archive runs $*"\n')
        program.chmod(0o755)
        subprocess.run(["tar", "-czf", "it.tar.gz", "sextant-0-linux-x86_64"], cwd=self.folder, check=True)
        return subprocess.run(["sha256sum", "it.tar.gz"], cwd=self.folder, check=True, capture_output=True,
                              text=True).stdout.split()[0]

    def test_an_archive_is_checked_and_unpacked(self):
        sha256 = self.make_archive()
        status, said = self.run_action(command="check model", archive="it.tar.gz", sha256=sha256)
        self.assertEqual(status, 0, said)
        self.assertIn("the archive runs check model", said)
        status, said = self.run_action(command="check model", archive="it.tar.gz", sha256="0" * 64)
        self.assertNotEqual(status, 0)
        self.assertNotIn("the archive runs", said)


if __name__ == "__main__":
    unittest.main()
