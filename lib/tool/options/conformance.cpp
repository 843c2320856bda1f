#include "tool/options/conformance.hpp"

#include "sextant/conformance/case_text.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/rational.hpp"

namespace sextant::tool {
namespace {

/// The number of positions if no model gives it: the length of a long context.
constexpr Position kPositions = 131072;

std::uint64_t read_seed(const std::string& text) {
  return read_option("--seed", [&] {
    const Rational seed = parse_rational(text);
    if (!is_integer(seed) || seed < 0 || msb(numerator(seed) + 1) > 63)
      throw Error(text + " is not one of 0 ... 2^64 - 2");
    return static_cast<std::uint64_t>(numerator(seed));
  });
}

}  // namespace

void CaseOptions::add(Command& subcommand) {
  subcommand.add_option("--positions", &positions,
                        "A:B or A:B:STEP, half-open (those of the model, else 0:131072)",
                        {.value = "RANGE"});
  subcommand.add_option("--format,--dtype", &format, "float16 | bfloat16 | float32 | float64",
                        {.value = "F", .required = true});
  subcommand.add_option("--level", &level, "quick: 2^12 | thorough: 2^20 | exhaustive: all (quick)",
                        {.value = "LEVEL"});
  subcommand.add_option("--forever", &forever, "after these, others without end");
  subcommand.add_option("--seed", &seed, "what cases are drawn by (1)", {.value = "N"});
  subcommand.add_option(
      "--binary", &binary,
      "records instead of lines: a case is int64 position, uint64 channel, an answer the "
      "same and uint64 pattern, in its lowest bits; all little-endian, nothing else");
}

conformance::TestRequest CaseOptions::request() const {
  conformance::TestRequest asked;
  asked.encoding = encoding.encoding_with_dim();
  asked.part = encoding.part();
  asked.format = read_table_format("--format", format);
  asked.level = read_option("--level", [&] { return conformance::read_level(level); });
  asked.seed = read_seed(seed);
  asked.forever = forever;
  if (one_row(asked.part)) {
    if (!positions.empty()) throw Error("--positions: this part is one row, whatever the position");
    asked.positions = Positions::from(0, 1);
  } else if (!positions.empty()) {
    asked.positions = read_option("--positions", [&] { return Positions::parse(positions); });
  } else {
    const Position most = encoding.positions().value_or(kPositions);
    asked.positions = Positions::from(0, static_cast<std::uint64_t>(most));
  }
  if (binary) conformance::expect_records(asked.positions);
  return asked;
}

}  // namespace sextant::tool
