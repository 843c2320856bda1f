"""True values, as texts and as NumPy's scalars."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import sextant

ROPE = {"encoding": "rope", "dim": 128, "base": 500000, "part": "cos"}


@pytest.mark.quick
def test_a_value_is_a_text_of_as_many_digits_as_asked(tool):
    place = (1048577, 6)
    text = sextant.value(*place, dim=512, digits=40)
    told = tool("value", "--position", place[0], "--channel", place[1], "--dim", 512, "--digits", 40)
    assert text == told.stdout.strip()
    assert len(text.lstrip("-0.")) == 40


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_a_scalar_is_the_nearest_number_of_its_dtype(name):
    dtype = np.dtype(name)
    for channel in range(64):
        truth = Fraction(sextant.value(8064, channel, digits=60, **ROPE))
        got = sextant.value(8064, channel, dtype=dtype, **ROPE)
        assert got.dtype == dtype
        for other in (np.nextafter(got, dtype.type(2)), np.nextafter(got, dtype.type(-2))):
            assert abs(Fraction(float(got)) - truth) <= abs(Fraction(float(other)) - truth)


@pytest.mark.quick
def test_a_value_of_bfloat16_is_its_bit_pattern():
    bits = sextant.value(8064, 3, dtype="bfloat16", **ROPE)
    assert bits.dtype == np.uint16
    nearest = Fraction(sextant.value(8064, 3, digits=30, **ROPE))
    around = np.array([int(bits) + k for k in (-1, 0, 1)], np.uint32)
    widened = (around << np.uint32(16)).view(np.float32)
    errors = [abs(Fraction(float(x)) - nearest) for x in widened]
    assert errors.index(min(errors)) == 1


@pytest.mark.quick
def test_a_negative_value_that_rounds_to_zero_is_minus_zero():
    tiny = {"dim": 2, "scale": "2^-150", "dtype": "bfloat16"}
    assert [int(sextant.value(position, 0, **tiny)) for position in (-1, 0, 1)] == [0x8000, 0, 0]
    assert sextant.table("-1:2", **tiny)[:, 0].tolist() == [0x8000, 0, 0]


@pytest.mark.quick
def test_parameters_are_the_numbers_that_they_write():
    def of(**fields):
        return sextant.value(7, 2, dim=8, digits=50, **fields)

    assert of(scale=0.1) == of(scale="1/10") == of(scale=Fraction(1, 10)) == of(scale=Decimal("0.1"))
    assert of(scale=np.float64(0.1)) == of(scale=0.1)
    assert of(scale=np.float32(0.1)) == of(scale=Fraction(13421773, 134217728)) != of(scale=0.1)
    assert of(base=np.int64(500)) == of(base="5e2") == of(base=500)


def test_a_position_that_is_a_float_is_the_number_that_it_is():
    def at(position):
        return sextant.value(position, 2, dim=8, digits=50)

    assert at(0.1) == at(Fraction(0.1)) == at(Fraction(*(0.1).as_integer_ratio())) != at("0.1")
    assert at(np.float16(0.5)) == at("1/2") == at(Fraction(1, 2))
    assert at(np.array(3)) == at(3)
    assert at(2**63) == at("2^63") != at(2**63 - 1)


def test_parts_of_one_row_have_no_position():
    text = sextant.value(None, 20, model="deepseek-v3", part="inv_freq", digits=30)
    assert text == "0.000790569415042094832999723386108"


def test_several_coordinates_are_a_sequence(tool):
    text = sextant.value((7, 3, 5), 40, model="qwen2-vl-7b", part="cos")
    told = tool("value", "--model", "qwen2-vl-7b", "--part", "cos", "--position", "7,3,5", "--channel", 40)
    assert text == told.stdout.strip()


def test_integers_are_integers():
    assert sextant.value(-300, 0, encoding="t5", bidirectional=True) == "15"
    assert sextant.value(-300, 0, encoding="t5", bidirectional=False) == "31"


def test_a_verdicts_own_words_name_an_encoding():
    text = "rope dim=128 base=500000"
    plain = sextant.value(8064, 3, **ROPE)
    assert sextant.value(8064, 3, encoding=text, part="cos") == plain
    assert sextant.value(8064, 3, encoding=text, part="cos", base=10000) != plain
