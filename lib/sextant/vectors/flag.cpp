#include "sextant/vectors/flag.hpp"

#include <array>
#include <cctype>

#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant::vectors {
namespace {

struct Own {
  std::string_view name, kind, mechanism, effect, reference;
};

constexpr std::string_view kNoThread = "(no public thread known)";

// References are threads at github.com, written owner/repository#number, or papers.
constexpr std::array<Own, 12> kOwn = {{
    {"FirstPosition", "place", "position 0: every angle is 0, and values are exact",
     "an origin, an order of the columns or a row of zeros is seen here before anything else",
     "facebookresearch/fairseq#1177"},
    {"PowerOfTwo", "place", "a power of two, or a neighbour of one, where formats stop counting",
     "257 is 256 in bfloat16, 2049 is 2048 in float16, 2^24 + 1 is 2^24 in float32",
     "huggingface/candle#3520"},
    {"ContextEnd", "place", "beside the last position that a model takes, or was trained on",
     "tables made one row too short or too long, and scalings that begin or end here",
     "karpathy/nanochat#520"},
    {"LargePosition", "place", "a position of 2^20 or more",
     "an angle formed in float32 is off by its own last digits: a radian per 2^24 or so",
     "ml-explore/mlx-lm#1076"},
    {"HighChannel", "place", "one of the last pairs, whose frequencies are least",
     "errors of the exponents add up to here, and differences between positions are smallest",
     "tensorflow/tensor2tensor#1591"},
    {"FrequencyUnderflow", "place", "the frequency is subnormal in float16, or less than it has",
     "a frequency in that format has lost most of its digits, or is 0", "EleutherAI/gpt-neox#1003"},
    {"NearNumber", "place", "the true value lies by a number of a format, nearer than most",
     "a few more digits decide which two numbers it lies between", "Muller, Elementary Functions"},
    {"NearTie", "rounding",
     "the true value lies by the middle between two numbers of a format, nearer than most",
     "evaluated with too few digits, or rounded twice, it becomes the other of the two",
     "Muller, Elementary Functions (the table maker's dilemma)"},
    {"DoubleRounding", "rounding", "the value is rounded to float32, and that to a 16-bit format",
     "where the first rounding ends on a tie the second goes wrong: one unit in the last place",
     "JuliaLang/julia#57809"},
    {"Truncation", "rounding", "the digits that bfloat16 does not hold are cut off",
     "every number is 0 or one unit too near to zero: a bias of half a unit",
     "tenstorrent/tt-metal#19882"},
    {"FlushToZero", "mistake", "subnormal numbers are replaced by 0",
     "small sines in float16 are lost, and with them what tells neighbouring positions apart",
     "gpuweb/gpuweb#3421"},
    {"Float32Angle", "mistake", "frequency and angle are rounded to float32 on the way to the sine",
     "the phase is off in proportion to the angle: 0.01 at position 131071", "kekzl/imp#1325"},
}};

/// The faults that have a flag for each of some formats.
constexpr std::string_view kByFormat[] = {"frequency-rounded", "position-rounded"};

std::string camel(std::string_view words) {
  std::string name;
  bool begins = true;
  for (const char c : words) {
    if (c != '-') name += begins ? static_cast<char>(std::toupper(c)) : c;
    begins = c == '-';
  }
  return name;
}

std::string in_format(std::string_view fault, std::string_view format) {
  return camel(format) + camel(fault.substr(0, fault.find('-')));
}

bool is_flag_of(std::string_view name, std::string_view fault) {
  if (name == camel(fault)) return true;
  for (const std::string_view known : kByFormat) {
    if (known != fault) continue;
    for (const char* format : {"bfloat16", "float16", "float32"})
      if (name == in_format(fault, format)) return true;
  }
  return false;
}

}  // namespace

Flag flag(std::string_view name) {
  for (const Own& own : kOwn) {
    if (own.name == name)
      return {std::string(name), own.kind, {}, own.mechanism, own.effect, own.reference};
  }
  for (const verify::Fault& fault : verify::faults()) {
    if (is_flag_of(name, fault.name))
      return {std::string(name), "mistake",
              fault.name,        fault.mechanism,
              fault.effect,      fault.reference.empty() ? kNoThread : fault.reference};
  }
  throw Error("no flag is called '" + std::string(name) + "'");
}

std::string flag_of(std::string_view fault, const verify::Parameters& parameters) {
  for (const std::string_view known : kByFormat)
    if (known == fault) return in_format(fault, parameters.text("format"));
  return camel(fault);
}

}  // namespace sextant::vectors
