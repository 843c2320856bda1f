"""Tests of pages.py: a page whose blocks do not do as shown is found.

Example: pages_test.py   (fails, saying where, if one does)
"""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import pages  # noqa: E402


def page(*lines):
    """The failures of a page of these lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.md"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            return pages.failures(path, pages.ROOT / "build")


class Pages(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        self.assertEqual(page("```console", "$ echo a", "a", "$ (exit 3)", "$ echo $?", "3", "```"), [])
        self.assertEqual(len(page("```console", "$ echo a", "b", "```")), 1)
        self.assertEqual(len(page("```console", "$ echo a", "```")), 1)
        self.assertEqual(len(page("```console", "a", "```")), 1)

    def test_dots_stand_for_anything(self):
        many = "$ printf 'a\\nb\\nc 1 s\\n'"
        self.assertEqual(page("```console", many, "a", "…", "c … s", "```"), [])
        self.assertEqual(page("```console", many, "a", "b", "…", "c 1 s", "```"), [])
        self.assertEqual(len(page("```console", many, "…", "c … min", "```")), 1)
        self.assertEqual(len(page("```console", many, "…", "b", "```")), 1)

    def test_blocks_find_the_files_of_those_before(self):
        self.assertEqual(page("```sh", "echo a > file", "```", "```python", "assert open('file').read() == 'a\\n'", "```"), [])
        self.assertEqual(page("<!-- file: b.txt -->", "```text", "b", "```", "```console", "$ cat b.txt", "b", "```"), [])
        self.assertEqual(page("<!-- before: touch c -->", "```sh", "test -f c", "```"), [])

    def test_scripts_end_with_the_status_that_is_said(self):
        self.assertEqual(len(page("```sh", "false", "true", "```")), 1)
        self.assertEqual(page("<!-- exit: 3 -->", "```sh", "exit 3", "```"), [])
        self.assertEqual(len(page("```python", "raise SystemExit(1)", "```")), 1)

    def test_sessions_share_their_names(self):
        self.assertEqual(page("```pycon", ">>> a = 1", "```", "```pycon", ">>> a", "1", "```"), [])
        self.assertEqual(len(page("```pycon", ">>> 1", "2", "```")), 1)

    def test_every_block_is_run_or_says_why_not(self):
        self.assertEqual(page("<!-- not run: an hour -->", "```sh", "false", "```"), [])
        self.assertEqual(len(page("```", "$ sextant", "```")), 1)
        self.assertEqual(len(page("```cpp", "int main() {}", "```")), 1)
        self.assertEqual(page("<!-- run: a.cpp -->", "```cpp", "int main() {}", "```", "```console", "$ ./a", "no", "```"), [])
        self.assertEqual(len(page("```sh", "true")), 1)

    @unittest.skipUnless((pages.ROOT / "build/bin/sextant").exists(), "the tool is not built")
    def test_options_exist(self):
        self.assertEqual(page("Use `sextant verify F --dim 8` or `sextant report diff A B --allow 1.05`."), [])
        self.assertEqual(len(page("Use `sextant verify F --nothing 8`.")), 1)
        self.assertEqual(len(page("<!-- not run: why -->", "```sh", "sextant judge --dim 8 | sextant sweep merge --dim 3", "```")), 1)
        self.assertEqual(len(page("`sextant frobnicate`")), 1)
        self.assertEqual(page("Then sextant judges tables."), [])

    def test_a_comment_is_for_the_next_block_alone(self):
        self.assertEqual(len(page("<!-- not run: an hour -->", "", "Words.", "", "```sh", "false", "```")), 1)
        self.assertEqual(page("<!-- not run: an hour -->", "", "```sh", "false", "```"), [])


if __name__ == "__main__":
    unittest.main()
