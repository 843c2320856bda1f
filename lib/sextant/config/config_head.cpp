#include "sextant/config/config_head.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sextant/config/config_model.hpp"
#include "sextant/config/deciding.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"
#include "sextant/number/round.hpp"

namespace sextant {
namespace {

/// Rounded to float64.
Rational rounded(const Rational& value) { return to_rational(round(kFloat64, value)); }

int whole(const Rational& value) {
  return static_cast<int>(Integer(numerator(value) / denominator(value)));
}

/// int(size · factor / divisor), with the product rounded to float64.
int counted(int size, const Rational& factor, int divisor, std::vector<std::string>& warnings) {
  const int count = whole(rounded(size * rounded(factor)) / divisor);
  const int exactly = whole(size * factor / divisor);
  if (count != exactly) {
    warnings.push_back(
        fmt::format("int({} * {}{}) is {} in doubles, as in Python; exactly it is {}", size,
                    readable(factor), divisor == 1 ? "" : " / 2", count, exactly));
  }
  return count;
}

constexpr int kLargestHead = 1 << 16;  // 128 times the largest known one

int read_count(const ConfigSection& config, std::string_view key, int most = kLargestHead) {
  const auto count = config.count(key, most);
  if (!count) config.fail(key, "is missing");
  return static_cast<int>(*count);
}

int read_width(const ConfigSection& config, int most) {
  const Deciding scope(config.record(), {kHead, kWidth});
  return read_count(config, key_of_width(config), most);
}

int read_heads(const ConfigSection& config) {
  const Deciding scope(config.record(), {kHead, kHeads});
  return read_count(config, key_of_heads(config));
}

/// Zamba2: the input of attention has twice the usual width, and so have its heads.
int read_doubled_size(const ConfigSection& config) {
  const char* key = "attention_head_dim";
  if (config.has(key)) return read_count(config, key);
  return 2 * read_width(config, kLargestDim / 2) / read_heads(config);
}

int read_size(const ConfigSection& config, std::string_view own_size, const ConfigFamily* family,
              std::vector<std::string>& warnings) {
  const Deciding scope(config.record(), {kHead});
  if (family != nullptr && family->type == "zamba2") return read_doubled_size(config);
  if (!own_size.empty() && config.has(own_size)) return read_count(config, own_size);
  const bool without_mla = lacks_mla(config);
  if (config.has("qk_rope_head_dim") && !without_mla) {
    const Deciding apart(config.record(), {kHead, "dim"});
    return read_count(config, "qk_rope_head_dim");
  }
  for (const char* key : {"head_dim", "kv_channels"})
    if (config.has(key)) return read_count(config, key);
  if (family != nullptr && family->head > 0 && !without_mla) {
    config.warn_of_default("head_dim", std::to_string(family->head), warnings);
    return family->head;
  }
  const auto width_key = key_of_width(config);
  const auto heads_key = key_of_heads(config);
  const int usual = family != nullptr ? usual_head(family->type) : 0;
  if (usual > 0 && !config.has(width_key) && !config.has(heads_key)) {
    config.warn_of_default("head_dim", std::to_string(usual), warnings);
    return usual;
  }
  if (!config.has(width_key)) config.fail("head_dim", "is missing, and so is hidden_size");
  const int width = read_width(config, kLargestDim);
  const int heads = read_heads(config);
  if (width < heads)
    config.fail(heads_key, fmt::format("is {}: more than {}", heads, config.path(width_key)));
  if (width % heads != 0) {
    warnings.push_back(fmt::format("{} of the config is no multiple of {}: heads of {} channels",
                                   config.path(width_key), config.path(heads_key), width / heads));
  }
  return width / heads;
}

/// A key that gives the rotated part, and its value.
struct RotatedPart {
  ConfigSection section;
  std::string_view key;
  Rational value;
};

/// The rotated part of a head; nullopt if no key gives it.  Throws Error if two keys disagree.
std::optional<RotatedPart> read_part(const ConfigSection& config,
                                     const std::optional<ConfigSection>& rope) {
  const Deciding scope(config.record(), {"dim", "partial"});
  std::optional<RotatedPart> found;
  const auto look = [&](const ConfigSection& section, std::string_view key) {
    const auto value = section.positive(key);
    if (!value) return;
    if (*value > 1) section.fail(key, fmt::format("is {}: beyond 1", readable(*value)));
    if (found && found->value != *value)
      section.fail(key, "contradicts " + found->section.path(found->key));
    found = RotatedPart{section, key, *value};
  };
  if (rope) look(*rope, "partial_rotary_factor");
  for (const char* key : {"partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_emb_fraction"})
    look(config, key);
  return found;
}

/// The section and key that count the rotated channels; nullopt if none does.
std::optional<std::pair<ConfigSection, std::string_view>> key_of_rotated(
    const ConfigSection& config, const std::optional<ConfigSection>& rope) {
  if (rope && rope->has("rope_dim")) return std::pair(*rope, "rope_dim");
  for (const char* key : {"rotary_dim", "rope_dim", "attn_rotary_emb"})
    if (config.has(key)) return std::pair(config, key);
  return std::nullopt;
}

int read_rotated(const ConfigSection& config, const std::optional<ConfigSection>& rope, int size,
                 const std::optional<RotatedPart>& part, const ConfigFamily* family,
                 std::vector<std::string>& warnings) {
  const Deciding scope(config.record(), {"dim"});
  const bool apart = config.has("qk_rope_head_dim") && !lacks_mla(config);
  if (apart && part && part->value != 1) {
    warnings.push_back(part->section.path(part->key) +
                       " of the config is not read: qk_rope_head_dim gives the rotated channels");
  }
  if (apart) return size;
  const int by_part = part ? counted(size, part->value, 1, warnings) : size;
  const auto counted_by = key_of_rotated(config, rope);
  if (!counted_by && !part && family != nullptr && family->rotated > 0) {
    config.warn_of_default("rotary_dim", std::to_string(family->rotated), warnings);
    return std::min(size, family->rotated);
  }
  if (!counted_by && !part && family != nullptr && family->quarters < 4) {
    config.warn_of_default("partial_rotary_factor", fmt::format("{}", family->quarters / 4.0),
                           warnings);
    return size * family->quarters / 4;
  }
  if (!counted_by) return by_part;
  const auto& [section, key] = *counted_by;
  const int rotated = read_count(section, key);
  if (rotated > size) section.fail(key, fmt::format("is beyond a head of {}", size));
  if (part && by_part != rotated)
    section.fail(key, fmt::format("is {}, but {} makes it {}", rotated,
                                  part->section.path(part->key), by_part));
  return rotated;
}

}  // namespace

ConfigHead read_head(const ConfigSection& config, const std::optional<ConfigSection>& rope,
                     bool proportional, const std::optional<Rational>& own_part,
                     std::string_view own_size, const ConfigFamily* family,
                     std::vector<std::string>& warnings) {
  ConfigHead head{.size = read_size(config, own_size, family, warnings)};
  if (own_part && *own_part > 1) config.fail(kOwnParts, "has a number greater than 1");
  const std::optional<RotatedPart> part =
      own_part ? RotatedPart{config, kOwnParts, *own_part} : read_part(config, rope);
  const std::string key = part ? part->section.path(part->key) : "head_dim";
  if (proportional) {
    head.rotated = head.size;
    const Rational given = part ? part->value : Rational(1);
    const int turning = counted(head.size, given, 2, warnings);
    // If doubles and exact arithmetic agree, the part is kept as written.
    const bool agree = turning == whole(head.size * given / 2);
    head.partial = agree ? given : Rational(2 * turning, head.size);
    if (turning == 0) config.fail(key + " leaves no pair that turns");
  } else {
    head.rotated = read_rotated(config, rope, head.size, part, family, warnings);
    if (head.rotated == 0) config.fail(key + " leaves nothing that turns");
  }
  if (head.rotated % 2 != 0) {
    const auto counted_by = key_of_rotated(config, rope);
    const std::string why = counted_by ? counted_by->first.path(counted_by->second) : key;
    config.fail(fmt::format("{}: {} of {} channels would turn, which are no pairs", why,
                            head.rotated, head.size));
  }
  return head;
}

}  // namespace sextant
