"""The sessions of README.md and the guide, and the examples in docstrings, show what the module does."""

import contextlib
import doctest
import io
import pathlib
import re

import numpy as np
import pytest

import sextant

_ROOT = pathlib.Path(__file__).parent.parent.parent


@pytest.mark.parametrize("page", ["README.md", "reports/guide/python.md"])
def test_the_session_of_a_page_is_what_python_answers(page):
    text = (_ROOT / page).read_text()
    sessions = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert sessions
    known = {}
    data = _ROOT / "properties" / "data"
    for session in sessions:
        session = session.replace("properties/data/", f"{data}/")
        test = doctest.DocTestParser().get_doctest(session, known, page, None, 0)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            flags = doctest.REPORT_NDIFF | doctest.ELLIPSIS
            results = doctest.DocTestRunner(optionflags=flags).run(test, out=said.write, clear_globs=False)
        known = test.globs
        assert results.failed == 0, said.getvalue()
        assert results.attempted > 0


def test_what_the_functions_texts_show_is_so(tmp_path):
    table = np.load(_ROOT / "properties" / "data" / "exp_log_f32_d96_p0.npy")
    (tmp_path / "config.json").write_text(
        '{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0, '
        '"max_position_embeddings": 8192}'
    )
    known = {"sextant": sextant, "table": table, "folder": tmp_path}
    said = io.StringIO()
    attempted = 0
    for what in (sextant, sextant.value, sextant.table, sextant.Verdict, sextant.assert_conforms, sextant.Error,
                 sextant.check, sextant.compare, sextant.tolerance):
        test = doctest.DocTestParser().get_doctest(what.__doc__, dict(known), str(what), None, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        assert runner.run(test, out=said.write).failed == 0, said.getvalue()
        attempted += len(test.examples)
    assert attempted >= 22
