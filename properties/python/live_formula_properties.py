"""The models for `sextant.check` are what they are called: sound ones follow the published formulas, others do not."""

import json
import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import live_formulas as exact  # noqa: E402
import live_models  # noqa: E402  (needs PyTorch)
from live_models_scalings import LONGROPE  # noqa: E402
from live_transformers import HEAD, at  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

# Frequencies: ln(base) < 14 roundings of the exponent, some dozen others, and a blend's weight, whose rounding
# counts up to 32 times, each of 2^-24 at most.  An angle is off by this times its position.
RELATIVE = 2**-16
HALF_ULP = {torch.bfloat16: 2**-9, torch.float16: 2**-12}  # of cosines and sines; 2^-22 in float32 and wider


def numbers(tensor):
    return tensor.detach().to(torch.complex128 if tensor.is_complex() else torch.float64).numpy()


def limit(table, exact_table):
    if table.ndim == 1:
        return RELATIVE * np.abs(exact_table)
    return RELATIVE * max(table.shape) + HALF_ULP.get(table.dtype, 2**-22)


@pytest.mark.parametrize("case", [case for case in live_models.SOUND if case.stores()], ids=lambda case: case.id)
def test_a_sound_model_stores_what_is_published(case):
    model = case.build()
    for path, expected in case.stores().items():
        table = at(model, path)
        assert table.shape == expected.shape, path
        assert np.all(np.abs(numbers(table) - expected) <= limit(table, expected)), path


def turned(model, positions):
    """Cosines of a rotary module at the level of the model."""
    cos, sin = model.model.rotary_emb(torch.zeros(1, len(positions), HEAD), torch.as_tensor(positions)[None])
    return numbers(cos)[0], numbers(sin)[0]


PLAIN, SMALL = exact.plain(5e5, HEAD), exact.plain(1e4, HEAD)
GIVEN = {
    "llama": ([0, 1, 300, 8191], PLAIN, 1),
    "llama5": ([0, 1, 300, 8191], PLAIN, 1),
    "linear": ([0, 1, 300, 8191], SMALL / 4, 1),
    "llama3": ([0, 1, 300, 8191, 131071], exact.llama3(5e5, HEAD, 32, 1, 4, 8192), 1),
    "yarn": ([0, 1, 300, 32767], exact.yarn(1e6, HEAD, 4, 32768), 1 + 0.1 * math.log(4)),
    "longrope": ([0, 1, 4095], SMALL / LONGROPE["short_factor"], math.sqrt(1 + math.log(32) / math.log(4096))),
    "dynamic": ([0, 1, 4095], SMALL, 1),
}
GROWN = {
    "longrope": ([0, 1, 4096], SMALL / LONGROPE["long_factor"], GIVEN["longrope"][2]),
    "dynamic": ([0, 1, 16383], exact.dynamic(1e4, HEAD, 2, 4096, 16384), 1),
}


@pytest.mark.parametrize("family,given", [*GIVEN.items(), *GROWN.items()], ids=lambda value: value if isinstance(value, str) else "")
def test_a_sound_forward_gives_what_is_published(family, given):
    positions, frequencies, amplitude = given
    angles = exact.halves(exact.angles(frequencies, positions))
    cos, sin = turned(live_models.build(family), positions)
    off = RELATIVE * np.asarray(positions)[:, None] * exact.halves(frequencies) * amplitude + 2**-22
    assert np.all(np.abs(cos - amplitude * np.cos(angles)) <= off)
    assert np.all(np.abs(sin - amplitude * np.sin(angles)) <= off)


@pytest.mark.parametrize("fault", ["positions-rounded", "product-rounded", "positions-from-1", "side-by-side"])
def test_a_wrong_forward_has_right_frequencies(fault):
    model = live_models.build("llama", fault)
    assert np.all(np.abs(numbers(model.model.rotary_emb.inv_freq) - PLAIN) <= RELATIVE * PLAIN)
    positions = np.arange(2048)
    cos, _ = turned(model, positions)
    assert np.max(np.abs(cos - np.cos(exact.halves(exact.angles(PLAIN, positions))))) > 0.5


def test_a_module_that_was_used_for_long_sequences_returns():
    model = live_models.build("dynamic")
    turned(model, [16383])
    cos, _ = turned(model, [4000])
    assert np.all(np.abs(cos - np.cos(exact.halves(exact.angles(SMALL, [4000])))) <= RELATIVE * 4000)


def facts(model):
    """The tensors, amplitudes and classes of a model."""
    found = {}
    for path, module in model.named_modules():
        found[path] = type(module).__name__
        for name, value in {**vars(module), **module._buffers}.items():
            if torch.is_tensor(value):
                found[f"{path}.{name}"] = (str(value.dtype), tuple(value.shape), numbers(value).tobytes())
            elif isinstance(value, (int, float)) or name == "rope_init_fn":
                found[f"{path}.{name}"] = value
    return found


def configuration(model):
    found = getattr(model, "config", getattr(model, "params", None))
    return json.dumps(vars(found) if found else {}, sort_keys=True)


@pytest.mark.parametrize("case", live_models.FAULTY, ids=lambda case: case.id)
def test_a_fault_is_in_the_model(case):
    """What must be named is there, and the model differs from every sound one."""
    model = case.build()
    for path in case.names + case.others:
        at(model, path)
    for other in live_models.SOUND:
        sound = other.build() if other.family == case.family else None
        if sound is not None and configuration(sound) == configuration(model):
            assert facts(sound) != facts(model)


def test_every_family_has_at_least_three_faults():
    families = {case.family for case in live_models.SOUND} - {"bert", "learned", "other"}  # whose tables follow no formula
    for family in families | {"unknown"}:
        assert sum(case.family == family for case in live_models.FAULTY) >= 3, family
