#include <array>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/rounded.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr int kDim = 64;

/// The fewest digits that read back as this float32; as a double it would need more.
double in_few_digits(double value) {
  std::array<char, 32> text{};
  *std::to_chars(text.begin(), text.end() - 1, static_cast<float>(value)).ptr = '\0';
  return std::strtod(text.data(), nullptr);
}

/// Rounds to the digits that a picture can show.
double for_the_eye(double value) {
  return std::strtod(fmt::format("{:.5g}", value).c_str(), nullptr);
}

std::vector<double> in_few_digits(std::vector<double> values) {
  for (double& value : values) value = in_few_digits(value);
  return values;
}

/// K(k) = Σ cos(k·scale·ω_i) over the pairs.  It is the dot product of two rows at offset k, if a
/// row holds sine and cosine of every pair, and the amplitude is 1.
class KernelTruth final : public exact::Truth {
 public:
  KernelTruth(const Waves& waves, Position offset)
      : waves_(waves), steps_(to_rational(offset) * waves.scale) {}

  std::optional<Rational> rational() const override {
    if (steps_ != 0) return std::nullopt;
    return Rational(waves_.pairs());
  }
  /// No theorem covers sums: Ziv's loop has a cap.
  bool may_be_rational() const override { return true; }

  exact::Enclosure enclosure(int level) const override {
    return on_level(level, [&]<class I>(std::type_identity<I>) -> exact::Enclosure {
      I sum(0);
      for (int pair = 0; pair < waves_.pairs(); ++pair)
        sum += cos(I(enclose<I>(steps_) * exact::frequency<I>(waves_, pair)));
      return {lower_end(sum), upper_end(sum)};
    });
  }

 private:
  const Waves& waves_;
  Rational steps_;
};

}  // namespace

/// A list of divisors fits one dim only: such an encoding is not changed.
Encoding pictured(const Encoding& encoding) {
  Encoding small = encoding;
  set_field(small, "dim", std::to_string(std::min(kDim, dim(encoding))));
  try {
    (void)chart(small);
  } catch (const Error&) {
    return encoding;
  }
  return small;
}

nlohmann::json pictures(const ExperimentConfig& experiment) {
  const Encoding small = pictured(experiment.encoding);
  const exact::Oracle oracle(chart(small));
  const std::vector<Channel>& channels = oracle.chart().channels;
  const auto value = [&](Position p, std::size_t j) {
    return oracle.nearest(kFloat32, p, channels[j]).value;
  };

  json heat = {{"positions", json::array()}, {"values", json::array()}};
  std::vector<std::vector<double>> rows;
  for (Position p = 0; p < kPicturedRows; ++p) {
    std::vector<double> row;
    for (std::size_t j = 0; j < channels.size(); ++j) row.push_back(value(p, j));
    heat["positions"].push_back(to_text(p));
    heat["values"].push_back(in_few_digits(row));
    rows.push_back(std::move(row));
  }
  json waves = {
      {"positions", heat["positions"]}, {"channels", json::array()}, {"values", json::array()}};
  for (const std::size_t j : {0, 8, 16, 24, 32}) {
    if (j >= channels.size()) continue;
    std::vector<double> series;
    for (const auto& row : rows) series.push_back(row[j]);
    waves["channels"].push_back(j);
    waves["values"].push_back(in_few_digits(std::move(series)));
  }
  json similarity = {{"positions", json::array()}, {"values", json::array()}};
  for (std::size_t p = 0; p < rows.size(); p += 2) {
    std::vector<double> line;
    for (std::size_t q = 0; q < rows.size(); q += 2) {
      double dot = 0;
      for (std::size_t j = 0; j < channels.size(); ++j) dot += rows[p][j] * rows[q][j];
      line.push_back(for_the_eye(dot / static_cast<double>(oracle.waves().pairs())));
    }
    similarity["positions"].push_back(std::to_string(p));
    similarity["values"].push_back(line);
  }
  return {{"dim", dim(small)}, {"heat_map", heat}, {"waves", waves}, {"similarity", similarity}};
}

json kernel(const ExperimentConfig& experiment) {
  const Encoding small = pictured(experiment.encoding);
  const exact::Oracle oracle(chart(small));
  json offsets = json::array(), values = json::array();
  for (Position k = 0; k < kPicturedRows; ++k) {
    offsets.push_back(to_text(k));
    values.push_back(to_double(nearest(kFloat64, KernelTruth(oracle.waves(), k)).number));
  }
  return {{"encoding", to_text(small)},
          {"pairs", oracle.waves().pairs()},
          {"offsets", offsets},
          {"values", values}};
}

}  // namespace sextant
