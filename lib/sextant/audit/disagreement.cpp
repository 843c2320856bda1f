#include "sextant/audit/disagreement.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sextant/audit/explaining_fields.hpp"
#include "sextant/audit/short_text.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::audit {
namespace {

/// The number of layers that a source numbers; 0 if it does not number all of them.
std::size_t layer_count(const ModelSource& source) {
  std::set<int> numbers;
  for (const LayerEncoding& layers : source.encodings) {
    if (layers.numbers.empty()) return 0;
    numbers.insert(layers.numbers.begin(), layers.numbers.end());
  }
  return numbers.size();
}

std::string key_and_value(const Side& side) {
  return fmt::format("{}{}{}={}", side.path, side.key.empty() ? "" : " ", side.key, side.value);
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
      add("positions", {kPositions, kModel},
          positions_text(claim_) + " against " + positions_text(other_));
    } else if (claim_.positions == computed) {
      if (claim_.encoding && other_.encoding)
        compare_encodings(*claim_.encoding, *other_.encoding);
      else if (encoding_text(claim_) != encoding_text(other_))
        add("encoding",
            {kPositions, kModel, "base", "dim", kHead, kSections, "ntk", "crop", "stride", "scales",
             "divisors"},
            encoding_text(claim_) + " against " + encoding_text(other_));
    }
    if (found_.empty()) compare_tables();
    if (!same_scale(claim_.query_scale, other_.query_scale, number_allowed()))
      add("query scale", scale_fields(), scale_text(claim_) + " against " + scale_text(other_));
    if (!claim_.numbers.empty() && !other_.numbers.empty() && claim_.numbers != other_.numbers)
      compare_numbers();
    return std::move(found_);
  }

 private:
  void add(const std::string& what, const FieldNames& fields, const std::string& said = {},
           const std::optional<Deviation>& at = {}) {
    found_.push_back({.layers = claim_.layers.empty() ? other_.layers : claim_.layers,
                      .what = what,
                      .words = said,
                      .between = differing_keys(claim_, of_claim_, other_, of_other_, fields),
                      .at = at});
  }
  void add(const std::string& what, std::initializer_list<std::string_view> fields,
           const std::string& said = {}, const std::optional<Deviation>& at = {}) {
    add(what, FieldNames(fields.begin(), fields.end()), said, at);
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
    if (claim_.relative != other_.relative)
      return add("learned table", {kPositions, kModel}, claim_.words + " against " + other_.words);
    if (!claim_.trained || !other_.trained) return;
    const TrainedShape &mine = *claim_.trained, &theirs = *other_.trained;
    const auto rows = [&](const TrainedShape& one) {
      return with_gguf() ? one.rows - one.before : one.rows;
    };
    if (rows(mine) != rows(theirs))
      add("rows", {kRows}, fmt::format("{} rows against {}", rows(mine), rows(theirs)));
    const bool known = mine.columns != 0 && theirs.columns != 0;
    if (known && mine.columns != theirs.columns)
      add("columns", {kColumns},
          fmt::format("{} columns against {}", mine.columns, theirs.columns));
  }

  /// Adds the disagreement of two sources that number the layers of a kind differently.  Layers
  /// that one source does not have are left out.
  void compare_numbers() {
    if (claim_.layers.empty() || other_.layers.empty()) return;
    const std::size_t x = layer_count(of_claim_), y = layer_count(of_other_);
    const auto both = [&](std::vector<int> numbers) {
      if (x != 0 && y != 0)
        std::erase_if(numbers, [&](int n) { return n >= static_cast<int>(std::min(x, y)); });
      return numbers;
    };
    const std::vector<int> mine = both(claim_.numbers), theirs = both(other_.numbers);
    if (mine != theirs)
      add("layers of this kind", {kLayers, kModel}, ranges(mine) + " against " + ranges(theirs));
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
    if (alike) return;
    FieldNames fields = differing_fields(mine, theirs, number_allowed());
    // The form of ALiBi is that of the program.
    std::erase(fields, "form");
    if (fields.empty()) fields = {std::string(kPositions), std::string(kModel)};
    add("encoding", fields, shortened(to_text(mine)) + " against " + shortened(to_text(theirs)));
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
      add("rotated channels", fields_of_width(),
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
    const Allowed allowed = allowed_for(mine);
    const bool turn_alike = allowed.alike(x.frequencies, y.frequencies);
    const auto at = deviation(x, y, last_position(claim_.context ? claim_ : other_));
    if (!turn_alike) {
      const FieldNames fields = fields_of_frequencies(mine, theirs, allowed);
      const bool base = std::find(fields.begin(), fields.end(), "base") != fields.end();
      if (base && fields.size() > 1)
        add("base and scaling", fields, both_texts(mine, theirs), at);
      else if (base)
        add("base", fields,
            fmt::format("{} against {}", readable(mine.base), readable(theirs.base)), at);
      else
        add_scaling(mine, theirs, fields, allowed, at);
    }
    if (differ(x.amplitude, y.amplitude, allowed.number))
      add("amplitude", fields_of_amplitude(mine, theirs, allowed.number),
          fmt::format("{:.6g} against {:.6g}", x.amplitude, y.amplitude), at);
    if (pairings_comparable() && mine.layout != theirs.layout) add("pairing", {"layout", kModel});
    // A GGUF of an architecture for text has no sections, and no key for them.
    const bool both_say = reads_sections(claim_) && reads_sections(other_);
    if ((both_say || of_claim_.kind == of_other_.kind) && claim_.sections != other_.sections)
      add("sections", {kSections},
          fmt::format("[{}] against [{}]", fmt::join(claim_.sections, ","),
                      fmt::join(other_.sections, ",")));
    else if (!claim_.sections.empty() && !other_.sections.empty() &&
             claim_.alternating != other_.alternating)
      add("sections", {kArrangement, kModel},
          arrangement(claim_) + " against " + arrangement(other_));
  }

  /// Whether the source says sections, or has a key for them.
  static bool reads_sections(const LayerEncoding& layers) {
    return !layers.sections.empty() || has_key(layers, kSections);
  }

  static std::string arrangement(const LayerEncoding& layers) {
    return layers.alternating ? "alternating pairs" : "one section after the other";
  }

  Allowed allowed_for(const Rotary& encoding) const {
    return with_gguf() ? allowed_for_gguf(encoding) : Allowed{};
  }

  double number_allowed() const { return with_gguf() ? kOfGguf : kOfConfigs; }

  bool with_gguf() const {
    return of_claim_.kind == SourceKind::gguf || of_other_.kind == SourceKind::gguf;
  }

  static std::string both_texts(const Rotary& mine, const Rotary& theirs) {
    const auto text = [](const Rotary& one) {
      return readable_fractions(shortened(to_text(Encoding(one))));
    };
    return text(mine) + " against " + text(theirs);
  }

  /// The field that explains different numbers of rotated channels: the size of a head if it
  /// differs, else the rotated part, if a key gives it.
  FieldNames fields_of_width() const {
    const bool of_head = claim_.head != 0 && other_.head != 0 && claim_.head != other_.head;
    if (of_head) return {std::string(kHead)};
    const bool said = has_key(claim_, "dim") || has_key(other_, "dim");
    return {said ? "dim" : std::string(kHead)};
  }

  /// The fields that keys of both sources decide; all of `fields` if there are none.
  FieldNames decided_by_both(const FieldNames& fields) const {
    FieldNames both;
    for (const std::string& field : fields)
      if (has_key(claim_, field) && has_key(other_, field)) both.push_back(field);
    return both.empty() ? fields : both;
  }

  /// The fields that explain why frequencies differ.  The divisors of a GGUF have no fields: then
  /// the numbers of the other source are fitted to them.
  FieldNames fields_of_frequencies(const Rotary& mine, const Rotary& theirs,
                                   const Allowed& allowed) const {
    const auto same = [&](const Rotary& x, const Rotary& y) {
      const auto a = approximate_rotation(x).frequencies, b = approximate_rotation(y).frequencies;
      return a.size() == b.size() && allowed_for(x).alike(a, b);
    };
    const bool my_divisors = has_key(claim_, kDivisors),
               their_divisors = has_key(other_, kDivisors);
    FieldNames fields = explaining_fields(mine, theirs, allowed.number, same);
    if (mine.context.scaling != theirs.context.scaling && my_divisors != their_divisors &&
        std::find(fields.begin(), fields.end(), "scaling") != fields.end()) {
      const LayerEncoding& with_fields = my_divisors ? other_ : claim_;
      FieldNames candidates;
      for (const ConfigKey& key : with_fields.from)
        candidates.insert(candidates.end(), key.decides.begin(), key.decides.end());
      FieldNames fitting =
          fitting_fields(my_divisors ? theirs : mine, candidates,
                         approximate_rotation(my_divisors ? mine : theirs).frequencies, allowed);
      if (!fitting.empty()) fields = std::move(fitting);
      fields.emplace_back(kDivisors);
      return fields;
    }
    if (mine.context.scaling == theirs.context.scaling) return decided_by_both(fields);
    // A GGUF may have a factor alone, which means a linear scaling.
    const auto by_factor = [](const LayerEncoding& layers, const Rotary& encoding) {
      return encoding.context.scaling != Scaling::none && !has_key(layers, "scaling");
    };
    const bool scaled = std::find(fields.begin(), fields.end(), "scaling") != fields.end();
    if (scaled && (by_factor(claim_, mine) || by_factor(other_, theirs)))
      fields.emplace_back("factor");
    return fields;
  }

  FieldNames fields_of_amplitude(const Rotary& mine, const Rotary& theirs, double allowed) const {
    FieldNames fields = decided_by_both(
        explaining_fields(mine, theirs, allowed, [&](const Rotary& x, const Rotary& y) {
          return !differ(approximate_rotation(x).amplitude, approximate_rotation(y).amplitude,
                         allowed);
        }));
    // A GGUF may have the amplitude itself.
    if (std::none_of(fields.begin(), fields.end(), [&](const std::string& field) {
          return has_key(claim_, field) && has_key(other_, field);
        }))
      fields.emplace_back("amplitude");
    return fields;
  }

  FieldNames scale_fields() const {
    FieldNames fields;
    const auto& mine = claim_.query_scale;
    const auto& theirs = other_.query_scale;
    const auto add_if = [&](Rational QueryScale::*value, std::string_view field) {
      if (!mine || !theirs ||
          differ(static_cast<double>((*mine).*value), static_cast<double>((*theirs).*value),
                 number_allowed()))
        fields.emplace_back(field);
    };
    add_if(&QueryScale::beta, kQueryBeta);
    add_if(&QueryScale::original, kQueryOriginal);
    add_if(&QueryScale::origin, kQueryOrigin);
    return fields;
  }

  void add_scaling(const Rotary& mine, const Rotary& theirs, FieldNames fields,
                   const Allowed& allowed, const Deviation& at) {
    const std::string reason = lack_of_keys(mine, theirs, allowed);
    if (!reason.empty()) fields.emplace_back(kModel);
    add("scaling", fields, reason.empty() ? both_texts(mine, theirs) : reason, at);
  }

  /// Why the scalings differ, in one line, if the only reason is that the format of one source has
  /// no key for fields that the other source sets; else empty.
  std::string lack_of_keys(const Rotary& mine, const Rotary& theirs, const Allowed& allowed) const {
    const bool by_other = !other_.without_key.empty();
    Encoding expressed = by_other ? mine : theirs;
    std::vector<std::string> fields, values;
    for (const auto& [field, value, decides] : by_other ? other_.without_key : claim_.without_key) {
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
           mine->original == theirs->original && mine->origin == theirs->origin &&
           mine->form == theirs->form;
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

std::optional<ModelDisagreement> disagreement_of_layer_counts(const ModelSource& claim,
                                                              const ModelSource& other) {
  const std::size_t mine = layer_count(claim), theirs = layer_count(other);
  if (mine == theirs || mine == 0 || theirs == 0) return std::nullopt;
  return ModelDisagreement{
      .layers = {},
      .what = "number of layers",
      .words = fmt::format("{} against {}", mine, theirs),
      .between = differing_keys(claim.encodings.front(), claim, other.encodings.front(), other,
                                {std::string(kLayerCount)})};
}

std::string warning_of_contexts(const LayerEncoding& claim, const ModelSource& of_claim,
                                const LayerEncoding& other, const ModelSource& of_other) {
  const bool tables = claim.trained || other.trained;  // whose rows are compared
  if (tables || !claim.context || !other.context || *claim.context == *other.context) return {};
  std::string text = fmt::format("the context is {} against {} positions", to_text(*claim.context),
                                 to_text(*other.context));
  const char* before = ": ";
  for (const Side& side :
       differing_keys(claim, of_claim, other, of_other, {std::string(kContextLength)})) {
    text += before + key_and_value(side);
    before = ", ";
  }
  return text + "; this changes angles only if a scaling depends on it";
}

std::vector<ModelDisagreement> disagreements_of_nodes(const LayerEncoding& claim,
                                                      const ModelSource& of_claim,
                                                      const ModelSource& graph) {
  std::vector<ModelDisagreement> found;
  const auto* rotary = claim.encoding ? std::get_if<Rotary>(&*claim.encoding) : nullptr;
  if (rotary == nullptr) return found;
  const auto add = [&](const OnnxRotary& node, const std::string& what, const std::string& value,
                       const FieldNames& fields) {
    const auto same = [&](const ModelDisagreement& other) {
      return other.what == what && other.between.back().value == value;
    };
    if (std::any_of(found.begin(), found.end(), same)) return;  // every layer has such a node
    ModelDisagreement one{.layers = claim.layers,
                          .what = what,
                          .words = {},
                          .between = deciding_keys(claim, of_claim, fields)};
    one.between.push_back({.path = graph.path, .tensor = node.node, .value = value});
    found.push_back(std::move(one));
  };
  for (const OnnxRotary& node : graph.rotaries) {
    const bool interleaved = rotary->layout == Pairing::interleaved;
    if (node.interleaved && *node.interleaved != interleaved)
      add(node, "pairing", fmt::format("interleaved={}", *node.interleaved ? 1 : 0),
          {"layout", std::string(kModel)});
    const std::int64_t width = node.rotary_embedding_dim.value_or(0);
    if (width != 0 && width != rotary->dim)
      add(node, "rotated channels", fmt::format("rotary_embedding_dim={}", width),
          {"dim", std::string(kHead)});
  }
  return found;
}

}  // namespace sextant::audit
