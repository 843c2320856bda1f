#include <cstdio>
#include <exception>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "hard_places/certificate.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/measure/hard_places/sweep.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::hard_places {
namespace {

struct Asked {
  int dim = 512;
  std::string base = "10000";
  std::string positions;
  std::size_t keep = 50;
};

/// A boundary is a number of one bit more.
std::string boundary_text(const Rational& boundary) {
  return hex_text(round(Format::bits(64), boundary));
}

/// The table begins with the command that made it.
void run(const Asked& asked) {
  const exact::Oracle oracle(
      chart(Sinusoidal{.dim = asked.dim, .base = parse_rational(asked.base)}));
  const Positions positions = Positions::parse(asked.positions);
  Hardest found = sweep(oracle, positions, asked.keep);
  fmt::print("# build/bin/hard_places --dim {} --base {} --positions {} --keep {}\n", asked.dim,
             asked.base, positions.text(), asked.keep);
  fmt::print("# the nearest of {} entries\n", positions.count * oracle.chart().width());
  fmt::print("dim,base,position,channel,format,kind,boundary,ulps\n");
  for (std::size_t f = 0; f < kFormats.size(); ++f) {
    for (std::size_t kind = 0; kind < measure::kBoundaries; ++kind) {
      for (const HardPlace& place : found.of(f, static_cast<Boundary>(kind)).sorted()) {
        const Channel& channel = oracle.chart().channels[static_cast<std::size_t>(place.channel)];
        const Certificate true_one = certify(oracle.waves(), place.position, channel, kFormats[f]);
        fmt::print("{},{},{},{},{},{},{},{}\n", asked.dim, asked.base, to_text(place.position),
                   place.channel, kFormats[f].name(), measure::kBoundaryNames[kind],
                   boundary_text(true_one.boundary), true_one.ulps);
      }
    }
  }
}

}  // namespace
}  // namespace sextant::hard_places

int main(int argc, char** argv) {
  CLI::App app{
      "Finds the entries of a sinusoidal table whose true values lie nearest to where\n"
      "rounding changes (midpoints of a format), where its neighbours change (its numbers),\n"
      "and to 1 and -1; prints them as CSV with their distance in ulps, certified from the\n"
      "definition by intervals.",
      "hard_places"};
  sextant::hard_places::Asked asked;
  app.add_option("--dim", asked.dim, "channels (512: it has the frequencies of 2, 64, 128, 256)");
  app.add_option("--base", asked.base, "base of the frequencies (10000)");
  app.add_option("--positions", asked.positions, "A:B or A:B:STEP, half-open")->required();
  app.add_option("--keep", asked.keep, "how many of each format and kind (50)")
      ->check(CLI::Range(1, 1000000));
  app.footer(
      "Example, a few minutes on two cores:\n"
      "  hard_places --dim 512 --base 500000 --positions 1:2^23 > hard.csv");
  try {
    app.parse(argc, argv);
    sextant::hard_places::run(asked);
    if (std::fflush(stdout) != 0) throw sextant::Error("standard output cannot be written");
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    fmt::print(stderr, "hard_places: {}; see --help\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "hard_places: {}\n", error.what());
    return 2;
  }
  return 0;
}
