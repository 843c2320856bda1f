"""What the README shows of the module is what it does; likewise what its functions' texts show."""

import contextlib
import doctest
import io
import pathlib
import re

import numpy as np

import sextant

_ROOT = pathlib.Path(__file__).parent.parent.parent


def test_the_readmes_session_is_what_python_answers():
    text = (_ROOT / "README.md").read_text()
    sessions = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert sessions
    data = _ROOT / "properties" / "data"
    for session in sessions:
        session = session.replace("properties/data/", f"{data}/")
        test = doctest.DocTestParser().get_doctest(session, {}, "README.md", None, 0)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            results = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=said.write)
        assert results.failed == 0, said.getvalue()
        assert results.attempted > 3


def test_what_the_functions_texts_show_is_so():
    table = np.load(_ROOT / "properties" / "data" / "exp_log_f32_d96_p0.npy")
    known = {"sextant": sextant, "table": table}
    said = io.StringIO()
    attempted = 0
    for what in (sextant, sextant.value, sextant.table, sextant.Verdict, sextant.assert_conforms, sextant.Error):
        test = doctest.DocTestParser().get_doctest(what.__doc__, dict(known), str(what), None, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        assert runner.run(test, out=said.write).failed == 0, said.getvalue()
        attempted += len(test.examples)
    assert attempted >= 12
