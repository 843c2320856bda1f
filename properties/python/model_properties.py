"""Audits of models, and comparisons of tables: what the tool says."""

import json

import numpy as np
import pytest

import sextant

LLAMA = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0,
         "max_position_embeddings": 8192}


@pytest.fixture
def folder(tmp_path):
    """The folder of a model, with only a config."""
    path = tmp_path / "model"
    path.mkdir()
    (path / "config.json").write_text(json.dumps(LLAMA))
    return path


def expect_what_the_tool_prints(audit, tool, *arguments):
    printed = tool("check", *arguments, "--json")
    assert audit.as_dict() == json.loads(printed.stdout)
    assert json.loads(audit.json()) == audit.as_dict()
    assert str(audit) == tool("check", *arguments).stdout
    assert bool(audit) == audit.passes == (printed.returncode == 0)


@pytest.mark.quick
def test_a_sound_model_passes(folder, tool):
    audit = sextant.check(folder)
    assert audit, audit
    assert repr(audit).startswith("<sextant.Audit passes: ")
    expect_what_the_tool_prints(audit, tool, folder)
    expect_what_the_tool_prints(sextant.check(str(folder), seq_len=4096, strict=True), tool, folder, "--seq-len=4096", "--strict")


def test_files_that_disagree_do_not_pass(folder, tool, tmp_path):
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**LLAMA, "rope_theta": 10000.0}))
    audit = sextant.check(folder, against=other)
    assert not audit and "does not pass" in repr(audit)
    expect_what_the_tool_prints(audit, tool, folder, "--against", other)
    frequencies = np.asarray(sextant.table(encoding="rope", dim=128, base=10000, part="inv_freq"))
    np.savez(folder / "weights.npz", **{"model.rotary_emb.inv_freq": frequencies[0]})
    expect_what_the_tool_prints(sextant.check(folder / "config.json", folder / "weights.npz"), tool,
                   folder / "config.json", folder / "weights.npz")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sextant.check(), "PATH is missing"),
        (lambda: sextant.check(3), "^check takes .*not int"),
        (lambda: sextant.check("/nowhere"), "'/nowhere'"),
        (lambda: sextant.check(".", against=""), "against is an empty text"),
        (lambda: sextant.check("/dev/null", seq_len=0), "seq_len: '0' is no number of positions"),
        (lambda: sextant.check("/dev/null", max_error=-1), "^max_error '-1' is not a number"),
        (lambda: sextant.compare(np.zeros((4, 8)), "/nowhere.npy", dim=8), "'/nowhere.npy'"),
        (lambda: sextant.compare(np.zeros((4, 8)), np.zeros((5, 8)), dim=8), "rows"),
        (lambda: sextant.compare(np.zeros((4, 8)), None, dim=8), "reference: is None, not an array"),
        (lambda: sextant.compare(np.zeros((4, 8)), np.zeros((4, 8), np.uint16), dim=8), "reference_format"),
        (lambda: sextant.compare(np.zeros((4, 8)), np.zeros((4, 8)), dim=8, mine_tensor="x"),
         "mine_tensor is for a file"),
    ],
)
def test_what_cannot_be_judged_is_refused(call, words):
    with pytest.raises(sextant.Error, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)
    assert "--" not in str(refused.value)


def test_tables_are_compared_as_the_tool_compares_them(data, tool, tmp_path):
    mine, reference = data("exp_log_f32_d96_p4096.npy"), sextant.table("4097:4225", dim=96)
    np.save(tmp_path / "mine.npy", mine)
    np.save(tmp_path / "reference.npy", reference)
    printed = tool("compare", tmp_path / "reference.npy", tmp_path / "mine.npy", "--dim", 96, "--first", 4096, "--json")
    question = {"dim": 96, "first": 4096}
    by_path = sextant.compare(tmp_path / "mine.npy", tmp_path / "reference.npy", **question)
    assert by_path.as_dict() == json.loads(printed.stdout)
    assert by_path.outcome == "reference-wrong" and not by_path
    for one, other in ((mine, reference), (tmp_path / "mine.npy", reference), (mine, tmp_path / "reference.npy")):
        comparison = sextant.compare(one, other, **question)
        assert comparison.outcome == by_path.outcome
        assert comparison.as_dict()["largest"] == by_path.as_dict()["largest"]
    assert sextant.compare(reference, mine, **question).outcome == "mine-wrong"
    assert sextant.compare(mine, mine, **question)


def test_files_are_verified_as_the_tool_verifies_them(tool, tmp_path):
    table = sextant.table("0:64", dim=32, dtype="bfloat16")
    np.save(tmp_path / "t.npy", table)
    table.tofile(tmp_path / "t.bin")
    np.savez(tmp_path / "t.npz", mine=table, other=table[:3])
    for name, fields in (("t.npy", {}), ("t.bin", {"shape": "64x32"}), ("t.npz", {"tensor": "mine"})):
        words = [f"--{field}={value}" for field, value in fields.items()]
        printed = tool("verify", tmp_path / name, "--format=bfloat16", "--dim=32", "--json", *words)
        question = {"format": "bfloat16", "dim": 32, **fields}
        for path in (tmp_path / name, str(tmp_path / name)):
            verdict = sextant.assert_conforms(path, **question)
            assert verdict.as_dict() == json.loads(printed.stdout)
            assert str(verdict).startswith(f"'{tmp_path}/{name}': correctly-rounded (passes)\n")
    with pytest.raises(sextant.Error, match='add format="bfloat16" or format="float16"'):
        sextant.verify(tmp_path / "t.npy", dim=32)
    with pytest.raises(sextant.Error, match="tensor is for a file, not for an array"):
        sextant.verify(table, dim=32, format="bfloat16", tensor="mine")
    np.save(tmp_path / "ids.npy", np.arange(64))
    assert sextant.verify(tmp_path / "t.npy", dim=32, format="bfloat16", positions=tmp_path / "ids.npy")


def test_vectors_in_files_are_verified(tool, tmp_path):
    before = np.random.default_rng(7).standard_normal((3, 16, 64)).astype(np.float32)
    np.save(tmp_path / "q.npy", before)
    ran = tool("table", "--encoding=rope", "--dim=64", "--part=rotated", "--input", tmp_path / "q.npy",
               "-o", tmp_path / "turned.npy")
    assert ran.returncode == 0, ran.stderr
    turned = np.load(tmp_path / "turned.npy")
    for array in (turned, tmp_path / "turned.npy"):
        for given in (before, tmp_path / "q.npy"):
            assert sextant.verify(array, encoding="rope", dim=64, part="rotated", input=given).misrounded == 0
