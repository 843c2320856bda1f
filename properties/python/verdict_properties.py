"""Verdicts on tables in memory."""

import json

import numpy as np
import pytest

import sextant

ROPE = {"encoding": "rope", "base": 500000, "part": "cos", "first": 4000}
FAULTY = "fault_frequency_rounded_bf16_cos_p4000.npy"


@pytest.mark.quick
def test_a_sound_table_is_true(data):
    table = data("exp_log_f32_d96_p4096.npy")
    verdict = sextant.verify(table, dim=96, first=4096)
    assert verdict and verdict.passes
    assert verdict.grade == verdict.required == "rounding"
    assert verdict.entries == table.size
    assert 0 < verdict.misrounded < table.size
    assert verdict.non_finite == verdict.undecided == 0
    assert verdict.findings == ()
    assert verdict.granted_by.recipe == "exp-log"
    assert 0 < verdict.granted_by.fraction <= 1
    assert verdict.granted_by.computed_in == "float32"
    worst = verdict.worst
    row, got = worst.position - 4096, table[worst.position - 4096, worst.channel]
    assert 0 <= row < 128
    assert float.fromhex(worst.got["hex"]) == got
    truth = sextant.value(worst.position, worst.channel, dim=96, dtype="float32")
    assert float.fromhex(worst.want["hex"]) == truth
    assert worst.absolute >= verdict.worst_by["ulps"].absolute


def test_what_is_required_decides(data):
    table = data("exp_log_f32_d96_p4096.npy")
    assert not sextant.verify(table, dim=96, first=4096, require="faithful")
    assert sextant.verify(data(FAULTY), **ROPE, require="explained")


def test_a_fault_is_named_with_its_parameters(data):
    verdict = sextant.verify(data(FAULTY), **ROPE)
    assert not verdict
    assert verdict.grade == "explained"
    [finding] = verdict.findings
    assert finding.fault == "frequency-rounded"
    assert finding.parameters == {"format": "bfloat16"}
    assert 0.9 < finding.match <= 1
    assert "sglang-jax" in finding.reference
    assert repr(verdict) == (
        "<sextant.Verdict explained, frequency-rounded (does not pass): 16384 entries>"
    )


def test_words_and_json_are_those_of_the_tool(data, judged_by_tool, tool, tmp_path):
    options = ["--encoding", "rope", "--base", 500000, "--part", "cos", "--first", 4000]
    verdict = sextant.verify(data(FAULTY), **ROPE, name="'t.npy'")
    assert verdict.as_dict() == judged_by_tool(data(FAULTY), *options)
    ran = tool("verify", tmp_path / "t.npy", *options, "--json")
    told = json.loads(ran.stdout)
    assert told["file"] == str(tmp_path / "t.npy")
    assert json.loads(verdict.json()) == {**told, "file": None}
    words = tool("verify", tmp_path / "t.npy", *options).stdout
    assert str(verdict) == words.replace(f"'{tmp_path}/t.npy'", "'t.npy'")


def test_what_fails_a_test_is_the_diagnosis(data):
    table = data(FAULTY)
    with pytest.raises(AssertionError) as failed:
        sextant.assert_conforms(table, **ROPE, name="my table")
    assert str(failed.value) == str(sextant.verify(table, **ROPE, name="my table")).rstrip()
    assert str(failed.value).startswith("my table: explained (does not pass)\n")
    passed = sextant.assert_conforms(table, **ROPE, require="explained")
    assert isinstance(passed, sextant.Verdict)


def test_a_table_that_nobody_names_is_guessed(data):
    verdict = sextant.verify(data("exp_log_f32_d256_p131072.npy"))
    assert verdict.identified
    assert "no encoding" in verdict.warnings[0]
    again = sextant.verify(data("exp_log_f32_d256_p131072.npy"), encoding=verdict.encoding, first=131072)
    assert not again.identified
    assert again.grade == verdict.grade


def test_a_config_may_be_a_file_or_a_dictionary(data, tmp_path):
    config = {
        "model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0,
        "max_position_embeddings": 131072,
        "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                         "high_freq_factor": 4.0, "original_max_position_embeddings": 8192},
    }
    (tmp_path / "config.json").write_text(json.dumps(config))

    class Config:
        def to_dict(self):
            return config

    table = data("llama3_cos_f32_p8064.npy")
    expected = sextant.verify(table, model="llama-3.1-8b", part="cos", first=8064)
    for said in (config, tmp_path / "config.json", str(tmp_path / "config.json"), Config()):
        verdict = sextant.verify(table, config=said, part="cos", first=8064)
        assert verdict.encoding == expected.encoding
        assert verdict.grade == expected.grade
    with pytest.raises(sextant.Error, match=r"^config: .*rope_theta"):
        sextant.verify(table, config={**config, "rope_theta": "high"}, part="cos")


def test_vectors_are_judged_against_those_given(tool, tmp_path):
    before = np.random.default_rng(7).standard_normal((2, 3, 16, 64)).astype(np.float32)
    np.save(tmp_path / "q.npy", before)
    ran = tool("table", "--model", "gpt-j-6b", "--part", "rotated", "--input", tmp_path / "q.npy",
               "--first", 4096, "-o", tmp_path / "turned.npy")
    assert ran.returncode == 0, ran.stderr
    turned = np.load(tmp_path / "turned.npy")
    options = {"model": "gpt-j-6b", "part": "rotated", "first": 4096}
    verdict = sextant.verify(turned, input=before, **options)
    assert verdict.grade == "correctly-rounded"
    for order in (np.asfortranarray(turned), np.repeat(turned, 2, 2)[:, :, ::2]):
        assert sextant.verify(order, input=before, **options).as_dict() == verdict.as_dict()
    wrong = sextant.verify(before, input=before, **options)
    assert [finding.fault for finding in wrong.findings] == ["unrotated"]
    swapped = {"array": turned.swapaxes(1, 2), "input": before.swapaxes(1, 2)}
    said = sextant.verify(**swapped, axis=-3, **options)
    assert said.grade == "correctly-rounded" and not said.warnings and said.as_dict()["axis"] == 1
    found = sextant.verify(**swapped, **options)
    assert found.grade == "correctly-rounded" and found.warnings and found.as_dict()["axis_found"]
    with pytest.raises(sextant.Error, match="no axis of positions"):
        sextant.verify(**swapped, axis=3, **options)
    with pytest.raises(sextant.Error, match="axis goes with part rotated"):
        sextant.verify(turned[0, 0], axis=0, dim=64)
    with pytest.raises(sextant.Error, match="part rotated needs the vectors"):
        sextant.verify(turned, **options)
    with pytest.raises(sextant.Error, match="input goes with part rotated"):
        sextant.verify(turned[0, 0], input=before, dim=64)


def test_positions_may_be_listed(data):
    table = data("exp_log_f32_d96_p4096.npy")
    order = np.random.default_rng(3).permutation(128)
    plain = sextant.verify(table, dim=96, positions="4096:4224").as_dict()
    for positions in (range(4096, 4224), list(range(4096, 4224)), np.arange(4096.0, 4224)):
        verdict = sextant.verify(table, dim=96, positions=positions)
        assert verdict.grade == "rounding"
        assert verdict.as_dict()["worst"] == plain["worst"]
    shuffled = sextant.verify(table[order], dim=96, positions=(4096 + order).astype(np.uint16))
    assert shuffled.as_dict()["worst"] == plain["worst"]
    assert not sextant.verify(table[order], dim=96, positions="4096:4224")


def test_what_there_is_is_what_the_tool_lists(tool):
    for what in ("encodings", "models", "recipes", "formats", "faults"):
        listed = getattr(sextant, f"list_{what}")()
        assert listed == json.loads(tool("list", what, "--json").stdout)
        assert len(listed) > 3


def test_limits_decide_whatever_the_grade(data):
    table = data("exp_log_f32_d96_p4096.npy")
    question = {"dim": 96, "first": 4096}
    plain = sextant.verify(table, **question)
    assert plain.limits == () and plain.ended_early is False
    worst = plain.worst.absolute
    assert sextant.verify(table, max_error=worst, max_phase=1, strict=True, **question)
    beyond = sextant.verify(table, max_error=worst / 2, max_phase=1e-9, **question)
    assert not beyond and beyond.grade == "rounding"
    assert [limit.limit for limit in beyond.limits] == ["max-error", "max-phase"]
    assert beyond.limits[0] == sextant.Limit("max-error", worst / 2, worst)
    warned = sextant.verify(data("exp_log_f32_d96_p0.npy"), strict=True)
    assert [(limit.limit, limit.allowed) for limit in warned.limits] == [("strict", 0)]
    with pytest.raises(AssertionError, match="beyond max-error"):
        sextant.assert_conforms(table, max_error=1e-9, **question)
    with pytest.raises(sextant.Error, match="^max_error '-1' is not a number"):
        sextant.verify(table, max_error=-1, **question)


def test_resampled_tables_are_judged_against_their_source(data):
    table, source = data("resampled/vit_16x24.npy"), data("resampled/pos_embed.npy")
    options = {"part": "resampled", "input": source, "size": "16x24", "prefix": 1}
    verdict = sextant.verify(table, mode="bicubic", **options)
    assert verdict.grade == "rounding" and verdict.granted_by.recipe == "interpolate"
    turned = sextant.verify(np.asfortranarray(table), mode="bicubic", **options)
    assert turned.as_dict() == verdict.as_dict()
    wrong = sextant.verify(table, mode="bicubic-antialias", **options)
    assert [finding.fault for finding in wrong.findings] == ["antialias"]
    with pytest.raises(sextant.Error, match="385 rows do not agree"):
        sextant.verify(table[None], mode="bicubic", **{**options, "size": "16x25"})
    with pytest.raises(sextant.Error, match="^mode"):
        sextant.verify(table, mode="cubic", **options)


def test_a_library_and_a_time_limit_may_be_said(data):
    table = data("exp_log_f32_d96_p4096.npy")
    verdict = sextant.verify(table, dim=96, first=4096, library="glibc", time_limit=0.5)
    assert verdict.granted_by.library == "glibc"
    assert "glibc" in [library["name"] for library in sextant.list_libraries()]
    assert "bicubic-antialias" in [mode["name"] for mode in sextant.list_modes()]
    ended = sextant.verify(data("fault_position_offset_f32_d96_p0.npy"), dim=96, time_limit=0)
    assert ended.ended_early and ended.grade == "unexplained" and not ended
    with pytest.raises(sextant.Error, match="^library"):
        sextant.verify(table, dim=96, library="gllibc")
