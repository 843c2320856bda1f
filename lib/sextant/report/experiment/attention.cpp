#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tbb/parallel_for.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/text.hpp"
#include "sextant/recipe/attention/head.hpp"
#include "sextant/recipe/attention/rotary_tables.hpp"
#include "sextant/report/experiment/attention_tables.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using recipe::attention::Matrix;
using Wide = Interval<50>;

constexpr int kDim = 128;
constexpr std::size_t kPairs = kDim / 2;
constexpr std::size_t kKeys = 64;
constexpr Pairing kLayout = Pairing::half_split;
constexpr std::array<const char*, 2> kBases = {"10000", "500000"};
constexpr std::array<Position, 5> kQueries = {1000, 10000, 100000, 1000000, 10000000};

/// The query and the keys, one per offset: exact multiples of 2⁻¹⁰ in [−2, 2).
///                                                                     attention.md, The experiment
struct Vectors {
  Matrix<Wide> query{1, kDim}, keys{kKeys, kDim};
  Matrix<double> lengths{kKeys, kPairs};  ///< |q||k| of each pair, rounded up
};
Vectors vectors() {
  Vectors v;
  std::uint64_t state = 1;
  std::vector<double> drawn;
  for (std::size_t n = 0; n < (kKeys + 1) * kDim; ++n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    drawn.push_back((static_cast<double>((state >> 32) % 4096) - 2048) / 1024);
  }
  for (std::size_t j = 0; j < kDim; ++j) v.query(0, j) = Wide(drawn[j]);
  for (std::size_t i = 0; i < kKeys * kDim; ++i) v.keys.values[i] = Wide(drawn[kDim + i]);
  for (std::size_t o = 0; o < kKeys; ++o) {
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
      const auto [a, b] = recipe::attention::channels_of(kLayout, pair, kDim);
      const double* k = &drawn[kDim * (o + 1)];
      v.lengths(o, pair) =
          std::hypot(drawn[a], drawn[b]) * std::hypot(k[a], k[b]) * (1 + 0x1p-40);  // (20)
    }
  }
  return v;
}

double above(const Wide& x) { return recipe::upward(to_rational(upper_end(x))); }

/// The scores of a query, its weights and its output.
struct Seen {
  Matrix<Wide> scores, weights;
};
Seen seen(const Matrix<Wide>& query, const Matrix<Wide>& keys) {
  Seen result;
  result.scores = recipe::attention::scores(query, keys);
  result.weights = recipe::attention::softmax(result.scores, recipe::attention::Mask::none);
  return result;
}

/// The bound of the largest difference at any key, the key's offset, and the sum of the
/// differences.
struct Apart {
  double value = -1, total = 0;
  std::size_t offset = 0;
};
Apart apart(const Matrix<Wide>& a, const Matrix<Wide>& b) {
  Apart most;
  Wide sum = 0;
  for (std::size_t o = 0; o < kKeys; ++o) {
    const Wide difference = abs(Wide(a(0, o) - b(0, o)));
    const double here = above(difference);
    if (here > most.value) most.value = here, most.offset = o;
    sum += difference;
  }
  most.total = above(sum);
  return most;
}

/// The largest change of a score that the table's errors allow: (15) and (21), divided by √d.
double score_bound(const Vectors& v, const AttentionTables& tables) {
  double most = 0;
  for (std::size_t o = 0; o < kKeys; ++o) {
    double sum = 0;
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
      const double here = tables.off(0, pair), there = tables.off(o, pair);
      const double apart = static_cast<double>(o) * tables.astray[pair];
      sum += v.lengths(o, pair) * (here + there + here * there + apart);
    }
    most = std::max(most, sum);
  }
  return most / std::sqrt(double{kDim}) * (1 + 0x1p-40);
}

double largest(const Matrix<Wide>& m) {
  double most = 0;
  for (const Wide& x : m.values) most = std::max(most, above(abs(x)));
  return most;
}

json query_json(const Vectors& v, const AttentionTables& tables, const Seen& truth,
                Position query) {
  const Seen found = seen(rotated(v.query, tables.rows), rotated(v.keys, tables.rows));
  const Apart score = apart(found.scores, truth.scores);
  const Apart weight = apart(found.weights, truth.weights);
  const double bound = score_bound(v, tables);
  return {{"position", to_text(query)},
          {"score", {{"value", score.value}, {"offset", score.offset}}},
          {"score_bound", bound},
          {"fraction", score.value / bound},
          {"weight", {{"value", weight.value}, {"offset", weight.offset}}},
          {"variation", weight.total / 2},
          {"variation_bound", std::min(1.0, std::tanh(bound / 2) * (1 + 0x1p-40))}};
}

/// The result with the true table.  It depends only on offsets, so the query's position may be 0.
Seen truth_of(const exact::Oracle& oracle, const Vectors& v) {
  const auto rows = recipe::attention::true_rotation<Wide>(oracle, kLayout, behind(0, kKeys));
  return seen(v.query, rotated(v.keys, rows));
}

double most(const json& series, const char* measure) {
  double value = 0;
  for (const json& query : series["queries"])
    value = std::max(value, query[measure]["value"].get<double>());
  return value;
}

/// "2.2e-05 at position 1000 and 0.26 at 10000000": the change of scores at both ends.
std::string ends(const json& series) {
  const json &first = series["queries"].front(), &last = series["queries"].back();
  return fmt::format("{:.2g} at position {} and {:.2g} at {}",
                     first["score"]["value"].get<double>(), first["position"].get<std::string>(),
                     last["score"]["value"].get<double>(), last["position"].get<std::string>());
}

}  // namespace

nlohmann::json attention(const StepCallback& step) {
  const Vectors v = vectors();
  json series = json::array();
  for (const char* base : kBases) {
    const Rotary encoding{.dim = kDim, .base = parse_rational(base), .layout = kLayout};
    const exact::Oracle oracle(chart(encoding));
    const Seen truth = truth_of(oracle, v);
    const auto& sources = attention_sources();
    std::vector<json> lines(sources.size());
    tbb::parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
      const AttentionSource& source = sources[i];
      json line = {{"encoding", to_text(encoding)},
                   {"table", source.name},
                   {"format", source.format.name()},
                   {"largest_score", largest(truth.scores)},
                   {"largest_weight", largest(truth.weights)},
                   {"queries", json::array()}};
      const AttentionTableMaker maker(encoding, source);
      for (const Position query : kQueries) {
        step();
        line["queries"].push_back(query_json(v, maker.tables(query, kKeys), truth, query));
      }
      lines[i] = std::move(line);
    });
    for (json& line : lines) series.push_back(std::move(line));
  }
  const std::string sentence = attention_sentence(series);
  return {{"keys", kKeys}, {"sentence", sentence}, {"series", std::move(series)}};
}

std::string attention_sentence(const nlohmann::json& all) {
  if (all.empty()) return "Not measured.";
  std::string rounded, weights, made;
  for (const json& series : all) {
    if (series["encoding"] != all[0]["encoding"]) continue;
    const auto format = series["format"].get<std::string>();
    const auto table = series["table"].get<std::string>();
    const char* comma = rounded.empty() ? "" : ", ";
    if (table == "exact, rounded") {
      rounded += fmt::format("{}{:.2g} in {}", comma, most(series, "score"), format);
      weights += fmt::format("{}{:.2g}", comma, most(series, "weight"));
    } else {
      made += fmt::format("; made in {} by {} it moves scores by up to {}", format, table,
                          ends(series));
    }
  }
  return fmt::format(
      "Of scores up to {:.2g} and weights up to {:.2g}, a correctly rounded table of {} moves no "
      "score by more than {}, and no weight by more than {}, at any position tried{}.",
      all[0]["largest_score"].get<double>(), all[0]["largest_weight"].get<double>(),
      all[0]["encoding"].get<std::string>(), rounded, weights, made);
}

}  // namespace sextant
