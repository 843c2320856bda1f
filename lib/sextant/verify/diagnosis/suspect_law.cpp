#include "sextant/verify/diagnosis/suspect_law.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace sextant::verify {
namespace {

constexpr int kMostPairsApart = 4;

class LawLine {
 public:
  explicit LawLine(const Claim& claim) : claim_(claim), ladder_(claim.chart.waves.geometric) {}

  std::vector<Suspect> take() { return std::move(suspects_); }

  void pair_index() {
    for (int by = 1; by <= kMostPairsApart; ++by) {
      for (const int shift : {by, -by}) {
        add("pair-index", {{"pairs", shift}},
            [&](int pair) { return Rational(ladder_.multiplier * (pair + shift)); });
      }
    }
  }

  void reciprocal() {
    add("reciprocal-frequency", {}, [&](int pair) { return Rational(-ladder_.multiplier * pair); });
  }

  /// Each column has an exponent of its own: of its number, or of twice that.
  void by_column() {
    const auto& channels = claim_.chart.channels;
    const auto has = [&](Function function) {
      return std::any_of(channels.begin(), channels.end(),
                         [&](const Channel& c) { return c.function == function; });
    };
    if (!has(Function::sine) || !has(Function::cosine)) return;
    const Rational columns = static_cast<int>(channels.size());
    for (const int times : {2, 1}) {
      Suspect s =
          as_claimed(claim_, "exponent-by-column",
                     {{"exponent", std::string(times == 2 ? "2j/d" : "j/d") + " of column j"}});
      Waves& waves = s.truth.waves;
      waves.frequencies.clear();
      for (std::size_t j = 0; j < channels.size(); ++j) {
        waves.frequencies.push_back(
            {.base = ladder_.base, .exponent = Rational(-times * static_cast<int>(j)) / columns});
        s.truth.channels[j].pair = static_cast<int>(j);
      }
      given(std::move(s));
    }
  }

 private:
  void add(std::string fault, Parameters parameters,
           const std::function<Rational(int pair)>& numerator) {
    Suspect s = as_claimed(claim_, std::move(fault), std::move(parameters));
    Waves& waves = s.truth.waves;
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
      f.base = ladder_.base;
      f.exponent = -numerator(pair) / ladder_.divisor;
    }
    given(std::move(s));
  }

  void given(Suspect s) {
    s.truth.waves.context = {};  // it is in the frequencies
    s.program = s.truth;
    s.given = Given::nearly;
    suspects_.push_back(std::move(s));
  }

  const Claim& claim_;
  const GeometricFrequencies& ladder_;
  std::vector<Suspect> suspects_;
};

}  // namespace

std::vector<Suspect> law_suspects(const Claim& claim) {
  const Waves& waves = claim.chart.waves;
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  const bool scaled = rotary != nullptr && rotary->context.scaling != Scaling::none;
  if (scaled || !waves.phases.empty() || waves.pairs() < 3) return {};
  LawLine line(claim);
  line.pair_index();
  line.reciprocal();
  line.by_column();
  return line.take();
}

}  // namespace sextant::verify
