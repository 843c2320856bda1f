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
from live_audit import asked, blamed, reasons, text_of  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

SCHEMA = pathlib.Path(__file__).parents[2] / "reports/schema/check.schema.json"


# What is not seen yet.
LIMITS = {
    "fairseq-sound": "a table with a row of zeros is not identified",
    "fairseq-another-row-is-zero": "the same",
    "meta-scaled": "the factor of use_scaled_rope is in Meta's code",
    "meta-scaling-missing": "the same",
    "whisper-computed-in-half": "no parameter is trained: it may be a learned table",
    "whisper-end-repeated": "the same",
    "gptj-positions-from-1": "cosines first are tried before sines first",
    "gptj-exchanged": "the order of sines and cosines is in GPT-J's code",
}


def with_limits(cases):
    def marks(case):
        return pytest.mark.xfail(strict=True, reason=LIMITS[case.id]) if case.id in LIMITS else ()

    return [pytest.param(case, id=case.id, marks=marks(case)) for case in cases]


@pytest.mark.parametrize("case", with_limits(live_models.SOUND))
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


@pytest.mark.parametrize("case", with_limits(live_models.FAULTY))
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
