#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "recipe/exemptions.hpp"
#include "recipe/subject/programs.hpp"
#include "recipe/subject/share.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"

namespace sextant::recipe {
namespace {

constexpr double kLeads = 0.5;  // of the bound: a term larger than all others together
constexpr double kReached =
    0.2;  // of the bound: a fifth   recipes.md, §Which term is when the largest

/// The encodings among whose places every term leads somewhere, if it can.
std::vector<Encoding> encodings_for_terms() {
  const auto steep = [](Rational base, Rational divisor) {
    return Sinusoidal{
        .dim = 32, .base = std::move(base), .law = Law::half_minus_shift, .shift = 16 - divisor};
  };
  return {Sinusoidal{.dim = 12},
          Sinusoidal{.dim = 128, .base = 500000},
          Sinusoidal{.dim = 100, .base = Rational(1000000000000)},
          Sinusoidal{.dim = 64, .base = 2},
          Sinusoidal{.dim = 6, .base = parse_rational("1e24")},
          Sinusoidal{.dim = 16, .origin = Rational(1, 3)},
          Sinusoidal{.dim = 16, .scale = Rational(1, 3), .amplitude = Rational(7, 3)},
          steep(Rational(10001, 10000), Rational(1, 10)),
          steep(Rational(7, 3), Rational(1, 3)),
          steep(Rational(10000), 2),
          Rotary{.dim = 12, .context = {.scaling = Scaling::linear, .factor = 3}},
          Rotary{.dim = 64,
                 .base = 500000,
                 .context = {.scaling = Scaling::llama3, .factor = 8, .original = 8192}},
          Rotary{.dim = 32, .context = {.scaling = Scaling::yarn, .factor = 40, .original = 4096}},
          Rotary{.dim = 8, .context = {.scaling = Scaling::ntk, .factor = Rational(11, 10)}}};
}

/// A place, and what the bound there is made of.
struct Spot {
  std::size_t table = 0;  ///< which of the tables below
  std::uint64_t row = 0;
  Channel channel;
  Format store;
  Terms terms;
};

struct Table {
  Encoding encoding;
  Chart chart;
  Positions positions;
  std::unique_ptr<Subject> subject;
  std::optional<exact::Oracle> oracle;  ///< once it is asked
};

class Search {
 public:
  explicit Search(const Subjects& subjects) : subjects_(subjects) {
    for (const Encoding& e : encodings_for_terms()) {
      for (const int bits : {1, 4, 8, 12, 20, 26, 34, 46, 55, 60, 63}) {
        if (!subjects_.sequential || bits <= 12) add_table(e, bits);
      }
    }
  }

  /// The largest share of the bound that a term has, and the largest error/bound where it leads, or
  /// has all but the largest share that it gets: of what errors are made is not known, and where a
  /// term does not lead, others may have come close to the bound.
  struct Found {
    double share = 0, ratio = 0;
    std::string witness;
  };
  Found look_for(double Terms::*term) {
    Found found;
    for (const Spot& spot : spots_) found.share = std::max(found.share, share(spot, term));
    const double enough = std::min(kLeads, found.share * 0.9);
    for (const Spot& spot : spots_) {
      if (share(spot, term) == 0 || share(spot, term) < enough) continue;
      const double ratio = error(spot) / spot.terms.total();
      if (ratio > found.ratio) found.ratio = ratio, found.witness = describe(spot);
    }
    return found;
  }

 private:
  static double share(const Spot& spot, double Terms::*term) {
    return spot.terms.*term / spot.terms.total();
  }

  void add_table(const Encoding& e, int bits) {
    std::vector<Position> found;
    for (int i = 0; i < 48; ++i) found.push_back(Position{draw::of_width(bits, random_())});
    Table table{e, exact::settled(sextant::chart(e)), {}, nullptr, std::nullopt};
    table.positions = subjects_.sequential
                          ? Positions{bits == 8 ? 0 : found[0] * 70001, (1U << 12) + 1, 1}
                          : Positions::of(found);
    table.subject = subjects_.make(table.chart.waves, table.positions, {});
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::uint64_t row = subjects_.sequential ? static_cast<std::uint64_t>(found[i]) : i;
      for (int k = 0; k < 4; ++k) {
        const Channel channel = table.chart.channels[random_() % table.chart.width()];
        for (const Format& store : subjects_.stores()) {
          const Terms terms = table.subject->terms(row, channel, store);
          if (terms.total() > 0 && !std::isinf(terms.total()))
            spots_.push_back({tables_.size(), row, channel, store, terms});
        }
      }
    }
    tables_.push_back(std::move(table));
  }

  double error(const Spot& spot) {
    Table& table = tables_[spot.table];
    const double value = to_double(round(spot.store, table.subject->value(spot.row, spot.channel)));
    if (!table.oracle) table.oracle.emplace(table.chart);
    const auto truth = near(table.oracle->ball(table.positions[spot.row], spot.channel));
    return std::abs(value - truth.high - truth.low) + truth.radius;
  }

  std::string describe(const Spot& spot) const {
    const Table& table = tables_[spot.table];
    return to_text(table.encoding) + ", position " + to_text(table.positions[spot.row]) +
           ", pair " + std::to_string(spot.channel.pair) +
           (spot.channel.function == Function::sine ? " sine" : " cosine") + ", stored in " +
           spot.store.name();
  }

  const Subjects& subjects_;
  std::mt19937_64 random_{20170612};
  std::vector<Table> tables_;
  std::vector<Spot> spots_;
};

class HardwareRecipe : public testing::TestWithParam<Subjects> {};
INSTANTIATE_TEST_SUITE_P(Types, HardwareRecipe, testing::ValuesIn(hardware_subjects()),
                         name_of_subject);

/// A run's bound is of the pair.
class HardwareRecipeByRow : public testing::TestWithParam<Subjects> {};
INSTANTIATE_TEST_SUITE_P(Types, HardwareRecipeByRow, recipes_where([](const Subjects& s) {
                           return s.hardware() && !s.sequential;
                         }),
                         name_of_subject);

TEST_P(HardwareRecipe, ComesCloseToEachTermOfItsBoundFull) {
  const Subjects& subjects = GetParam();
  Search search(subjects);
  for (const auto& [name, term] : Terms::kNames) {
    const auto found = search.look_for(term);
    if (found.share == 0) continue;
    std::cout << "  " << name << " is " << std::setprecision(3) << found.share
              << " of the bound at most; error/bound " << found.ratio << " at " << found.witness
              << '\n';
    EXPECT_LE(found.ratio, 1 + 0x1p-30) << name << ": the search divides doubles";
    const bool leads = found.share >= kLeads;
    const bool reached = found.ratio >= kReached;
    EXPECT_NE(leads, exempt(subjects, name, Exemption::never_leads)) << subjects << ", " << name;
    EXPECT_NE(reached, exempt(subjects, name, Exemption::never_reached))
        << subjects << ", " << name;
  }
}

/// Encodings whose angles at position 1 are an eighth at most, with large relative errors:
/// exponents up to 160, and frequencies of 10²⁴.
std::vector<Sinusoidal> nearly_flat() {
  std::vector<Sinusoidal> found;
  for (const std::string_view base : {"1.0001", "1.0003", "1.0007"}) {
    found.push_back({.dim = 32,
                     .base = parse_rational(base),
                     .law = Law::half_minus_shift,
                     .shift = 16 - Rational(1, 10),
                     .scale = Rational(1, 8)});
  }
  for (const std::string_view base : {"1e-24", "2e-24", "3e-24", "5e-24", "7e-24", "9e-24"}) {
    Sinusoidal e{.dim = 8, .base = parse_rational(base), .law = Law::half_minus_shift};
    e.scale = power_of_two(std::ilogb(static_cast<double>(e.base)) - 3);
    found.push_back(e);
  }
  return found;
}

/// Cosine is flat at 0, and the bound knows: at an angle of an eighth it is a fifth of the angle's
/// error or less, and yet errors come close to it.                            recipes.md, (9)
TEST_P(HardwareRecipeByRow, ComesCloseToTheBoundOfACosineNearZero) {
  const Subjects& subjects = GetParam();
  double nearest = 0;
  for (const Sinusoidal& e : nearly_flat()) {
    const Waves waves = sextant::chart(e).waves;
    const Positions one{1, 2, 1};
    const auto subject = subjects.make(waves, one, {});
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const Channel channel{Function::cosine, pair};
      const Terms terms = subject->terms(0, channel, subjects.compute);
      if (terms.sine > kLeads * terms.total()) continue;
      const auto got =
          measure(*subject, waves, one, 0, channel, subjects.compute, subjects.compute);
      nearest = std::max(nearest, got.error / terms.total());
    }
  }
  std::cout << "  nearest to its bound: " << nearest << '\n';
  // By more than its sine and cosine are.
  const bool never_off = subjects.recipe == "turns" || subjects.recipe == "fast-trigonometry" ||
                         subjects.recipe == "narrowed-angle";
  EXPECT_EQ(nearest < kReached, never_off);
}

}  // namespace
}  // namespace sextant::recipe
