"""`sextant.check` on models in memory: what is sound passes, and what is not is named.

The models were written from the structure of published code, and the answers from its formulas, without sight
of what walks a model."""

import json
import pathlib

import numpy as np
import pytest

import sextant

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import live_models  # noqa: E402  (needs PyTorch)
import live_transformers as hf  # noqa: E402
from live_audit import asked, blamed, reasons, text_of, unpassed  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

SCHEMA = pathlib.Path(__file__).parents[2] / "reports/schema/check.schema.json"


@pytest.mark.parametrize("case", live_models.SOUND, ids=lambda case: case.id)
def test_a_sound_model_is_not_blamed(case):
    audit = asked(case)
    assert not blamed(audit), str(audit)
    assert not audit.as_dict()["disagreements"], str(audit)
    if case.answer != "unblamed":
        assert audit.passes, str(audit)
    if case.answer == "identified":
        assert any(entry["identified"] for entry in audit.as_dict()["stored"]), str(audit)
        assert audit.as_dict()["warnings"], str(audit)
    if case.names:  # judged or not, it is not passed over in silence
        assert any(name in text_of(audit) for name in case.names), str(audit)


@pytest.mark.parametrize("case", live_models.FAULTY, ids=lambda case: case.id)
def test_a_fault_is_noticed_and_its_module_named(case):
    audit = asked(case)
    assert not audit.passes, str(audit)
    assert any(name in str(audit) for name in case.names), str(audit)
    if case.says:
        assert any(word in reasons(audit) for word in case.says), str(audit)
    for other in case.others:
        assert not any(path == other or path.startswith(f"{other}.") for path in blamed(audit)), str(audit)


@pytest.mark.parametrize("case", [case for case in live_models.FAULTY if case.family == "unknown"], ids=lambda case: case.id)
def test_what_is_unknown_is_not_called_wrong(case):
    audit = asked(case)
    assert not blamed(audit) and not audit.as_dict()["disagreements"], str(audit)
    assert any(name in reasons(audit) for name in case.names), str(audit)


# What a module does not say is not judged, and the reason says what would explain its table.
NOT_SAID = {
    "fairseq-end-repeated": 'table-overrun {"rows":512}',  # its program may mean that
    "fairseq-another-row-is-zero": 'zero-row {"claimed":"none","position":"0"}',  # no row is of padding for certain
    "fairseq-next-row-is-zero": 'zero-row {"claimed":"none","position":"2"}',
    "fairseq-padding-not-said": 'zero-row {"claimed":"none","position":"1"}',
    "fairseq-row-lost": 'zeros {"of":1024,"rows":"700"}',
    "meta-all-divided": "no stored table has one of these factors",  # 8 and 32, of published programs
    "meta-scaled-by-16": "no stored table has one of these factors",
    "whisper-computed-in-float16": 'computed-in-half {"format":"float16"',  # it may be a table of its own
    "whisper-computed-in-half": 'computed-in-half {"format":"bfloat16"',
    "whisper-end-repeated": 'table-overrun {"rows":1024}',
    "whisper-end-lost": 'zeros {"of":1500,"rows":"1024 to 1499"}',
}


def by_id(name):
    [case] = [case for case in live_models.CASES if case.id == name]
    return case


@pytest.mark.parametrize("name", NOT_SAID)
def test_what_a_module_does_not_say_is_not_judged(name):
    case = by_id(name)
    audit = asked(case)
    assert not audit.passes and not blamed(audit) and not audit.as_dict()["disagreements"], str(audit)
    [entry] = unpassed(audit)
    assert entry["tensor"] in case.names and "--against" in entry["why"], str(audit)
    assert NOT_SAID[name] in str(audit), str(audit)


FAIRSEQ = {"model_type": "m2m_100", "d_model": 64, "max_position_embeddings": 1022}
WHISPER = {"model_type": "whisper", "d_model": 64, "max_source_positions": 1500, "max_target_positions": 448}


def meta(factor):
    scaling = {"rope_type": "llama3", "factor": factor, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
               "original_max_position_embeddings": 8192}
    return hf.config(max_position_embeddings=1024, rope_scaling=scaling if factor else None).to_dict()


@pytest.mark.parametrize("name,config,cause", [
    ("fairseq-sound", FAIRSEQ, None),
    ("fairseq-another-row-is-zero", FAIRSEQ, "zero-row"),
    ("fairseq-row-lost", FAIRSEQ, "zeros"),
    ("meta-scaled", meta(8.0), None),
    ("meta-scaled-by-16", meta(16.0), None),
    ("meta-all-divided", meta(8.0), "scaling"),
    ("meta-scaled", meta(32.0), "scaling-parameters"),
    ("meta-scaled", meta(None), "scaling"),
    ("whisper-sound", WHISPER, None),
    ("whisper-computed-in-half", WHISPER, "computed-in-half"),
    ("whisper-end-lost", WHISPER, "zeros"),
    ("whisper-end-repeated", WHISPER, "table-overrun"),
])
def test_with_a_configuration_it_is_judged(name, config, cause, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(config))
    case = by_id(name)
    audit = sextant.check(case.build(), against=tmp_path)
    assert audit.passes == (cause is None), str(audit)
    if cause:
        assert blamed(audit) & set(case.names) and cause in reasons(audit), str(audit)


@pytest.mark.parametrize("name,factor", [("scaled", "8"), ("scaled-by-32", "32"), ("scaled-wide", "8")])
def test_a_factor_in_the_code_is_found_in_the_table(name, factor):
    audit = sextant.check(live_models.build("meta", name))
    [warning] = audit.as_dict()["warnings"]
    assert "use_scaled_rope" in warning and f"factor={factor} " in warning, str(audit)
    assert not sextant.check(live_models.build("meta", name), strict=True)


# What is asked


@pytest.mark.parametrize("family,fault", [("x-transformers", "sound"), ("tutorial", "batch-first")])
def test_an_identified_encoding_fails_with_strict(family, fault):
    model = live_models.build(family, fault)
    assert sextant.check(model)
    assert not sextant.check(model, strict=True)


def test_a_limit_of_the_error_holds_for_tables():
    model = live_models.build("vllm")  # a cache in bfloat16: half a unit of numbers below 1 is 2^-9
    assert sextant.check(model, max_error=2**-8)
    assert not sextant.check(model, max_error=2**-12)


def test_a_limit_of_the_phase_holds_for_frequencies():
    """The phase error is that of the last position, 8191.  A program that multiplies and calls a cosine in float32
    adds one rounding of the angle, and one of the result."""
    model = live_models.build("llama")
    exact = np.power(500000.0, -2.0 * np.arange(32) / 64)
    off = np.max(np.abs(model.model.rotary_emb.inv_freq.double().numpy() - exact)) * 8191
    assert off > 0
    assert sextant.check(model, max_phase=off + 8191 * 2**-24 + 2**-22)
    assert not sextant.check(model, max_phase=off / 100)


@pytest.mark.parametrize("length", [4096, 8192, 16384])
def test_a_dynamic_model_is_right_for_each_length(length):
    audit = sextant.check(live_models.build("dynamic"), seq_len=length)
    assert not blamed(audit) and not audit.as_dict()["disagreements"], str(audit)


@pytest.mark.parametrize("length", [4096, 4097, 131072])
def test_longrope_is_right_for_each_length(length):
    audit = sextant.check(live_models.build("longrope"), seq_len=length)
    assert not blamed(audit) and not audit.as_dict()["disagreements"], str(audit)


@pytest.mark.parametrize("family,last,length", [("longrope", 9999, None), ("longrope", 9999, 10), ("dynamic", 9999, 10000),
                                                 ("dynamic", 9999, 100)])
def test_frequencies_of_the_last_call_are_not_wrong(family, last, length):
    """The forward replaces them in a call of another length."""
    model = live_models.build(family)
    model.model.rotary_emb(torch.zeros(1), torch.arange(last + 1)[None])
    audit = sextant.check(model, seq_len=length)
    assert audit and "for another length of sequences" in str(audit), str(audit)


def test_frequencies_of_another_length_are_wrong_if_the_tables_are():
    model = live_models.build("longrope")
    rotary = model.model.rotary_emb
    rotary(torch.zeros(1), torch.arange(10000)[None])
    rotary.rope_type = "default"  # so that no call replaces them
    assert {"model.rotary_emb.inv_freq"} < blamed(sextant.check(model))


def test_another_configuration_is_what_is_right(tmp_path):
    model, path = live_models.build("llama"), tmp_path / "config.json"
    path.write_text(json.dumps(hf.config(rope_theta=10000.0).to_dict()))
    assert sextant.check(model)
    audit = sextant.check(model, against=path)
    assert not audit and "base" in reasons(audit), str(audit)
    path.write_text(json.dumps(hf.config().to_dict()))
    assert sextant.check(model, against=str(tmp_path))


# The answer

FORMS = [("llama", "sound"), ("llama", "zeros"), ("llama", "positions-from-1"), ("tutorial", "batch-first"),
         ("alibi", "12-heads"), ("bert", "sound"), ("unknown", "class-name")]


@pytest.mark.parametrize("family,fault", FORMS)
def test_the_answer_has_the_form_of_the_tool(family, fault):
    audit = sextant.check(live_models.build(family, fault))
    found = audit.as_dict()
    schema = json.loads(SCHEMA.read_text())
    assert set(schema["required"]) <= set(found)
    for key in ("stored", "disagreements"):
        items = schema["properties"][key]["items"]
        for entry in found[key]:
            assert set(items["required"]) <= set(entry)
    for entry in found["stored"]:
        assert entry["outcome"] in ("passes", "fails", "not judged")
        assert (entry["why"] is None) == (entry["outcome"] == "passes")
    assert json.loads(json.dumps(found)) == found
    assert bool(audit) is audit.passes is found["passes"]
    assert str(audit).strip()


# The model


def state_of(model):
    """The tensors of a model, with where they lie and how often they were written, its modes and plain attributes."""
    made = {}
    for path, module in model.named_modules():
        for name, value in {**vars(module), **module._buffers, **module._parameters}.items():
            if torch.is_tensor(value):
                made[path, name] = (value.dtype, value.shape, value.data_ptr(), value._version, value.requires_grad)
            elif isinstance(value, (bool, int, float, str, type(None))):
                made[path, name] = value
    return made


@pytest.mark.parametrize("case", [case for case in live_models.SOUND if case.fault in ("sound", "batch-first", "8-heads")],
                         ids=lambda case: case.id)
def test_a_model_is_left_as_it_was(case):
    """Also if its modules replace their buffers when they are called for longer sequences."""
    model = case.build()
    model.train()
    before, random = state_of(model), torch.get_rng_state()
    first = sextant.check(model, **case.options)
    assert state_of(model) == before
    assert torch.equal(torch.get_rng_state(), random) and torch.is_grad_enabled()
    assert sextant.check(model, **case.options).as_dict() == first.as_dict()


def test_a_dynamic_model_keeps_its_frequencies():
    model = live_models.build("dynamic")
    rotary = model.model.rotary_emb
    kept, before = rotary.inv_freq, rotary.inv_freq.clone()
    sextant.check(model, seq_len=16384)
    assert rotary.inv_freq is kept and torch.equal(kept, before)
    assert rotary.max_seq_len_cached == 4096


@pytest.mark.parametrize("surroundings", [torch.inference_mode, torch.enable_grad, lambda: torch.autocast("cpu", dtype=torch.bfloat16)],
                         ids=["inference", "gradients", "autocast"])
def test_the_surroundings_do_not_change_the_answer(surroundings):
    model = live_models.build("llama")
    expected = sextant.check(model).as_dict()
    with surroundings():
        assert sextant.check(model).as_dict() == expected


def test_the_default_dtype_does_not_change_the_answer():
    model = live_models.build("llama")
    expected = sextant.check(model).as_dict()
    torch.set_default_dtype(torch.float64)
    try:
        assert sextant.check(model).as_dict() == expected
    finally:
        torch.set_default_dtype(torch.float32)
