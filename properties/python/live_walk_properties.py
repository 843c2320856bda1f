"""`sextant.check` walks any graph of modules, reads tensors wherever they lie, and refuses what is no model."""

import copy
import json
import math
import pathlib

import numpy as np
import pytest

import sextant

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import live_models  # noqa: E402  (needs PyTorch)
import live_transformers as hf  # noqa: E402
from live_additive import PositionalEncoding  # noqa: E402
from live_audit import blamed, reasons, text_of  # noqa: E402
from live_programs import Block, RotaryPositionalEmbeddings  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
nn = torch.nn

# Graphs of modules


@pytest.mark.parametrize("make", [nn.Module, nn.Sequential, lambda: nn.Linear(4, 4), lambda: nn.Sequential(nn.Linear(4, 4), nn.ReLU())],
                         ids=["module", "sequence", "linear", "two"])
def test_a_model_without_positions_has_nothing_wrong(make):
    audit = sextant.check(make())
    assert audit.as_dict()["stored"] == [] and audit.as_dict()["disagreements"] == []
    assert str(audit).strip()


@pytest.mark.parametrize("error", [RuntimeError("needs a GPU"), NotImplementedError(), KeyError("x"), AssertionError()],
                         ids=lambda error: type(error).__name__)
def test_a_forward_that_raises_is_not_judged(error):
    class RotaryEmbedding(nn.Module):
        def __init__(self):
            super().__init__()
            self.dim, self.base, self.max_position_embeddings = 64, 10000.0, 2048

        def forward(self, x, position_ids):
            raise error

    audit = sextant.check(Block(attention=Block(rotary_emb=RotaryEmbedding())))
    assert not audit.passes and not blamed(audit), str(audit)
    assert "attention.rotary_emb" in str(audit)


@pytest.mark.parametrize("result", [None, 3, "cos", (), torch.zeros(3), (None, None), {"cos": torch.zeros(2, 2)}],
                         ids=["none", "number", "text", "empty", "vector", "nones", "dict"])
def test_a_forward_that_returns_no_tables_is_not_judged(result):
    class RotaryEmbedding(nn.Module):
        def __init__(self):
            super().__init__()
            self.dim, self.base, self.max_position_embeddings = 64, 10000.0, 2048

        def forward(self, x, position_ids):
            return result

    audit = sextant.check(Block(attention=Block(rotary_emb=RotaryEmbedding())))
    assert not audit.passes, str(audit)
    assert "attention.rotary_emb" in str(audit)


@pytest.mark.parametrize("fault", ["sound", "default-base"])
def test_a_shared_module_is_judged_once(fault):
    """It is one tensor under two paths: each path is listed once at most."""
    audit = sextant.check(live_models.build("vllm", fault))
    stored = audit.as_dict()["stored"]
    paths = [path for entry in stored for path in (entry["tensor"], *entry["same"]) if path.endswith("cos_sin_cache")]
    assert 1 <= len(paths) <= 2 and len(set(paths)) == len(paths), str(audit)
    assert audit.passes == (fault == "sound")


def test_modules_that_refer_to_their_parents_are_walked_once():
    model = live_models.build("llama", "zeros")
    rotary = model.model.rotary_emb
    object.__setattr__(rotary, "parent", model)  # a plain attribute
    rotary.all = [model, rotary]
    rotary.by_name = {"model": model}
    registered = Block(child=Block(rest=model))
    registered.child.back = registered  # a module of its own module
    for found, path in ((model, "model.rotary_emb.inv_freq"), (registered, "child.rest.model.rotary_emb.inv_freq")):
        audit = sextant.check(found)
        assert not audit.passes and path in str(audit)
        paths = [path for entry in audit.as_dict()["stored"] for path in (entry["tensor"], *entry["same"])]
        assert sum(path.endswith("rotary_emb.inv_freq") for path in paths) == 1, str(audit)


def test_attributes_that_refer_to_each_other_are_walked_once():
    model = live_models.build("meta")
    model.notes = {}
    model.notes["self"] = model.notes
    model.rows = [model.freqs_cis]
    model.rows.append(model.rows)
    assert sextant.check(model)


def test_a_deep_model_is_walked():
    model = PositionalEncoding(32, max_len=64)
    for _ in range(100):
        model = nn.Sequential(model)
    audit = sextant.check(model)
    assert audit and "0." * 100 + "pe" in text_of(audit)


def test_attributes_that_raise_are_left_alone():
    class Model(PositionalEncoding):
        @property
        def cos_cached(self):
            raise RuntimeError("removed in 4.39")

        def __getattr__(self, name):
            if name == "config":
                raise RuntimeError("no configuration yet")
            return super().__getattr__(name)

    assert sextant.check(Model(32, max_len=64))


@pytest.mark.parametrize("config", [None, {}, 3, "config.json", type("Broken", (), {"to_dict": lambda self: 1 / 0})()],
                         ids=["none", "empty", "number", "text", "broken"])
def test_a_configuration_that_says_nothing_raises_nothing(config):
    model = Block(pos_encoder=PositionalEncoding(32, max_len=64))
    model.config = config
    audit = sextant.check(model)
    assert not blamed(audit) and "pos_encoder.pe" in text_of(audit)


@pytest.mark.parametrize("keys", [{"layer_types": None}, {"layer_types": 3}, {"rope_scaling": "linear"}, {"rope_scaling": [4.0]}, {"of": {(1, 2): 3}}],
                         ids=["no kinds", "number", "text", "list", "pairs as keys"])
def test_a_configuration_with_odd_values_raises_nothing(keys):
    class Rotary(hf.LlamaRotaryEmbedding):
        def forward(self, x, position_ids, layer_type=None):
            return super().forward(x, position_ids)

    model = hf.ForCausalLM(hf.config(), Rotary(hf.config()))
    vars(model.config).update(keys)
    audit = sextant.check(model)
    assert not blamed(audit) and "model.rotary_emb.inv_freq" in text_of(audit), str(audit)


def test_a_configuration_that_contains_itself_is_refused():
    model = live_models.build("llama")
    model.config.all = vars(model.config)
    with pytest.raises(sextant.Error, match="no JSON"):
        sextant.check(model)


@pytest.mark.parametrize("of", [np.float32, np.float64, torch.tensor], ids=["float32", "float64", "tensor"])
def test_numbers_of_a_configuration_may_be_of_numpy_or_pytorch(of):
    model = live_models.build("llama")
    model.config.rope_theta, model.config.head_dim = of(500000.0), np.int64(64)
    assert sextant.check(model)
    model.config.rope_theta = of(10000.0)
    assert not sextant.check(model)


@pytest.mark.parametrize("buckets", [32, 16])
def test_a_trained_bias_has_the_shape_that_its_configuration_says(buckets):
    model = Block(encoder=Block(relative_attention_bias=nn.Embedding(buckets, 4)))
    model.config = hf.Config(model_type="t5", d_model=64, num_heads=4, num_layers=2, d_kv=16,
                             relative_attention_num_buckets=32, relative_attention_max_distance=128)
    audit = sextant.check(model)
    assert bool(audit) == (buckets == 32), str(audit)
    assert "encoder.relative_attention_bias.weight" in text_of(audit), str(audit)


def test_numbers_under_other_names_are_found_by_their_class():
    """torchtune's `theta` and `cache` have no word of positions in their names."""
    audit = sextant.check(Block(pos_embeddings=RotaryPositionalEmbeddings(64, 256)))
    assert audit and "pos_embeddings" in text_of(audit), str(audit)


# Tensors


def test_a_tensor_without_memory_is_not_judged():
    model = live_models.build("llama")
    rotary = model.model.rotary_emb
    rotary.inv_freq = rotary.original_inv_freq = torch.empty(32, device="meta")
    audit = sextant.check(model)
    assert not audit.passes and not blamed(audit), str(audit)
    assert "model.rotary_emb.inv_freq" in str(audit)
    assert "meta" in reasons(audit)
    assert any(word in reasons(audit) for word in ("load", "to_empty", "initial", "materiali", "memory", "comput")), str(audit)


def test_a_whole_model_without_memory_is_not_judged():
    audit = sextant.check(live_models.build("cached").to("meta"))
    assert not audit.passes and not blamed(audit), str(audit)
    assert "meta" in reasons(audit)


def _strided(tensor):
    return torch.stack((tensor, -tensor), dim=-1)[..., 0]


def _transposed(tensor):
    return tensor.transpose(0, -1).contiguous().transpose(0, -1)


def _read_only(tensor):
    array = tensor.numpy().copy()
    array.flags.writeable = False
    return torch.from_numpy(array)


def _with_gradient(tensor):
    return tensor.clone().requires_grad_()


def _from_the_middle(tensor):
    return torch.cat((torch.full_like(tensor, 7.0), tensor))[len(tensor):]


@pytest.mark.parametrize("change", [_strided, _transposed, _read_only, _with_gradient, _from_the_middle])
@pytest.mark.parametrize("fault", ["sound", "default-base"])
def test_a_tensor_is_read_however_it_lies_in_memory(change, fault):
    model, changed = live_models.build("cached", fault), live_models.build("cached", fault)
    for layer in changed.model.layers:
        for name in ("inv_freq", "cos_cached", "sin_cached"):
            setattr(layer.self_attn.rotary_emb, name, change(getattr(layer.self_attn.rotary_emb, name)))
    assert sextant.check(changed).as_dict() == sextant.check(model).as_dict()


def test_a_table_shown_more_than_once_is_not_wrong():
    """All sequences of a batch may share the memory of one table."""
    model = Block(pos_encoder=PositionalEncoding(32, max_len=64))
    model.pos_encoder.pe = model.pos_encoder.pe.expand(3, -1, -1)
    audit = sextant.check(model)
    assert not blamed(audit) and "pos_encoder.pe" in text_of(audit), str(audit)


@pytest.mark.parametrize("make", [lambda: torch.zeros(0), lambda: torch.tensor(1.0), lambda: torch.zeros(4, 8).to_sparse(),
                                  lambda: torch.quantize_per_tensor(torch.zeros(8), 0.1, 0, torch.qint8),
                                  lambda: torch.zeros(4, dtype=torch.bool), lambda: torch.zeros(2, 3, 4, 5, 6)],
                         ids=["empty", "number", "sparse", "quantized", "bool", "five-axes"])
def test_a_tensor_that_is_no_table_raises_nothing(make):
    model = live_models.build("llama")
    model.model.rotary_emb.inv_freq = make()
    audit = sextant.check(model)
    assert not audit.passes and "model.rotary_emb.inv_freq" in str(audit), str(audit)


@pytest.mark.parametrize("family,fault", [("llama", "sound"), ("gemma3", "exchanged"), ("meta", "conjugate")])
def test_a_copy_has_the_same_answer(family, fault):
    model = live_models.build(family, fault)
    assert sextant.check(copy.deepcopy(model)).as_dict() == sextant.check(model).as_dict()


# What is asked


@pytest.mark.parametrize("thing", [3, None, 1.5, [nn.Linear(2, 2)], nn.Linear, object()], ids=lambda thing: type(thing).__name__)
def test_what_is_no_model_is_refused(thing):
    with pytest.raises(sextant.Error) as refused:
        sextant.check(thing)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("of", [str, pathlib.Path])
def test_a_path_is_read_as_by_the_tool(of, tmp_path, tool):
    (tmp_path / "config.json").write_text(json.dumps(hf.config().to_dict()))
    frequencies = np.power(10000.0, -2.0 * np.arange(32) / 64).astype(np.float32)
    np.savez(tmp_path / "model.npz", **{"model.layers.0.self_attn.rotary_emb.inv_freq": frequencies})
    audit = sextant.check(of(tmp_path))
    ran = tool("check", tmp_path, "--json")
    assert ran.returncode == 1 and not audit.passes
    assert audit.as_dict() == json.loads(ran.stdout)


def test_a_path_without_a_file_is_an_error(tmp_path):
    with pytest.raises(sextant.Error, match="absent"):
        sextant.check(str(tmp_path / "absent"))


@pytest.mark.parametrize("options", [{"max_error": -1}, {"max_error": math.nan}, {"max_phase": -1.0}, {"seq_len": 0},
                                     {"seq_len": -5}, {"against": "absent/config.json"}, {"against": 3}], ids=str)
def test_an_option_without_sense_is_refused(options):
    with pytest.raises(sextant.Error):
        sextant.check(live_models.build("llama"), **options)


def test_options_are_named():
    with pytest.raises(TypeError):
        sextant.check(nn.Module(), "against")
