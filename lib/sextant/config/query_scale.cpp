#include "sextant/config/query_scale.hpp"

#include "sextant/config/config_family.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

constexpr const char* kOriginal = "original_max_position_embeddings";

/// The value of a key; `usual`, with a warning, if it is missing.
Rational or_usual(const ConfigSection& config, std::string_view key, const Rational& usual,
                  std::vector<std::string>& warnings) {
  if (const auto value = config.positive(key)) return *value;
  config.warn_of_default(key, readable(usual), warnings);
  return usual;
}

/// Beta and the original context; nullopt without beta.  Throws Error if only beta is there.
std::optional<QueryScale> read_pair(const ConfigSection& section, std::string_view beta_key) {
  const auto beta =
      deciding(section.record(), {kQueryBeta}, [&] { return section.positive(beta_key); });
  if (!beta) return std::nullopt;
  const Deciding scope(section.record(), {kQueryOriginal});
  const auto original = section.positive(kOriginal);
  if (!original) section.fail(kOriginal, "is missing, though there is a " + std::string(beta_key));
  return QueryScale{.beta = *beta, .original = *original};
}

}  // namespace

std::optional<QueryScale> read_query_scale(const ConfigModel& model, const ConfigLayers& layers,
                                           std::vector<std::string>& warnings) {
  const ConfigSection& config = model.config;
  if (deciding(config.record(), {kQueryOriginal}, [&] { return config.truth("use_logn_attn"); })) {
    const Deciding scope(config.record(), {kQueryOriginal});
    if (const auto length = config.positive("seq_length"); length && *length > 1)
      return QueryScale{.form = QueryScale::Form::log_n, .original = *length, .origin = 1};
    warnings.push_back(config.path("use_logn_attn") +
                       " of the config is not read: it scales queries beyond seq_length by a "
                       "logarithm, and seq_length is missing");
  }
  const bool tuned = config.has("attn_temperature_tuning");
  const Deciding scope(config.record(), {kQueryBeta, kQueryOriginal, kQueryOrigin});
  if (is_llama4(model.type) || tuned) {
    const bool applies = layers.kind == kNoRotation;
    const bool on = !tuned || config.truth("attn_temperature_tuning");
    if (!on || !applies) return std::nullopt;
    const auto number = [&](std::string_view field, std::string_view key, const Rational& usual) {
      const Deciding one(config.record(), {field});
      return or_usual(config, key, usual, warnings);
    };
    return QueryScale{.beta = number(kQueryBeta, "attn_scale", Rational(1, 10)),
                      .original = number(kQueryOriginal, "floor_scale", 8192),
                      .origin = 1};
  }
  if (const auto scaling = config.section("llama_4_scaling")) return read_pair(*scaling, "beta");
  if (layers.rope) return read_pair(layers.rope->rope, "llama_4_scaling_beta");
  return std::nullopt;
}

}  // namespace sextant
