"""`sextant.check` judges what a module's forward returns, and leaves the module as it was."""

import collections
import json

import pytest

import sextant

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import live_transformers as hf  # noqa: E402  (needs PyTorch)
import torch_modules  # noqa: E402
from live_audit import blamed, reasons, unpassed  # noqa: E402
from live_programs import Block  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
nn = torch.nn
PATH = "attention.rotary_emb"


def frequencies():
    return 1.0 / hf.powers(10000.0, 64)


class Rotary(nn.Module):
    """A rotary module that says its encoding itself."""

    def __init__(self):
        super().__init__()
        self.dim, self.base, self.max_position_embeddings = 64, 10000.0, 2048
        self.register_buffer("inv_freq", frequencies(), persistent=False)

    def tables(self, positions, inv_freq=None):
        angles = positions.float()[..., None] * (self.inv_freq if inv_freq is None else inv_freq)
        doubled = torch.cat((angles, angles), dim=-1)
        return doubled.cos(), doubled.sin()

    def forward(self, x, position_ids):
        return self.tables(position_ids)


class Exchanged(Rotary):
    def forward(self, x, position_ids):
        return self.tables(position_ids)[::-1]


class FromOne(Rotary):
    def forward(self, x, position_ids):
        return self.tables(position_ids + 1)


class Raising(Rotary):
    def forward(self, x, position_ids):
        raise RuntimeError("needs a GPU")


class Length(Rotary):
    def forward(self, seq_len):
        return self.tables(torch.arange(seq_len))


class ExchangedLength(Rotary):
    def forward(self, seq_len):
        return self.tables(torch.arange(seq_len))[::-1]


class TensorAndLength(Rotary):
    def forward(self, x, seq_len=None):
        cos, sin = self.tables(torch.arange(seq_len))
        return cos.to(x.dtype), sin.to(x.dtype)


class Rotating(Rotary):
    def forward(self, q, k):
        return q, k


def with_config(rotary):
    model = Block(attention=Block(rotary_emb=rotary))
    model.config = hf.config(rope_theta=10000.0, max_position_embeddings=2048)
    return model


def without_config(rotary):
    return Block(attention=Block(rotary_emb=rotary))


BOTH = pytest.mark.parametrize("model_of", [with_config, without_config])


@BOTH
@pytest.mark.parametrize("rotary", [Rotary, Length, TensorAndLength])
def test_a_sound_forward_is_judged(rotary, model_of):
    audit = sextant.check(model_of(rotary()))
    assert audit, str(audit)
    named = [entry["tensor"] for entry in audit.as_dict()["stored"] if entry["outcome"] == "passes"]
    assert {f"{PATH}.forward cos", f"{PATH}.forward sin"} <= set(named), str(audit)
    assert not audit.as_dict()["notes"], str(audit)


def test_a_forward_whose_positions_have_one_axis_is_judged():
    audit = sextant.check(with_config(torch_modules.Rotary(64)))
    assert audit and f"{PATH}.forward sin" in str(audit), str(audit)


@BOTH
@pytest.mark.parametrize("rotary,cause", [(Exchanged, "swapped"), (FromOne, "shifted"), (ExchangedLength, "swapped")])
def test_a_wrong_forward_is_found(rotary, cause, model_of):
    """Its frequencies are right: only what it computes is wrong."""
    audit = sextant.check(model_of(rotary()))
    assert not audit.passes
    assert blamed(audit) == {f"{PATH}.forward cos", f"{PATH}.forward sin"}, str(audit)
    assert cause in reasons(audit), str(audit)


@BOTH
def test_a_forward_that_raises_is_unknown(model_of):
    audit = sextant.check(model_of(Raising()))
    assert not audit.passes and not blamed(audit), str(audit)
    [entry] = unpassed(audit)
    assert entry["tensor"] == f"{PATH}.forward" and "needs a GPU" in entry["why"]


@BOTH
def test_a_forward_beside_stored_tables_is_judged(model_of):
    class Cached(Exchanged):
        def __init__(self):
            super().__init__()
            cos, sin = self.tables(torch.arange(2048))
            self.register_buffer("cos_cached", cos)
            self.register_buffer("sin_cached", sin)

    audit = sextant.check(model_of(Cached()))
    assert blamed(audit) == {f"{PATH}.forward cos", f"{PATH}.forward sin"}, str(audit)


@pytest.mark.parametrize("against", [False, True])
def test_a_forward_that_is_not_called_is_named(against, tmp_path):
    model = with_config(Rotating())
    (tmp_path / "config.json").write_text(json.dumps(model.config.to_dict()))
    audit = sextant.check(model, against=tmp_path if against else None)
    assert audit
    [note] = [note for note in audit.as_dict()["notes"] if "not called" in note]
    assert PATH in note and "Rotating.forward(q, k)" in note and note in str(audit)


def test_modules_of_one_class_have_one_note():
    model = nn.ModuleList(without_config(Rotating()) for _ in range(5))
    [note] = [note for note in sextant.check(model).as_dict()["notes"] if "not called" in note]
    assert f"0.{PATH}" in note and "4 more modules" in note


class Angles(Rotary):
    def forward(self, max_seq_len, offset=0):
        return torch.outer(torch.arange(max_seq_len).float(), self.inv_freq)[:, None, None, :]


@BOTH
def test_angles_are_not_judged_and_named(model_of):
    audit = sextant.check(model_of(Angles()))
    assert audit, str(audit)
    [note] = [note for note in audit.as_dict()["notes"] if "returns no cosines" in note]
    assert f"{PATH}: Angles.forward(max_seq_len, offset)" in note


class Pairs(Rotary):
    """As ChatGLM: cosine and sine of each pair on the last axis."""

    def forward(self, max_seq_len, first=0):
        tables = self.tables(first + torch.arange(max_seq_len))
        return torch.stack([table[:, :32] for table in tables], dim=-1)


class PairsFromOne(Pairs):
    def forward(self, max_seq_len):
        return super().forward(max_seq_len, 1)


@BOTH
def test_pairs_are_judged(model_of):
    assert f"{PATH}.forward pairs" in str(sextant.check(model_of(Pairs())))
    assert sextant.check(model_of(Pairs()))
    assert blamed(sextant.check(model_of(PairsFromOne()))) == {f"{PATH}.forward pairs"}


@pytest.mark.parametrize("kind,passes", [(Rotary, True), (Exchanged, False), (ExchangedLength, False)])
def test_without_any_claim_sines_do_not_pass_as_cosines(kind, passes):
    rotary = kind()
    del rotary.dim, rotary.base
    audit = sextant.check(without_config(rotary))
    assert audit.passes == passes, str(audit)
    if not passes:
        assert "returns the sines first" in reasons(audit), str(audit)


def test_a_forward_is_called_without_tensors_of_its_own():
    class Bare(nn.Module):
        def __init__(self):
            super().__init__()
            self.dim, self.base, self.max_position_embeddings = 64, 10000.0, 2048

        def forward(self, x, position_ids):
            angles = position_ids.float()[..., None] * frequencies()
            doubled = torch.cat((angles, angles), dim=-1)
            return doubled.sin(), doubled.cos()

    model = without_config(Bare())
    model.weight = nn.Parameter(torch.zeros(4))
    assert blamed(sextant.check(model)) == {f"{PATH}.forward cos", f"{PATH}.forward sin"}


# What a call changes


class InPlace(Rotary):
    """Each call writes to its tensors, and keeps what it computed."""

    def __init__(self):
        super().__init__()
        self.cache, self.lengths, self.inner = {}, [], Rotary()
        self.register_buffer("holes", torch.tensor([float("nan"), 1.0]))

    def forward(self, x, position_ids):
        tables = self.tables(position_ids)
        self.inv_freq.mul_(1.5)
        self.inner.inv_freq.data.mul_(1.5)
        self.holes.zero_()
        self.cache["last"] = tables
        self.lengths.append(position_ids.shape[-1])
        self.called = True
        return tables


@BOTH
def test_a_forward_that_writes_leaves_nothing_behind(model_of):
    rotary = InPlace()
    kept, attributes = rotary.inv_freq, set(vars(rotary))
    audit = sextant.check(model_of(rotary))
    assert rotary.inv_freq is kept and torch.equal(kept, frequencies())
    assert torch.equal(rotary.inner.inv_freq, frequencies())
    assert rotary.holes.isnan().tolist() == [True, False] and rotary.holes[1] == 1
    assert rotary.cache == {} and rotary.lengths == [] and set(vars(rotary)) == attributes
    assert not any(path.endswith("inv_freq") for path in blamed(audit)), str(audit)


def test_what_a_forward_raised_leaves_nothing_behind():
    class Broken(Rotary):
        def forward(self, x, position_ids):
            self.inv_freq.mul_(1.5)
            raise ValueError("after writing")

    rotary = Broken()
    audit = sextant.check(without_config(rotary))
    assert torch.equal(rotary.inv_freq, frequencies())
    assert not blamed(audit) and "after writing" in reasons(audit), str(audit)


# What is printed


def test_bfloat16_is_named():
    model = with_config(Rotary()).to(torch.bfloat16)
    audit = sextant.check(model)
    [entry] = [one for one in audit.as_dict()["stored"] if one["tensor"] == f"{PATH}.inv_freq"]
    assert entry["format"] == "bfloat16" and "int16" not in str(audit)


class Nested(Rotary):
    """Keeps what it did in containers in others."""

    def __init__(self):
        super().__init__()
        self.tables_of = {"lengths": {}, "kinds": [set()]}
        self.last = collections.deque(maxlen=2)
        self.sums = (torch.zeros(2), {"more": torch.zeros(2)})

    def forward(self, x, position_ids):
        self.tables_of["lengths"][position_ids.shape] = 1
        self.tables_of["kinds"][0].add("full")
        self.last.append(position_ids)
        self.sums[0].add_(1), self.sums[1]["more"].add_(1)
        return super().forward(x, position_ids)


def test_a_forward_that_writes_into_inner_containers_leaves_nothing_behind():
    rotary = Nested()
    assert sextant.check(Block(attention=Block(rotary_emb=rotary)))
    assert rotary.tables_of == {"lengths": {}, "kinds": [set()]} and not rotary.last
    assert not rotary.sums[0].any() and not rotary.sums[1]["more"].any()


def test_a_forward_that_returns_no_tables_is_said_to():
    class Dictionary(Rotary):
        def forward(self, x, position_ids):
            if len(position_ids.shape) != 2:
                raise RuntimeError("positions of another shape")
            return dict(zip(("cos", "sin"), self.tables(position_ids)))

    audit = sextant.check(Block(attention=Block(rotary_emb=Dictionary())))
    assert not audit and not blamed(audit), str(audit)
    assert "returns no cosines and sines" in str(audit) and "RuntimeError" not in str(audit)


@pytest.mark.parametrize("attributes", [{"alpha": 4.0}, {"_ntk_alpha_cached": 4.0}, {"use_scaled_rope": True},
                                        {"rope_type": "yarn"}, {"rope_scaling": {"factor": 4.0}}],
                         ids=lambda attributes: next(iter(attributes)))
def test_a_module_that_scales_its_frequencies_claims_no_base(attributes):
    """The module of Qwen's first models has a base, and another one for long sequences."""
    def rotary(**more):
        made = Rotary()
        made.inv_freq = 1.0 / hf.powers(41000.0, 64)
        vars(made).update(more)
        return Block(attention=Block(rotary_emb=made))

    assert "base" in reasons(sextant.check(rotary(alpha=1.0, use_scaled_rope=False, rope_type="default", rope_scaling=None)))
    assert not blamed(sextant.check(rotary(**attributes)))
