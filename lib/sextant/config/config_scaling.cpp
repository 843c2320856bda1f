#include "sextant/config/config_scaling.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

constexpr const char* kOriginal = "original_max_position_embeddings";
constexpr const char* kMost = "max_position_embeddings";

struct RopeType {
  std::string_view name;
  Scaling scaling;
};
constexpr std::array<RopeType, 10> kTypes = {{{"default", Scaling::none},
                                              {"linear", Scaling::linear},
                                              {"dynamic", Scaling::dynamic},
                                              {"yarn", Scaling::yarn},
                                              {"llama3", Scaling::llama3},
                                              {"longrope", Scaling::longrope},
                                              {"proportional", Scaling::proportional},
                                              {"ntk", Scaling::ntk},
                                              {"su", Scaling::longrope},
                                              {"mrope", Scaling::none}}};

std::optional<Scaling> read_type(const ConfigSection& rope, std::string_view key) {
  const auto word = rope.word(key);
  if (!word) return std::nullopt;
  std::string known;
  for (const RopeType& type : kTypes) {
    if (type.name == *word) return type.scaling;
    known += (known.empty() ? "" : ", ") + std::string(type.name);
  }
  rope.fail(key, fmt::format("is {}: not one of {}", in_quotes(*word, 60), known));
}

/// The keys that a scaling reads, in addition to those that all scalings read.
std::vector<std::string_view> keys_of(Scaling scaling) {
  switch (scaling) {
    case Scaling::yarn:
      return {"factor",   "attention_factor", "beta_fast", "beta_slow",
              "truncate", "mscale",           kOriginal,   "mscale_all_dim"};
    case Scaling::longrope:
      return {"factor", "attention_factor", "short_factor", "long_factor", kOriginal};
    case Scaling::llama3:
      return {"factor", "low_freq_factor", "high_freq_factor", kOriginal};
    case Scaling::none:
      return {};
    default:
      return {"factor"};
  }
}

void warn_of_others(const ConfigSection& rope, Scaling scaling,
                    std::vector<std::string>& warnings) {
  const auto read = keys_of(scaling);
  constexpr std::array<std::string_view, 6> kAlways = {"rope_type",     "type",
                                                       "rope_theta",    "partial_rotary_factor",
                                                       "mrope_section", "mrope_interleaved"};
  for (const std::string& key : rope.keys()) {
    const auto is_key = [&](std::string_view known) { return known == key; };
    if (std::any_of(read.begin(), read.end(), is_key)) continue;
    if (std::any_of(kAlways.begin(), kAlways.end(), is_key)) continue;
    warnings.push_back(in_quotes(rope.path(key), 120) + " of the config is not read");
  }
}

/// Reads one scaling's parameters.
class Reader {
 public:
  Reader(const ConfigSection& config, const ConfigSection& rope, std::size_t pairs,
         std::vector<std::string>& warnings)
      : config_(config), rope_(rope), pairs_(pairs), warnings_(warnings) {}

  Context read() {
    c_.scaling = read_rope_type(rope_);
    if (rope_.has("alpha")) rope_.fail("alpha", "is of a scaling that is not known here");
    warn_of_others(rope_, c_.scaling, warnings_);
    if (c_.scaling == Scaling::yarn) yarn();
    if (c_.scaling == Scaling::longrope) longrope();
    if (c_.scaling == Scaling::llama3) llama3();
    if (c_.scaling == Scaling::dynamic) c_.original = needed_length();
    if (c_.scaling == Scaling::proportional) c_.factor = rope_.positive("factor").value_or(1);
    if (c_.scaling == Scaling::linear || c_.scaling == Scaling::ntk ||
        c_.scaling == Scaling::dynamic || c_.scaling == Scaling::llama3)
      c_.factor = needed(rope_, "factor", rope_.positive("factor"));
    return c_;
  }

 private:
  static Rational needed(const ConfigSection& section, std::string_view key,
                         const std::optional<Rational>& value) {
    if (!value) section.fail(key, "is missing");
    return *value;
  }

  static std::optional<Rational> length(const ConfigSection& section, std::string_view key) {
    const auto count = section.count(key, numerator(to_rational(kLargestPosition)));
    return count ? std::optional<Rational>(*count) : std::nullopt;
  }

  Rational needed_length() const { return needed(config_, kMost, length(config_, kMost)); }

  /// The original context.  The top level has priority: Phi-3 has it there.
  Rational original() const {
    if (const auto above = length(config_, kOriginal)) return *above;
    if (const auto within = length(rope_, kOriginal)) return *within;
    return needed_length();
  }

  /// The factor as written.  Warns if the ratio of the contexts is another number.
  Rational written_factor() {
    const Rational given = needed(rope_, "factor", rope_.positive("factor"));
    const auto most = length(config_, kMost);
    const bool longer = most && *most != c_.original;  // otherwise the ratio is unknown
    if (longer && given != *most / c_.original) {
      warnings_.push_back(fmt::format(
          "{} of the config is {}, though the context has become {} times as long; it is taken as "
          "it is written",
          rope_.path("factor"), readable(given), readable(Rational(*most / c_.original))));
    }
    return given;
  }

  void yarn() {
    c_.original = original();
    c_.factor = written_factor();
    c_.attention_factor = rope_.positive("attention_factor");
    c_.beta_fast = or_default("beta_fast", c_.beta_fast);
    c_.beta_slow = or_default("beta_slow", c_.beta_slow);
    if (c_.beta_fast < c_.beta_slow)
      warnings_.push_back(rope_.path("beta_fast") + " of the config is below its beta_slow");
    c_.mscale = or_default("mscale", 0);
    c_.mscale_all_dim = or_default("mscale_all_dim", 0);
    c_.truncate = rope_.flag("truncate").value_or(true);
  }

  /// Like Python's `x or default`: 0 counts as missing.
  Rational or_default(std::string_view key, const Rational& fallback) const {
    const Rational value = rope_.number(key).value_or(0);
    if (value < 0) rope_.fail(key, fmt::format("is {}: it must not be negative", readable(value)));
    return value == 0 ? fallback : value;
  }

  void longrope() {
    c_.original = original();
    c_.factor = rope_.has("factor") ? written_factor() : Rational(needed_length() / c_.original);
    c_.attention_factor = rope_.positive("attention_factor");
    if (!c_.attention_factor && c_.factor > 1 && c_.original == 1)
      (config_.has(kOriginal) ? config_ : rope_)
          .fail(kOriginal, "is 1: its logarithm is divided by");
    c_.short_factor = divisors("short_factor");
    c_.long_factor = divisors("long_factor");
  }

  std::vector<Rational> divisors(std::string_view key) const {
    const auto list = rope_.numbers(key);
    if (!list) rope_.fail(key, "is missing");
    if (list->size() != pairs_)
      rope_.fail(key, fmt::format("has {} numbers; {} pairs turn", list->size(), pairs_));
    return *list;
  }

  void llama3() {
    c_.original = original();
    const auto low = rope_.positive("low_freq_factor");
    const auto high = rope_.positive("high_freq_factor");
    c_.low_freq_factor = needed(rope_, "low_freq_factor", low);
    c_.high_freq_factor = needed(rope_, "high_freq_factor", high);
    if (c_.high_freq_factor < c_.low_freq_factor)
      rope_.fail("high_freq_factor", "is below low_freq_factor");
  }

  const ConfigSection& config_;
  const ConfigSection& rope_;
  std::size_t pairs_;
  std::vector<std::string>& warnings_;
  Context c_;
};

}  // namespace

Scaling read_rope_type(const ConfigSection& rope) {
  const auto now = read_type(rope, "rope_type");
  const auto before = read_type(rope, "type");
  if (now && before && *now != *before) rope.fail("type", "contradicts rope_type");
  if (!now && !before && rope.has("factor"))
    rope.fail("rope_type", "is missing, though there is a factor");
  return now.value_or(before.value_or(Scaling::none));
}

Context read_scaling(const ConfigSection& config, const ConfigSection& rope, std::size_t pairs,
                     std::vector<std::string>& warnings) {
  return Reader(config, rope, pairs, warnings).read();
}

}  // namespace sextant
