"""Modules as tutorials and programs write them, judged where they are sound and where they are not."""

import numpy as np
import pytest

import sextant

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import torch_modules  # noqa: E402  (needs PyTorch)

pytestmark = pytest.mark.filterwarnings("ignore")

ROPE = {"encoding": "rope", "base": 500000, "dim": 128}


def positions(first, rows=128):
    return torch.arange(first, first + rows)


def fault_of(verdict):
    assert verdict.grade == "explained", str(verdict)
    [finding] = verdict.findings
    return finding


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_the_tutorials_buffer_passes(dtype):
    module = torch_modules.Sinusoidal(96, 5000).to(dtype)
    verdict = sextant.assert_conforms(module.pe, dim=96)
    assert verdict.format == str(dtype)[6:]
    added = module(torch.zeros(5000, 96, dtype=dtype))  # no gradient, and the same bits
    assert sextant.verify(added, dim=96).as_dict() == verdict.as_dict()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("first", [0, 8064, 1_000_000])
def test_angles_in_float32_pass_and_warn_where_the_position_is_lost(dtype, first):
    module = torch_modules.Rotary(128, 500000.0)
    cos, sin = module(torch.zeros(1, dtype=dtype), positions(first))
    for part, table in (("cos", cos), ("sin", sin)):
        verdict = sextant.assert_conforms(table, part=part, first=first, **ROPE)
        assert verdict.part == part
        assert any("lost the position" in warning for warning in verdict.warnings) == (
            first == 1_000_000
        )


@pytest.mark.parametrize("first", [0, 4000, 1_000_000])
def test_frequencies_cast_to_bfloat16_are_named(first):
    module = torch_modules.Rotary(128, 500000.0).to(torch.bfloat16)
    cos, _ = module(torch.zeros(1), positions(first))
    finding = fault_of(sextant.verify(cos, part="cos", first=first, **ROPE))
    assert finding.fault == "frequency-rounded"
    assert finding.parameters["format"] == "bfloat16"
    assert not sextant.verify(module.inv_freq.float(), part="inv_freq", **ROPE)


def test_the_same_frequencies_in_their_own_format_pass():
    module = torch_modules.Rotary(128, 500000.0).to(torch.bfloat16)
    assert sextant.verify(module.inv_freq, part="inv_freq", **ROPE).grade in ("correctly-rounded", "rounding")


def test_positions_in_bfloat16_are_sound_as_far_as_256():
    module = torch_modules.RoundedPositions(128, 500000.0)
    cos, _ = module(torch.zeros(1), positions(0, 257))
    sextant.assert_conforms(cos, part="cos", **ROPE)


@pytest.mark.parametrize("first", [256, 4000, 100_000])
def test_positions_in_bfloat16_are_named_beyond_256(first):
    module = torch_modules.RoundedPositions(128, 500000.0)
    cos, _ = module(torch.zeros(1), positions(first))
    finding = fault_of(sextant.verify(cos, part="cos", first=first, **ROPE))
    assert finding.fault == "position-rounded"
    assert finding.parameters["format"] == "bfloat16"


@pytest.mark.parametrize("first", [0, 4000])
def test_a_module_cast_as_a_whole_does_not_pass(first):
    module = torch_modules.CarelessRotary(128, 500000.0).to(torch.bfloat16)
    cos, _ = module(torch.zeros(1, dtype=torch.bfloat16), positions(first))
    assert not sextant.verify(cos, part="cos", first=first, **ROPE)


def test_the_wrong_base_is_named():
    cos, _ = torch_modules.Rotary(128)(torch.zeros(1), positions(4000))
    finding = fault_of(sextant.verify(cos, part="cos", first=4000, **ROPE))
    assert finding.fault == "wrong-base"
    assert float(finding.parameters["base"]) == 10000


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_interleaved_tables_pass_as_such_alone(dtype):
    cos, _ = torch_modules.Interleaved(64)(torch.zeros(1, dtype=dtype), positions(2000))
    options = {"encoding": "rope", "dim": 64, "part": "cos", "first": 2000}
    sextant.assert_conforms(cos, layout="interleaved", **options)
    assert fault_of(sextant.verify(cos, **options)).fault == "layout"


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("layout", ["half-split", "interleaved"])
def test_turned_vectors_are_judged_against_those_given(dtype, layout):
    torch.manual_seed(3)
    before = torch.randn(2, 4, 128, 64).to(dtype)
    module = torch_modules.Interleaved(64) if layout == "interleaved" else torch_modules.Rotary(64)
    turn = getattr(torch_modules, f"turned_{layout.replace('-', '_')}")
    after = turn(before, *module(before, positions(1000)))
    options = {"encoding": "rope", "dim": 64, "part": "rotated", "input": before, "first": 1000}
    sextant.assert_conforms(after, layout=layout, **options)
    other = "half-split" if layout == "interleaved" else "interleaved"
    assert not sextant.verify(after, layout=other, **options)


def test_a_tensor_is_read_wherever_it_comes_from(judged_by_tool):
    table = torch_modules.Sinusoidal(96, 200).pe
    expected = judged_by_tool(table.numpy(), "--dim", 96)
    for tensor in (table, torch.nn.Parameter(table), table.clone().requires_grad_() * 1,
                   table.t().contiguous().t(), table[None], table.repeat(1, 2)[:, :96]):
        assert sextant.verify(tensor, dim=96).as_dict() == expected
    patterns = table.bfloat16()
    expected = judged_by_tool(patterns.view(torch.int16).numpy(), "--dim", 96, "--format", "bfloat16")
    for tensor in (patterns, patterns.t().contiguous().t(), torch.nn.Parameter(patterns)):
        assert sextant.verify(tensor, dim=96).as_dict() == expected


@pytest.mark.parametrize(
    "tensor",
    [
        torch.zeros(4, 8).to_sparse(),
        torch.quantize_per_tensor(torch.zeros(4, 8), 0.1, 0, torch.qint8),
        torch.zeros(4, 8, device="meta"),
        torch.zeros(4, 8, dtype=torch.complex64).conj(),
        torch.zeros(4, 8, dtype=torch.bool),
        torch.zeros(0, 8),
        torch.zeros(3, 4, 8),
        torch.tensor(1.0),
        torch.zeros(1).expand(1 << 20, 1 << 20),
    ],
    ids=lambda tensor: f"{tensor.layout}-{tensor.dtype}-{list(tensor.shape)}",
)
def test_a_tensor_that_is_no_table_is_refused(tensor):
    with pytest.raises(sextant.Error, match="^'?array'?: ") as refused:
        sextant.verify(tensor, dim=8)
    assert "\n" not in str(refused.value)


def test_positions_may_be_a_tensor():
    table = torch_modules.Sinusoidal(96, 300).pe[::3]
    for ids in (torch.arange(0, 300, 3), torch.arange(0, 300, 3).float(), torch.arange(0, 300, 3)[None]):
        sextant.assert_conforms(table, dim=96, positions=ids)
    even = torch_modules.Sinusoidal(96, 300).pe[::4]
    sextant.assert_conforms(even, dim=96, positions=torch.arange(0, 300, 4).bfloat16().float())
    short = torch.arange(0, 256, 4).bfloat16()  # exact as far as 256
    sextant.assert_conforms(even[:64], dim=96, positions=short)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_tables_may_be_tensors(dtype):
    tensor = sextant.table("0:64", dim=32, dtype=dtype, framework="torch")
    assert tensor.dtype == dtype
    assert sextant.verify(tensor, dim=32).grade == "correctly-rounded"
    array = sextant.table("0:64", dim=32, dtype=dtype)
    assert isinstance(array, np.ndarray)
    assert array.tobytes() == (
        tensor.view(torch.int16).numpy() if dtype == torch.bfloat16 else tensor.numpy()
    ).tobytes()
    assert sextant.value(3, 5, dim=32, dtype=dtype) == array[3, 5]
