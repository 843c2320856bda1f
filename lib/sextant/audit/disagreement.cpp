#include "sextant/audit/disagreement.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::audit {
namespace {

constexpr double kHalfUlp = 0x1p-24;  ///< of float32, relative
/// Errors of doubles; numbers of two configurations are the same or not.
constexpr double kOfDoubles = 0x1p-40;

bool differ(double x, double y, double allowed) {
  return std::abs(x - y) > allowed * std::max(std::abs(x), std::abs(y));
}

/// By how much, relatively, numbers may differ that two sources say.
struct Allowed {
  double number = kOfDoubles;            ///< a number that is stored, or an amplitude
  std::vector<double> frequencies = {};  ///< one for each pair
};

/// The largest differences that float32 numbers of a GGUF explain.
///   number:     its own rounding, of a quotient of two amplitudes twice: 4u           audit.md,
///   (1) frequency:  (2i/d)u by the base, u by a factor, and the bound of its divisor audit.md, (2)
Allowed allowed_for_gguf(const Rotary& encoding) {
  Allowed allowed{.number = 4 * kHalfUlp};
  const Chart divisors = chart(Encoding(encoding), Part::divisors);
  const auto recipe = recipe::make("reciprocal", divisors, {}, Positions::from(0, 1));
  const std::vector<double> frequencies = verify::approximate_frequencies(divisors.waves);
  const double base = static_cast<double>(encoding.base);
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
    const double share = 2 * static_cast<double>(pair) / encoding.dim;
    const double divisor = std::pow(base, -share) / frequencies[pair];
    const double bound = frequencies[pair] > 0 ? recipe->bound(0, pair) / divisor : 0;
    allowed.frequencies.push_back((share + 1) * kHalfUlp + bound + kOfDoubles);
  }
  return allowed;
}

/// The frequencies of the pairs that turn, their scaling, and the amplitude, in doubles.
struct Rotation {
  std::vector<double> frequencies;
  std::vector<double> factors;  ///< frequencies divided by those that the base alone gives
  double amplitude = 1;
};

Rotation rotation_of(const Rotary& encoding) {
  const Chart table = chart(encoding);
  Rotation rotation{
      verify::approximate_frequencies(table.waves), {}, verify::approximate(table.waves.amplitude)};
  while (!rotation.frequencies.empty() && rotation.frequencies.back() == 0)
    rotation.frequencies.pop_back();
  const double base = static_cast<double>(encoding.base);
  for (std::size_t pair = 0; pair < rotation.frequencies.size(); ++pair)
    rotation.factors.push_back(rotation.frequencies[pair] *
                               std::pow(base, 2 * static_cast<double>(pair) / encoding.dim));
  return rotation;
}

/// The largest differences of angles and cosines at a position.  Both have the same number of
/// pairs.
Deviation deviation(const Rotation& x, const Rotation& y, Position position) {
  Deviation found{.position = position};
  const auto p = static_cast<double>(position);
  for (std::size_t pair = 0; pair < x.frequencies.size(); ++pair) {
    const double mine = x.frequencies[pair], theirs = y.frequencies[pair];
    const double phase = p * std::abs(mine - theirs);
    const double cosine =
        std::abs(x.amplitude * std::cos(p * mine) - y.amplitude * std::cos(p * theirs));
    if (phase > found.phase) {
      found.phase = phase;
      found.positions_off = phase / mine;
    }
    found.cosine = std::max(found.cosine, cosine);
  }
  return found;
}

/// The keys whose names have one of these words; if none has, one entry that says so.
std::vector<Side> evidence(const LayerEncoding& layers, const ModelSource& source,
                           std::initializer_list<std::string_view> words) {
  std::vector<Side> found;
  for (const ConfigKey& key : layers.from) {
    const auto names = [&](std::string_view word) {
      return key.key.find(word) != std::string::npos;
    };
    if (std::none_of(words.begin(), words.end(), names)) continue;
    found.push_back(
        {.path = source.path, .key = key.key, .value = key.value.empty() ? "default" : key.value});
  }
  if (found.empty()) found.push_back({.path = source.path, .value = "no key says it"});
  return found;
}

/// Leaves out keys that both sides have with the same value, unless no others remain.
void drop_equal(std::vector<Side>& between) {
  std::vector<Side> others;
  for (const Side& one : between) {
    const auto same = [&](const Side& other) {
      return &other != &one && other.key == one.key && other.value == one.value;
    };
    if (std::none_of(between.begin(), between.end(), same)) others.push_back(one);
  }
  if (others.size() > 1) between = std::move(others);
}

/// Compares what two sources say about the layers of one kind.
class Comparison {
 public:
  Comparison(const LayerEncoding& claim, const ModelSource& of_claim, const LayerEncoding& other,
             const ModelSource& of_other)
      : claim_(claim), of_claim_(of_claim), other_(other), of_other_(of_other) {}

  std::vector<ModelDisagreement> run() {
    using enum LayerPositions;
    if (claim_.positions == unknown || other_.positions == unknown) return {};
    if (claim_.positions != other_.positions) {
      add("positions", {"rope", "alibi", "position"});
    } else if (claim_.positions == computed) {
      if (claim_.encoding && other_.encoding)
        compare_encodings(*claim_.encoding, *other_.encoding);
      else if (encoding_text(claim_) != encoding_text(other_))
        add("encoding", {"rope", "theta", "position"},
            encoding_text(claim_) + " against " + encoding_text(other_));
    }
    if (!claim_.numbers.empty() && !other_.numbers.empty() && claim_.numbers != other_.numbers)
      add("layers of this kind", {"layer", "pattern", "ratio"},
          fmt::format("{} against {}", fmt::join(claim_.numbers, ","),
                      fmt::join(other_.numbers, ",")));
    return std::move(found_);
  }

 private:
  void add(const std::string& what, std::initializer_list<std::string_view> words,
           const std::string& said = {}, const std::optional<Deviation>& at = {}) {
    ModelDisagreement one{.layers = claim_.layers.empty() ? other_.layers : claim_.layers,
                          .what = what,
                          .words = said,
                          .between = evidence(claim_, of_claim_, words),
                          .at = at};
    for (Side& theirs : evidence(other_, of_other_, words))
      one.between.push_back(std::move(theirs));
    drop_equal(one.between);
    found_.push_back(std::move(one));
  }

  void compare_encodings(const Encoding& mine, const Encoding& theirs) {
    const auto* rotary = std::get_if<Rotary>(&mine);
    const auto* other = std::get_if<Rotary>(&theirs);
    if (rotary != nullptr && other != nullptr) return compare_rotary(*rotary, *other);
    const auto* alibi = std::get_if<Alibi>(&mine);
    const auto* their_alibi = std::get_if<Alibi>(&theirs);
    const bool alike = alibi != nullptr && their_alibi != nullptr
                           ? same_slopes(*alibi, *their_alibi, of_numbers())
                           : mine == theirs;
    if (!alike)
      add("encoding", {"alibi", "bias", "bucket", "head", "position"},
          to_text(mine) + " against " + to_text(theirs));
  }

  /// Some scalings depend on the length of sequences.  Unless --seq-len sets it, the encodings are
  /// compared at the original contexts, just beyond them, and at the longest one.
  void compare_rotary(const Rotary& mine, const Rotary& theirs) {
    compare(mine, theirs);
    const auto depends = [](const Rotary& one) {
      return one.context.length == 0 &&
             (one.context.scaling == Scaling::dynamic || one.context.scaling == Scaling::longrope);
    };
    if (!depends(mine) && !depends(theirs)) return;
    const Rational x_original = mine.context.original, y_original = theirs.context.original;
    const auto context = claim_.context ? claim_.context : other_.context;
    const Rational longest = context ? to_rational(*context) : Rational(0);
    const Rational twice = 2 * std::max(x_original, y_original);
    for (const Rational& length :
         {Rational(x_original), Rational(y_original), Rational(x_original + 1),
          Rational(y_original + 1), std::max(longest, twice)}) {
      if (!found_.empty()) return;
      Rotary x = mine, y = theirs;
      x.context.length = y.context.length = length;
      compare(x, y);
    }
  }

  /// Compares slopes alone.  Programs choose the form of ALiBi's bias; forms differ by a constant
  /// of each row, which softmax removes.
  static bool same_slopes(const Alibi& mine, const Alibi& theirs, double allowed) {
    const auto slopes = [](const Alibi& alibi) {
      return verify::approximate_frequencies(chart(Encoding(alibi), Part::slopes).waves);
    };
    const auto x = slopes(mine), y = slopes(theirs);
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](double a, double b) { return !differ(a, b, allowed); });
  }

  void compare(const Rotary& mine, const Rotary& theirs) {
    const Rotation x = rotation_of(mine), y = rotation_of(theirs);
    if (x.frequencies.size() != y.frequencies.size())
      return add(
          "rotated channels",
          {"partial", "rotary_dim", "pct", "dimension_count", "head_dim", "key_length", "rope_dim"},
          fmt::format("{} channels against {}", 2 * x.frequencies.size(),
                      2 * y.frequencies.size()));
    const Allowed allowed = with_gguf() ? allowed_for_gguf(mine) : Allowed{};
    const auto alike = [&](const std::vector<double>& a, const std::vector<double>& b) {
      for (std::size_t pair = 0; pair < a.size(); ++pair)
        if (differ(a[pair], b[pair], with_gguf() ? allowed.frequencies[pair] : kOfDoubles))
          return false;
      return true;
    };
    const bool turn_alike = alike(x.frequencies, y.frequencies);
    const auto at = deviation(x, y, last_position(claim_.context ? claim_ : other_));
    if (!turn_alike) {
      const bool base =
          differ(static_cast<double>(mine.base), static_cast<double>(theirs.base), allowed.number);
      // Factors of YaRN and Llama 3 depend on the base.
      const bool scaling =
          !base || (mine.context != theirs.context && !alike(x.factors, y.factors));
      if (base && scaling)
        add("base and scaling", {"theta", "base", "scal", "factor", "rope_type", "original"},
            both_texts(mine, theirs), at);
      else if (base)
        add("base", {"theta", "base"},
            fmt::format("{} against {}", readable(mine.base), readable(theirs.base)), at);
      else
        add("scaling", {"scal", "factor", "rope_type", "yarn", "original", "rope_freqs"},
            both_texts(mine, theirs), at);
    }
    if (differ(x.amplitude, y.amplitude, allowed.number))
      add("amplitude", {"attention_factor", "attn_factor", "mscale", "log_multiplier", "factor"},
          fmt::format("{:.6g} against {:.6g}", x.amplitude, y.amplitude), at);
    if (pairings_comparable() && mine.layout != theirs.layout)
      add("pairing", {"interleave", "model_type"});
    // A GGUF of a model of text has no sections.
    const bool both_say = !claim_.sections.empty() && !other_.sections.empty();
    if ((both_say || of_claim_.kind == of_other_.kind) && claim_.sections != other_.sections)
      add("sections", {"section"},
          fmt::format("[{}] against [{}]", fmt::join(claim_.sections, ","),
                      fmt::join(other_.sections, ",")));
    if (!same_scale(claim_.query_scale, other_.query_scale, allowed.number))
      add("query scale", {"temperature", "attn_scale", "floor_scale", "beta"});
  }

  bool with_gguf() const {
    return of_claim_.kind == SourceKind::gguf || of_other_.kind == SourceKind::gguf;
  }
  double of_numbers() const { return with_gguf() ? 4 * kHalfUlp : kOfDoubles; }

  static std::string both_texts(const Rotary& mine, const Rotary& theirs) {
    constexpr std::size_t kLongest = 120;  // lists of divisors are long
    std::string text = to_text(Encoding(mine)), other = to_text(Encoding(theirs));
    if (text.size() > kLongest) text = text.substr(0, kLongest) + "…";
    if (other.size() > kLongest) other = other.substr(0, kLongest) + "…";
    return text + " against " + other;
  }

  static bool same_scale(const std::optional<QueryScale>& mine,
                         const std::optional<QueryScale>& theirs, double allowed) {
    if (!mine || !theirs) return mine.has_value() == theirs.has_value();
    return !differ(static_cast<double>(mine->beta), static_cast<double>(theirs->beta), allowed) &&
           mine->original == theirs->original && mine->shift == theirs->shift;
  }

  /// Converters permute weights: with a params.json pairs are neighbours, with the config.json of
  /// the same model they are half a head apart.  So only configurations of one kind are compared.
  bool pairings_comparable() const {
    const SourceKind kind = of_claim_.kind;
    return kind == of_other_.kind && (kind == SourceKind::config || kind == SourceKind::params);
  }

  const LayerEncoding& claim_;
  const ModelSource& of_claim_;
  const LayerEncoding& other_;
  const ModelSource& of_other_;
  std::vector<ModelDisagreement> found_;
};

}  // namespace

std::vector<ModelDisagreement> disagreements(const LayerEncoding& claim,
                                             const ModelSource& of_claim,
                                             const LayerEncoding& other,
                                             const ModelSource& of_other) {
  return Comparison(claim, of_claim, other, of_other).run();
}

std::vector<ModelDisagreement> disagreements_of_nodes(const LayerEncoding& claim,
                                                      const ModelSource& of_claim,
                                                      const ModelSource& graph) {
  std::vector<ModelDisagreement> found;
  const auto* rotary = claim.encoding ? std::get_if<Rotary>(&*claim.encoding) : nullptr;
  if (rotary == nullptr) return found;
  const auto add = [&](const OnnxRotary& node, const std::string& what, const std::string& value,
                       std::initializer_list<std::string_view> words) {
    const auto same = [&](const ModelDisagreement& other) {
      return other.what == what && other.between.back().value == value;
    };
    if (std::any_of(found.begin(), found.end(), same)) return;  // every layer has such a node
    ModelDisagreement one{.layers = claim.layers,
                          .what = what,
                          .words = {},
                          .between = evidence(claim, of_claim, words)};
    one.between.push_back({.path = graph.path, .tensor = node.node, .value = value});
    found.push_back(std::move(one));
  };
  for (const OnnxRotary& node : graph.rotaries) {
    const bool interleaved = rotary->layout == Pairing::interleaved;
    if (node.interleaved && *node.interleaved != interleaved)
      add(node, "pairing", fmt::format("interleaved={}", *node.interleaved ? 1 : 0),
          {"interleave", "model_type"});
    const std::int64_t width = node.rotary_embedding_dim.value_or(0);
    if (width != 0 && width != rotary->dim)
      add(node, "rotated channels", fmt::format("rotary_embedding_dim={}", width),
          {"partial", "rotary_dim", "pct", "head_dim"});
  }
  return found;
}

}  // namespace sextant::audit
