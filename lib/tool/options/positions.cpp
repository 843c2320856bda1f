#include "tool/options/positions.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/positions_file.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

void PositionOptions::add(Command& subcommand) {
  subcommand.add_option("--first", &first,
                        "position of row 0 (0, or as the encoding's program has it)",
                        {.value = "P"});
  subcommand.add_option("--positions", &positions, "positions of the rows: A:B or A:B:STEP",
                        {.value = "RANGE"});
  subcommand.add_option(
      "--positions-file", &file,
      "a .npy of integers or floats: the position of every row, or [axes, n] coordinates",
      {.value = "IDS.npy"});
}

void PositionOptions::expect_one() const {
  if ((first.empty() ? 0 : 1) + (positions.empty() ? 0 : 1) + (file.empty() ? 0 : 1) > 1)
    throw Error("--first, --positions and --positions-file exclude each other");
}

void PositionOptions::ask(verify::Question& question) const {
  expect_one();
  if (!first.empty())
    question.first = read_option("--first", [&] { return parse_position(first); });
  if (!positions.empty())
    question.positions = read_option("--positions", [&] { return Positions::parse(positions); });
  if (!file.empty()) question.positions = read_positions(file);
}

}  // namespace sextant::tool
