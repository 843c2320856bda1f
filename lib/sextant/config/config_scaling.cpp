#include "sextant/config/config_scaling.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sextant/config/config_chatglm.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

constexpr const char* kOriginal = "original_max_position_embeddings";
constexpr const char* kMost = "max_position_embeddings";

struct RopeWord {
  std::string_view word;
  RopeType type;
};
constexpr auto kWords = std::to_array<RopeWord>({
    {"default", RopeType::none},
    {"linear", RopeType::linear},
    {"dynamic", RopeType::dynamic},
    {"yarn", RopeType::yarn},
    {"deepseek_yarn", RopeType::deepseek_yarn},
    {"deepseek_llama_scaling", RopeType::deepseek_yarn},
    {"telechat3-yarn", RopeType::telechat_yarn},
    {"llama3", RopeType::llama3},
    {"longrope", RopeType::longrope},
    {"su", RopeType::longrope},
    {"proportional", RopeType::proportional},
    {"ntk", RopeType::ntk},
    {"mrope", RopeType::none},
    {"xdrope", RopeType::xdrope},
    {"openpangu", RopeType::openpangu},
    {"axial", RopeType::axial},
    {"mllama4", RopeType::mllama4},
});

std::optional<RopeType> read_type(const ConfigSection& rope, std::string_view key) {
  const auto word = rope.word(key);
  if (!word) return std::nullopt;
  std::string known;
  for (const RopeWord& type : kWords) {
    if (type.word == *word) return type.type;
    known += (known.empty() ? "" : ", ") + std::string(type.word);
  }
  rope.not_expressible(key, fmt::format("is {}: not one of {}", in_quotes(*word, 60), known));
}

Rational needed(const ConfigSection& section, std::string_view key,
                const std::optional<Rational>& value) {
  if (!value) section.fail(key, "is missing");
  return *value;
}

Rational needed(const ConfigSection& section, std::string_view key) {
  return needed(section, key, section.positive(key));
}

std::optional<Rational> length(const ConfigSection& section, std::string_view key) {
  const auto count = section.count(key, numerator(to_rational(kLargestPosition)));
  return count ? std::optional<Rational>(*count) : std::nullopt;
}

/// Like Python's `x or default`: 0 counts as missing.
Rational or_default(const ConfigSection& section, std::string_view key, const Rational& fallback) {
  const Rational value = section.number(key).value_or(0);
  if (value < 0) section.fail(key, fmt::format("is {}: it must not be negative", readable(value)));
  return value == 0 ? fallback : value;
}

/// base·alpha^(d/(d−2)), which is the static NTK scaling by alpha.
Context by_alpha(const Rational& alpha) { return {.scaling = Scaling::ntk, .factor = alpha}; }

/// Reads one scaling's parameters from a rope section.
class Reader {
 public:
  Reader(const ConfigSection& config, const RopeSection& section, std::size_t pairs,
         std::vector<std::string>& warnings)
      : config_(config),
        rope_(section.rope),
        beside_(section.beside),
        plain_(section.plain_amplitude),
        pairs_(pairs),
        warnings_(warnings) {}

  Context read() {
    const RopeType type = read_rope_type(rope_);
    switch (type) {
      case RopeType::none:
      case RopeType::openpangu:
        return {};
      case RopeType::linear:
        return {.scaling = Scaling::linear, .factor = factor("factor")};
      case RopeType::proportional: {
        const Deciding scope = of("factor");
        return {.scaling = Scaling::proportional, .factor = rope_.positive("factor").value_or(1)};
      }
      case RopeType::dynamic:
        return dynamic();
      case RopeType::xdrope:
        return by_alpha(factor("alpha"));
      case RopeType::ntk:
        return ntk();
      case RopeType::yarn:
        return yarn();
      case RopeType::deepseek_yarn:
        return deepseek_yarn(Context{}.mscale_coefficient);
      case RopeType::telechat_yarn:
        return deepseek_yarn(Rational(7, 100));
      case RopeType::llama3:
        return llama3();
      case RopeType::longrope:
        return longrope();
      case RopeType::axial:
      case RopeType::mllama4:
        break;
    }
    const auto key = rope_.first_of({"rope_type", "type"});
    rope_.not_expressible(
        key, "is " + rope_.written(key) + ": of images, whose tokens have two coordinates");
  }

 private:
  /// While the result lives, the keys that are read decide this field.
  Deciding<ConfigRecord> of(std::string_view field) const {
    return Deciding(config_.record(), {field});
  }

  Rational factor(std::string_view key) const {
    const Deciding scope = of("factor");
    return needed(rope_, key);
  }

  Rational needed_length() const { return needed(config_, kMost, length(config_, kMost)); }

  /// The original context.  The top level has priority: Phi-3 has it there.
  Rational original() const {
    const Deciding scope = of("original-context");
    if (const auto above = length(config_, kOriginal)) return *above;
    if (const auto within = length(rope_, kOriginal)) return *within;
    const Rational most = needed_length();
    rope_.warn_of_default(kOriginal, to_text(most), warnings_);
    return most;
  }

  /// The factor as written.  Warns if the ratio of the contexts is another number.
  Rational written_factor(const Rational& original) {
    const Rational given = factor("factor");
    const auto most =
        deciding(config_.record(), {kContextLength}, [&] { return length(config_, kMost); });
    const bool longer = most && *most != original;  // otherwise the ratio is unknown
    if (longer && given != *most / original) {
      warnings_.push_back(fmt::format(
          "{} of the config is {}, though the context has become {} times as long; it is taken as "
          "it is written",
          rope_.path("factor"), readable(given), readable(Rational(*most / original))));
    }
    return given;
  }

  Context dynamic() {
    if (rope_.number("alpha").value_or(0) != 0) return by_alpha(factor("alpha"));
    Context c{.scaling = Scaling::dynamic, .factor = factor("factor")};
    const Deciding scope = of("original-context");
    c.original = needed_length();
    return c;
  }

  /// vLLM and the code of GTE divide pair i by f^((2(i + 1)/d)^b), where b is mixed_b, or 1
  /// without.
  Context ntk() const {
    Context c{.scaling = Scaling::ntk_mixed, .factor = factor("factor")};
    const Deciding scope = of("mixed-b");
    c.mixed_b = rope_.positive("mixed_b").value_or(1);
    return c;
  }

  /// A number that decides a field; the fallback if it is missing or 0.
  Rational number(std::string_view field, std::string_view key, const Rational& fallback) const {
    const Deciding scope = of(field);
    return or_default(rope_, key, fallback);
  }

  /// A number that decides a field; nullopt if it is missing.
  std::optional<Rational> given(std::string_view field, std::string_view key) const {
    const Deciding scope = of(field);
    return rope_.number(key);
  }

  std::optional<Rational> attention_factor(std::string_view key) const {
    const Deciding scope = of("attention-factor");
    return rope_.positive(key);
  }

  Context yarn_frequencies() {
    Context c{.scaling = Scaling::yarn};
    c.original = original();
    c.factor = written_factor(c.original);
    c.beta_fast = number("beta-fast", "beta_fast", c.beta_fast);
    c.beta_slow = number("beta-slow", "beta_slow", c.beta_slow);
    if (c.beta_fast < c.beta_slow)
      warnings_.push_back(rope_.path("beta_fast") + " of the config is below its beta_slow");
    return c;
  }

  Context yarn() {
    Context c = yarn_frequencies();
    c.attention_factor = attention_factor("attention_factor");
    if (plain_ && !c.attention_factor) {
      const Deciding scope = of("attention-factor");
      rope_.note_default("attention_factor");
      c.attention_factor = 1;
    }
    c.mscale = number("mscale", "mscale", 0);
    c.mscale_all_dim = number("mscale-all-dim", "mscale_all_dim", 0);
    const Deciding scope = of("truncate");
    c.truncate = rope_.flag("truncate").value_or(true);
    // Transformers reads the key beside the kinds of layers.
    if (beside_ && !rope_.has("truncate")) c.truncate = beside_->flag("truncate").value_or(true);
    return c;
  }

  /// g(m) = coefficient·m·ln f + 1.
  Context deepseek_yarn(const Rational& coefficient) {
    Context c = yarn_frequencies();
    c.mscale_coefficient = coefficient;
    c.convention = Convention::vllm_deepseek;
    c.attention_factor = attention_factor(rope_.first_of({"attn_factor", "attention_factor"}));
    c.extrapolation_factor = given("extrapolation-factor", "extrapolation_factor").value_or(1);
    c.mscale = given("mscale", "mscale").value_or(1);
    c.mscale_all_dim = given("mscale-all-dim", "mscale_all_dim").value_or(0);
    if (c.mscale == 0 && c.mscale_all_dim == 0) {  // g(0)/g(0) is 1
      c.convention = Convention::transformers;
      c.attention_factor = c.attention_factor.value_or(1);
    } else if (c.mscale == 0) {
      rope_.not_expressible("mscale", "is 0, which --mscale takes for 1");
    }
    return c;
  }

  /// The ratio of the extended context to the original one.
  Rational extension(const Rational& original) const {
    const Deciding scope = of("factor");
    return needed_length() / original;
  }

  Context longrope() {
    Context c{.scaling = Scaling::longrope};
    c.original = original();
    c.factor = rope_.has("factor") ? written_factor(c.original) : extension(c.original);
    c.attention_factor = longrope_amplitude();
    if (!c.attention_factor && c.factor > 1 && c.original == 1)
      (config_.has(kOriginal) ? config_ : rope_)
          .fail(kOriginal, "must not be 1: the formula divides by its logarithm");
    c.short_factor = divisors("short-factor", "short_factor");
    c.long_factor = divisors("long-factor", "long_factor");
    return c;
  }

  /// Phi-3.5-MoE has an amplitude for short sequences and one for long ones.
  std::optional<Rational> longrope_amplitude() const {
    const Deciding scope = of("attention-factor");
    const auto given = rope_.positive("attention_factor");
    const auto short_one = rope_.positive("short_mscale");
    const auto long_one = rope_.positive("long_mscale");
    if (!short_one && !long_one) return given;
    if (short_one != long_one)
      rope_.not_expressible(
          "long_mscale", fmt::format("is {} and short_mscale is {}: the amplitude depends on the "
                                     "length; judge tables of one length with --attention-factor",
                                     long_one ? readable(*long_one) : "missing",
                                     short_one ? readable(*short_one) : "missing"));
    if (given && *given != *short_one)
      rope_.fail("attention_factor", "contradicts " + rope_.path("short_mscale"));
    return short_one;
  }

  std::vector<Rational> divisors(std::string_view field, std::string_view key) const {
    const Deciding scope = of(field);
    const auto list = rope_.numbers(key);
    if (!list) rope_.fail(key, "is missing");
    if (list->size() != pairs_)
      rope_.fail(key, fmt::format("has {} numbers; {} pairs turn", list->size(), pairs_));
    return *list;
  }

  Context llama3() {
    Context c{.scaling = Scaling::llama3};
    c.original = original();
    c.factor = factor("factor");
    c.low_freq_factor = deciding(config_.record(), {"low-freq-factor"},
                                 [&] { return needed(rope_, "low_freq_factor"); });
    c.high_freq_factor = deciding(config_.record(), {"high-freq-factor"},
                                  [&] { return needed(rope_, "high_freq_factor"); });
    if (c.high_freq_factor < c.low_freq_factor)
      rope_.fail("high_freq_factor", "is below low_freq_factor");
    return c;
  }

  const ConfigSection& config_;
  const ConfigSection& rope_;
  const std::optional<ConfigSection>& beside_;
  bool plain_;
  std::size_t pairs_;
  std::vector<std::string>& warnings_;
};

/// YaRN of a params.json.  Its beta and alpha are beta_fast and beta_slow; apply_scale says whether
/// there is an amplitude.
Context params_yarn(const ConfigSection& yarn) {
  const auto of = [&](std::string_view field) { return Deciding(yarn.record(), {field}); };
  Context c{.scaling = Scaling::yarn};
  {
    const Deciding scope = of("factor");
    c.factor = needed(yarn, "factor");
  }
  {
    const Deciding scope = of("original-context");
    c.original = needed(yarn, kOriginal, length(yarn, kOriginal));
  }
  {
    const Deciding scope = of("beta-fast");
    c.beta_fast = or_default(yarn, "beta", c.beta_fast);
  }
  {
    const Deciding scope = of("beta-slow");
    c.beta_slow = or_default(yarn, "alpha", c.beta_slow);
  }
  const Deciding scope = of("attention-factor");
  const auto scaled = yarn.flag("apply_scale");
  if (!scaled) yarn.not_expressible("apply_scale", "is missing: programs differ in the amplitude");
  if (!*scaled) c.attention_factor = 1;
  return c;
}

/// The length that a model was trained on, which the scaling of `reason` needs.
Rational trained_length(const ConfigSection& config, std::string_view key, const char* reason) {
  const std::string_view found = config.has(key) ? key : kMost;
  const auto value = length(config, found);
  if (!value) config.fail(key, std::string("is missing, though there is a ") + reason);
  return *value;
}

}  // namespace

RopeType read_rope_type(const ConfigSection& rope) {
  const Deciding scope(rope.record(), {"scaling"});
  const auto now = read_type(rope, "rope_type");
  const auto before = read_type(rope, "type");
  if (now && before && *now != *before) rope.fail("type", "contradicts rope_type");
  for (const char* key : {"factor", "short_factor", "long_factor", "low_freq_factor"})
    if (!now && !before && rope.has(key))
      rope.fail("rope_type", "is missing, though there is a " + std::string(key));
  return now.value_or(before.value_or(RopeType::none));
}

Context read_scaling(const ConfigSection& config, const RopeSection& section, std::size_t pairs,
                     std::vector<std::string>& warnings) {
  return Reader(config, section, pairs, warnings).read();
}

std::optional<Context> read_scaling_of_model(const ConfigModel& model,
                                             std::vector<std::string>& warnings) {
  const ConfigSection& config = model.config;
  const Deciding scope(config.record(), {"scaling", "factor"});
  if (const Rational divisor = read_rope_ratio(model).divisor; divisor != 1)
    return Context{.scaling = Scaling::linear, .factor = divisor};
  if (model.type == "zamba2" && config.truth("use_long_context")) {
    warnings.push_back(config.path("use_long_context") +
                       " of the config: the code of zamba2 multiplies the base by 8^(d/(d-2)) "
                       "when it loads the file; Transformers saves the product");
    return by_alpha(8);
  }
  if (const auto factor = config.positive("rotary_scaling_factor")) {
    return Context{
        .scaling = Scaling::dynamic,
        .factor = *factor,
        .original = trained_length(config, "max_trained_positions", "rotary_scaling_factor")};
  }
  if (const auto yarn = config.section("yarn")) return params_yarn(*yarn);
  if (config.truth("use_scaled_rope"))
    config.not_expressible("use_scaled_rope",
                           "is true: the factor of its scaling is in the code, 8 for Llama 3.1 and "
                           "32 for Llama 3.2");
  if (config.truth("use_dynamic_ntk")) {
    const Rational trained = trained_length(config, "seq_length", "use_dynamic_ntk");
    warnings.push_back(fmt::format(
        "{} of the config: longer sequences than {} have another base. For lengths up to 2, 4, 8, "
        "... times it: --scaling ntk --factor 3, 7, 15, ...",
        config.path("use_dynamic_ntk"), readable(trained)));
    return Context{};
  }
  return std::nullopt;
}

std::vector<Context> scalings_in_code(const ConfigModel& model) {
  if (!model.config.truth("use_scaled_rope")) return {};
  std::vector<Context> found;
  for (const int factor : {8, 32})
    found.push_back({.scaling = Scaling::llama3, .factor = factor, .original = 8192});
  return found;
}

}  // namespace sextant
