"""Tests of scripts/prose: it finds what it says it finds, and nothing in code.

Example: prose_test.py   (fails, saying where, if one does)
"""

import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "prose"
LOADER = importlib.machinery.SourceFileLoader("prose", str(SCRIPT))
prose = importlib.util.module_from_spec(importlib.util.spec_from_loader("prose", LOADER))
LOADER.exec_module(prose)


def found(text):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.md"
        page.write_text(text, encoding="utf-8")
        return prose.of_page(page, prose.LONGEST)


class Prose(unittest.TestCase):
    def test_finds_phrases_with_their_lines(self):
        self.assertEqual([line for line, _ in found("One.\n\nWhoever\ncalls it.\n\nNothing\nwhere it ends.\n")], [3, 6])
        self.assertEqual(len(found("| a | what is told |\n")), 1)
        self.assertEqual(len(found("# Told\n\n* besides\n* Nobody knows.\n")), 3)

    def test_finds_long_sentences(self):
        words = "word " * prose.LONGEST
        self.assertEqual(found(words + ".\n"), [])
        self.assertEqual(len(found(words + "more.\n")), 1)
        self.assertEqual(found(words + ". " + words + ".\n"), [])
        self.assertEqual(len(found(words + "`code`.\n")), 1)
        self.assertEqual(found(words + "\n\n" + words + "\n"), [])

    def test_reads_no_code_and_nothing_generated_from_lib(self):
        self.assertEqual(found("```console\n$ told\n```\n"), [])
        self.assertEqual(found("Use `--told` and [this](told.md).\n<!-- told -->\n"), [])
        generated = "<!-- from {}/a, by b -->\n\nIt is told.\n\n<!-- as far as here -->\n"
        self.assertEqual(found(generated.format("lib")), [])
        self.assertEqual(len(found(generated.format("reports"))), 1)

    def test_reads_comments_and_messages(self):
        cpp = "int told;  // told\n/* a\n   told */ f(\"told \\\" told\", '\"');\n"
        self.assertEqual([line for line, text in prose.of_cpp(cpp) if "told" in text], [1, 2, 3])
        python = "told = 1  # told\nf('told')\n"
        self.assertEqual([line for line, text in prose.of_python(python) if "told" in text], [1, 2])

    def test_tells_comments_from_messages(self):
        parts = [part for _, part in prose.of_cpp('/// a\nf("b");  /* c */\n')]
        parts += [part for _, part in prose.of_python('def f():\n    """d"""\n    g("e")  # f\n')]
        self.assertEqual([prose.is_comment(part) for part in parts], [True, False, True, True, False, True])

    def test_every_phrase_says_what_to_say_instead(self):
        for phrase, instead in prose.PHRASES:
            self.assertTrue(phrase and instead)


if __name__ == "__main__":
    unittest.main()
