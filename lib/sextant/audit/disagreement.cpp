#include "sextant/audit/disagreement.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sextant/audit/short_text.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::audit {
namespace {

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
      add("positions",
          {"no_rope", "use_rope", "finetuned", "alibi", "position", "pattern", "layer_types",
           "model_type", "architecture"},
          positions_text(claim_) + " against " + positions_text(other_));
    } else if (claim_.positions == computed) {
      if (claim_.encoding && other_.encoding)
        compare_encodings(*claim_.encoding, *other_.encoding);
      else if (encoding_text(claim_) != encoding_text(other_))
        add("encoding", {"rope", "theta", "position"},
            encoding_text(claim_) + " against " + encoding_text(other_));
    }
    if (found_.empty()) compare_tables();
    if (!same_scale(claim_.query_scale, other_.query_scale, number_allowed()))
      add("query scale", {"temperature", "attn_scale", "floor_scale", "beta"},
          scale_text(claim_) + " against " + scale_text(other_));
    if (!claim_.numbers.empty() && !other_.numbers.empty() && claim_.numbers != other_.numbers)
      compare_numbers();
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

  static std::string positions_text(const LayerEncoding& layers) {
    if (layers.positions == LayerPositions::absent) return "no rotation";
    if (layers.positions == LayerPositions::learned) return "a learned table";
    return shortened(encoding_text(layers));
  }

  static std::string scale_text(const LayerEncoding& layers) {
    return layers.query_scale ? readable_fractions(to_text(*layers.query_scale)) : "none";
  }

  /// Compares the kinds and shapes of stored tables.  Rows before position 0 are not compared with
  /// a GGUF, which has none.
  void compare_tables() {
    const std::initializer_list<std::string_view> words = {
        "position", "n_ctx",      "pad_token",  "d_model",        "hidden",
        "embd",     "width",      "embedding",  "context_length", "heads",
        "bucket",   "image_size", "patch_size", "max_seq"};
    if (claim_.relative != other_.relative)
      return add("learned table", words, claim_.words + " against " + other_.words);
    if (!claim_.trained || !other_.trained) return;
    const TrainedShape &mine = *claim_.trained, &theirs = *other_.trained;
    const auto rows = [&](const TrainedShape& one) {
      return with_gguf() ? one.rows - one.before : one.rows;
    };
    if (rows(mine) != rows(theirs))
      add("rows", words, fmt::format("{} rows against {}", rows(mine), rows(theirs)));
    const bool known = mine.columns != 0 && theirs.columns != 0;
    if (known && mine.columns != theirs.columns)
      add("columns", words, fmt::format("{} columns against {}", mine.columns, theirs.columns));
  }

  /// Adds the disagreement of two sources that number the layers of a kind differently.
  void compare_numbers() {
    const bool mine = claim_.layers.empty(), theirs = other_.layers.empty();
    const std::initializer_list<std::string_view> words = {"layer", "pattern", "ratio", "block"};
    if (mine && theirs)
      add("number of layers", words,
          fmt::format("{} against {}", claim_.numbers.size(), other_.numbers.size()));
    else if (!mine && !theirs)
      add("layers of this kind", words,
          ranges(claim_.numbers) + " against " + ranges(other_.numbers));
  }

  static std::string ranges(const std::vector<int>& numbers) {
    verify::IndexRanges found;
    for (const int number : numbers) found.add(static_cast<std::uint64_t>(number));
    return found.text("-");
  }

  void compare_encodings(const Encoding& mine, const Encoding& theirs) {
    const auto* rotary = std::get_if<Rotary>(&mine);
    const auto* other = std::get_if<Rotary>(&theirs);
    if (rotary != nullptr && other != nullptr) return compare_rotary(*rotary, *other);
    const auto* alibi = std::get_if<Alibi>(&mine);
    const auto* their_alibi = std::get_if<Alibi>(&theirs);
    const bool alike = alibi != nullptr && their_alibi != nullptr
                           ? same_slopes(*alibi, *their_alibi, number_allowed())
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
    const ApproximateRotation x = approximate_rotation(mine), y = approximate_rotation(theirs);
    if (x.frequencies.size() != y.frequencies.size()) {
      add("rotated channels",
          {"partial", "rotary_dim", "pct", "dimension_count", "head_dim", "key_length", "rope_dim"},
          fmt::format("{} channels against {}", 2 * x.frequencies.size(),
                      2 * y.frequencies.size()));
      Rotary widened = theirs;  // to find what else differs
      widened.dim = mine.dim;
      const auto by_pair = [](const Rotary& one) {
        const Context& context = one.context;
        return !context.long_factor.empty() || !context.short_factor.empty() ||
               context.scaling == Scaling::proportional;
      };
      if (mine.dim != theirs.dim && !by_pair(mine) && !by_pair(theirs)) compare(mine, widened);
      return;
    }
    const Allowed allowed = with_gguf() ? allowed_for_gguf(mine) : Allowed{};
    const bool turn_alike = allowed.alike(x.frequencies, y.frequencies);
    const auto at = deviation(x, y, last_position(claim_.context ? claim_ : other_));
    if (!turn_alike) {
      const bool base =
          differ(static_cast<double>(mine.base), static_cast<double>(theirs.base), allowed.number);
      // Factors of YaRN and Llama 3 depend on the base.
      const bool scaling =
          !base || (mine.context != theirs.context && !allowed.alike(x.factors, y.factors));
      if (base && scaling)
        add("base and scaling", {"theta", "base", "scal", "factor", "rope_type", "original"},
            both_texts(mine, theirs), at);
      else if (base)
        add("base", {"theta", "base"},
            fmt::format("{} against {}", readable(mine.base), readable(theirs.base)), at);
      else
        add_scaling(mine, theirs, allowed, at);
    }
    if (differ(x.amplitude, y.amplitude, allowed.number))
      add("amplitude", {"attention_factor", "attn_factor", "mscale", "log_multiplier", "factor"},
          fmt::format("{:.6g} against {:.6g}", x.amplitude, y.amplitude), at);
    if (pairings_comparable() && mine.layout != theirs.layout)
      add("pairing", {"interleave", "model_type"});
    // A GGUF of an architecture for text has no sections, and no key for them.
    const bool both_say = reads_sections(claim_) && reads_sections(other_);
    if ((both_say || of_claim_.kind == of_other_.kind) && claim_.sections != other_.sections)
      add("sections", {"section"},
          fmt::format("[{}] against [{}]", fmt::join(claim_.sections, ","),
                      fmt::join(other_.sections, ",")));
    else if (!claim_.sections.empty() && !other_.sections.empty() &&
             claim_.alternating != other_.alternating)
      add("sections", {"interleaved", "architecture"},
          arrangement(claim_) + " against " + arrangement(other_));
  }

  /// Whether the source says sections, or has a key for them.
  static bool reads_sections(const LayerEncoding& layers) {
    return !layers.sections.empty() ||
           std::any_of(layers.from.begin(), layers.from.end(), [](const ConfigKey& key) {
             return key.key.find("section") != std::string::npos;
           });
  }

  static std::string arrangement(const LayerEncoding& layers) {
    return layers.alternating ? "alternating pairs" : "one section after the other";
  }

  double number_allowed() const { return with_gguf() ? kOfGguf : kOfConfigs; }

  bool with_gguf() const {
    return of_claim_.kind == SourceKind::gguf || of_other_.kind == SourceKind::gguf;
  }

  static std::string both_texts(const Rotary& mine, const Rotary& theirs) {
    const auto text = [](const Rotary& one) {
      return shortened(readable_fractions(to_text(Encoding(one))));
    };
    return text(mine) + " against " + text(theirs);
  }

  void add_scaling(const Rotary& mine, const Rotary& theirs, const Allowed& allowed,
                   const Deviation& at) {
    const std::string reason = lack_of_keys(mine, theirs, allowed);
    add("scaling", {"scal", "factor", "rope_type", "yarn", "original", "rope_freqs"},
        reason.empty() ? both_texts(mine, theirs) : reason, at);
  }

  /// Why the scalings differ, in one line, if the only reason is that the format of one source has
  /// no key for fields that the other source sets; else empty.
  std::string lack_of_keys(const Rotary& mine, const Rotary& theirs, const Allowed& allowed) const {
    const bool by_other = !other_.without_key.empty();
    Encoding expressed = by_other ? mine : theirs;
    std::vector<std::string> fields, values;
    for (const auto& [field, value] : by_other ? other_.without_key : claim_.without_key) {
      const Encoding before = expressed;
      set_field(expressed, field, value);
      if (expressed == before) continue;
      fields.push_back(field);
      values.push_back(field + "=" + value);
    }
    const ApproximateRotation x = approximate_rotation(std::get<Rotary>(expressed));
    const ApproximateRotation y = approximate_rotation(by_other ? theirs : mine);
    if (fields.empty() || !allowed.alike(x.frequencies, y.frequencies)) return {};
    return fmt::format(
        "the metadata of a GGUF of this architecture cannot express {}: llama.cpp computes with {}",
        fmt::join(fields, " and "), fmt::join(values, " and "));
  }

  static bool same_scale(const std::optional<QueryScale>& mine,
                         const std::optional<QueryScale>& theirs, double allowed) {
    if (!mine || !theirs) return mine.has_value() == theirs.has_value();
    return !differ(static_cast<double>(mine->beta), static_cast<double>(theirs->beta), allowed) &&
           mine->original == theirs->original && mine->origin == theirs->origin;
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
