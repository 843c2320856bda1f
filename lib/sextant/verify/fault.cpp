#include "sextant/verify/fault.hpp"

#include <array>

#include "sextant/encoding/error.hpp"

namespace sextant::verify {
namespace {

// References are threads at github.com, written owner/repository#number.
constexpr std::array<Fault, 33> kFaults = {{
    {"not-finite", "some entries are NaN or infinite",
     "every product with such a row is NaN: losses and logits are lost at once",
     "tenstorrent/tt-metal#33971"},
    {"transposed", "positions run along the columns",
     "a model reads channel j of position p where it wants channel p of position j",
     "pytorch/tutorials (the table is [length, 1, d], read batch-first)"},
    {"corrupt-entry", "a few entries are wrong in an otherwise sound table",
     "a damaged file, a race, or an edit: the rows named are wrong, the others are not",
     "(no public thread known)"},
    {"position-offset", "the rows belong to positions shifted by a constant",
     "every phase is off by the offset times its frequency: weights trained with one origin meet "
     "another",
     "huggingface/transformers#20761"},
    {"sign", "a bias has the opposite sign, or relative positions do: keys are taken for queries",
     "distant keys are preferred, or what is to come is read as what was",
     "nntrainer/nntrainer#3982"},
    {"bias-form", "the bias is another function: of keys where distances are meant, or the reverse",
     "the same attention where all keys are seen, and another where scores are compared or cached",
     "Dao-AILab/flash-attention#846"},
    {"slopes", "the slopes are not those of ALiBi's heads: counted from 0, or not interpolated",
     "heads look nearer or farther than they were trained to", "ml-explore/mlx#3071"},
    {"bucket-direction",
     "buckets of both directions where there is one, or of one direction where there are two",
     "what comes after is not told from what came before, or shares too few buckets",
     "huggingface/candle#727"},
    {"axes-swapped", "height and width are taken for each other",
     "an image is read transposed: right for square windows' diagonals alone",
     "huggingface/transformers#41380"},
    {"section-order",
     "sections of three coordinates stand in another order, or interleaved for one after the other",
     "text is read as before, and images are not: their height and width turn other channels",
     "huggingface/transformers#45325"},
    {"computed-in-half", "a product is formed in a 16-bit format",
     "positions beyond 256 collapse, and the bias errs by as much as its own last digits",
     "(Falcon's own order of rounding)"},
    {"rows-reversed", "the rows run from the last position to the first",
     "relative positions turn round: what stands before is taken for what comes after",
     "kimiyoung/transformer-xl#119"},
    {"zero-row", "the row of the padding position is not zero, or another one is",
     "padding carries a position, or a real position carries none",
     "facebookresearch/fairseq#1177"},
    {"sin-cos-swapped", "sines stand where cosines belong, and the other way round",
     "position 0 is no longer (0, 1), and a rotation turns the wrong way",
     "flashinfer-ai/flashinfer#3819"},
    {"layout", "the columns are in another layout: interleaved pairs for halves, or the reverse",
     "first tokens look right, then the text turns to garbage", "Dao-AILab/flash-attention#288"},
    {"scaling-missing", "the context's scaling is left out",
     "sound up to the length that the model was trained on, gibberish beyond",
     "ggml-org/llama.cpp#8650"},
    {"scaling-doubled", "the context's scaling is applied twice",
     "long wavelengths are longer than the model was trained with: distant tokens blur",
     "vllm-project/vllm#33958"},
    {"amplitude", "the attention factor is missing from the table, or applied twice",
     "every score is off by a power of it: softmax is too flat or too sharp", "kekzl/imp#880"},
    {"yarn-truncate",
     "the ends of YaRN's ramp are rounded to integers, or are not, against the model",
     "the frequencies in the ramp are off by some percent: quality fades with length",
     "vllm-project/vllm#27722"},
    {"yarn-clamp", "YaRN's ramp ends at another channel: dim/2 - 1 for dim - 1, or the reverse",
     "frequencies near the end of the ramp are off", "keras-team/keras-hub#2981"},
    {"bands-swapped", "the ends of the bands are exchanged, or the bands themselves",
     "some frequencies are scaled that should not be, and others not that should",
     "(no public thread known)"},
    {"wavelength", "wavelengths are taken for 1/frequency, without 2 pi",
     "the bands lie elsewhere: some frequencies are scaled that should not be",
     "(no public thread known)"},
    {"longrope-list", "the short list of divisors serves a long context, or the long one a short",
     "every frequency is off by the quotient of the lists", "ggml-org/llama.cpp#8995"},
    {"exponent-over-head", "the exponent runs over the whole head where a part of it is rotated",
     "wavelengths grow too slowly from pair to pair", "pie-project/pie#602"},
    {"uninitialised", "the frequencies were never written: they are zeros",
     "every position has the same row, and losses start high", "pytorch/torchtitan#4783"},
    {"table-overrun", "rows beyond the end of a table repeat its last one",
     "all later positions are one position", "karpathy/nanochat#520"},
    {"degrees", "angles are converted between degrees and radians on the way to the sine",
     "all wavelengths are off by a factor of 57.3", "(teaching texts)"},
    {"exponent-halved", "the exponent is i/d where 2i/d is meant: the base is its square root",
     "wavelengths reach only to 2 pi sqrt(base): distant positions look alike",
     "tensorflow/tensor2tensor#391"},
    {"exponent-denominator", "the exponent is divided by another number than the law says",
     "a few thousandths at position 1, anything within 5000 positions: two dialects mixed",
     "tensorflow/tensor2tensor#1591"},
    {"wrong-base", "the frequencies come from another base",
     "long wavelengths are wrong: answers degrade with the length of the context",
     "vllm-project/vllm#1096"},
    {"frequency-rounded",
     "the frequencies are rounded to a 16-bit format before they meet the positions",
     "the phase error grows with the position: decorrelated after some thousand positions",
     "sgl-project/sglang-jax#1472"},
    {"position-rounded",
     "the positions are rounded to a narrower format before they meet the frequencies",
     "neighbouring positions collapse into one: 256 is the last that bfloat16 counts to",
     "huggingface/candle#3520"},
    {"computed-in-single", "a float64 table holds float32 numbers",
     "the digits beyond the eighth are those of a float32 computation",
     "huggingface/diffusers#9047"},
}};

}  // namespace

std::span<const Fault> faults() { return kFaults; }

const Fault& fault(std::string_view name) {
  for (const Fault& known : kFaults) {
    if (known.name == name) return known;
  }
  throw Error("unknown fault '" + std::string(name) + "'");
}

}  // namespace sextant::verify
