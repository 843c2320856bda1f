#include "sextant/config/gguf_rotary.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sextant/config/deciding.hpp"
#include "sextant/config/model_config.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {
namespace {

constexpr int kLargestHead = 1 << 16;
constexpr int kUsualBase = 10000;
constexpr int kUsualTemperatureLength = 8192;

/// Reads the keys of one kind of layers.
class RotaryReader {
 public:
  RotaryReader(GgufKeys& keys, const GgufArchitecture& architecture, const GgufLayers& layers)
      : keys_(keys), architecture_(architecture), layers_(layers) {}

  LayerEncoding read(const GgufDivisors& divisors) {
    result_.layers = layers_.kind;
    result_.numbers = layers_.numbers;
    read_context();
    if (architecture_.name == "llama4" && !layers_.rotary)
      result_.query_scale = QueryScale{.original = kUsualTemperatureLength, .origin = 1};
    if (!layers_.rotary) {
      result_.positions = LayerPositions::absent;
      result_.words = "llama.cpp does not rotate these layers";
    } else {
      rotary(divisors);
    }
    if (architecture_.reads_temperature) read_temperature();
    result_.from = keys_.taken();
    return std::move(result_);
  }

 private:
  void read_context() {
    const Deciding scope(keys_, {kContextLength});
    if (const auto length = keys_.positions("context_length"); length && *length > 0)
      result_.context = length;
  }

  /// Makes the positions unknown.  The first call gives the reason.
  void unknown(const std::string& words) {
    if (result_.positions == LayerPositions::unknown) return;
    result_.positions = LayerPositions::unknown;
    result_.words = words;
  }

  void rotary(const GgufDivisors& divisors) {
    const bool sized = read_size();
    // Models of the architecture glm4 that have sections turn channels i and i + d/2.
    const bool by_sections = architecture_.name == "glm4" && keys_.has("rope.dimension_sections");
    const bool adjacent = architecture_.positions == GgufPositions::adjacent && !by_sections;
    encoding_.layout = adjacent ? Pairing::interleaved : Pairing::half_split;
    encoding_.base = read_base();
    if (architecture_.compresses)
      read_compression();
    else
      read_scaling();
    if (!sized) return;
    const bool local = layers_.windowed && keys_.architecture().starts_with("gemma4");
    if (!local && !read_divisors(divisors)) return;
    if (result_.positions == LayerPositions::unknown) return;
    read_sections();
    result_.encoding = encoding_;
  }

  /// DeepSeek-V4: the last channels turn, and layers that do not compress are not scaled.
  void read_compression() {
    encoding_.rotated_channels = RotatedChannels::last;
    result_.remarks.push_back(fmt::format(
        "llama.cpp turns the last {} channels of queries, keys and values; it turns the output of "
        "attention back: --direction inverse",
        encoding_.dim));
    if (!layers_.compressed) return;
    read_scaling();
    if (encoding_.context.scaling == Scaling::yarn) encoding_.context.attention_factor = 1;
  }

  /// Reads the channels of a head and those that turn.  Returns false if keys are missing or
  /// invalid.
  bool read_size() {
    // The rotated channels of latent attention are apart from the others.
    const bool apart = keys_.has("attention.kv_lora_rank");
    const auto head = read_head(apart ? kWidth : kHead);
    const Deciding scope(keys_, {"dim", apart ? kHead : "dim"});
    const bool own = layers_.windowed && keys_.has("rope.dimension_count_swa");
    const auto turning =
        keys_.count(own ? "rope.dimension_count_swa" : "rope.dimension_count", kLargestHead);
    if (!turning) keys_.defaulted("rope.dimension_count");
    if (!turning && !head) {
      unknown("the keys rope.dimension_count and attention.key_length are missing");
      return false;
    }
    encoding_.dim = turning.value_or(head.value_or(0));
    result_.head = apart ? encoding_.dim : head.value_or(encoding_.dim);
    if (encoding_.dim == 0 || encoding_.dim % 2 != 0 || encoding_.dim > result_.head) {
      unknown(fmt::format("{} of {} channels would turn", encoding_.dim, result_.head));
      return false;
    }
    if (architecture_.whole_head && encoding_.dim != result_.head)
      result_.warnings.push_back(
          fmt::format("llama.cpp does not load this file: {} of {} channels would turn, and its "
                      "loader of this architecture wants all",
                      encoding_.dim, result_.head));
    return true;
  }

  /// The channels of a head, which decide `what`.
  std::optional<int> read_head(std::string_view what) {
    const Deciding scope(keys_, {what});
    if (layers_.windowed && keys_.has("attention.key_length_swa"))
      return keys_.count("attention.key_length_swa", kLargestHead);
    if (const auto given = keys_.count("attention.key_length", kLargestHead)) return given;
    const auto width = deciding(keys_, {what, kWidth},
                                [&] { return keys_.count("embedding_length", kLargestDim); });
    const auto heads =
        deciding(keys_, {what, kHeads}, [&] { return keys_.numbers("attention.head_count"); });
    if (!width || !heads || heads->empty()) return std::nullopt;
    const Rational& count = heads->front();
    if (!is_integer(count) || count < 1 || count > *width) return std::nullopt;
    return *width / static_cast<int>(count);
  }

  Rational read_base() {
    const Deciding scope(keys_, {"base"});
    if (layers_.compressed) {
      const auto base = keys_.number(kCompressBase);
      if (!base) unknown("the key " + keys_.path(kCompressBase) + " is missing");
      return base.value_or(kUsualBase);
    }
    if (layers_.windowed) {
      if (const auto local = keys_.number("rope.freq_base_swa")) return *local;
      if (architecture_.own_local_base) {
        keys_.defaulted("rope.freq_base_swa");
        result_.defaults.emplace_back(
            "the key rope.freq_base_swa is missing: 10000, as in llama.cpp's source");
        return kUsualBase;
      }
    }
    if (const auto base = keys_.number("rope.freq_base")) return *base;
    keys_.defaulted("rope.freq_base");
    result_.defaults.emplace_back("the key rope.freq_base is missing: 10000, llama.cpp's default");
    return kUsualBase;
  }

  /// The linear factor; 1 if there is none.  llama.cpp reads 0 as 1.
  Rational read_factor() {
    const Deciding scope(keys_, {"factor"});
    for (const char* key : {"rope.scaling.factor", "rope.scale_linear"}) {
      const auto factor = keys_.number(key);
      if (!factor) continue;
      keys_.ignore("rope.scale_linear");
      return *factor == 0 ? Rational(1) : *factor;
    }
    return 1;
  }

  Rational read_original() {
    const Deciding scope(keys_, {"original-context"});
    if (const auto given = keys_.positions("rope.scaling.original_context_length");
        given && *given > 0)
      return to_rational(*given);
    if (result_.context) return to_rational(*result_.context);
    return 0;
  }

  void read_scaling() {
    const auto type = deciding(keys_, {"scaling"}, [&] { return keys_.word("rope.scaling.type"); });
    const bool yarn = type == "yarn";
    longrope_ = type == "longrope";
    if (type && *type != "none" && *type != "linear" && *type != "longrope" && !yarn)
      return unknown("rope.scaling.type is " + in_quotes(*type, 40) +
                     ": not one of none, linear, yarn, longrope");
    keys_.ignore("rope.scaling.finetuned");
    Rational factor = read_factor();
    original_ = read_original();
    if (!architecture_.compresses) {
      const Deciding scope(keys_, {"amplitude"});
      if (const auto amplitude = keys_.number("rope.scaling.attn_factor"))
        encoding_.amplitude = *amplitude;
    }
    if (layers_.windowed && architecture_.unscaled_windows) encoding_.amplitude = 1;
    const bool unscaled = architecture_.own_local_base || architecture_.unscaled_windows;
    if (layers_.windowed && unscaled) factor = 1;
    if (layers_.windowed && factor != 1)
      result_.warnings.emplace_back(
          "the scaling is taken to apply to layers with a window, too: no key says so");
    if (type == "none") factor = 1;
    if (factor <= 0) return unknown("rope.scaling.factor is " + readable(factor));
    encoding_.context.factor = factor;
    // Without a factor, YaRN changes neither frequencies nor amplitude.
    if (yarn && factor != 1) return read_yarn();
    if (factor != 1) encoding_.context.scaling = Scaling::linear;
  }

  /// The ends of the ramp are always rounded outward, as by ggml.
  void read_yarn() {
    Context& context = encoding_.context;
    context.scaling = Scaling::yarn;
    context.original = original_;
    if (!keys_.has("rope.scaling.original_context_length")) {
      const Deciding scope(keys_, {"original-context"});
      keys_.defaulted("rope.scaling.original_context_length");
      (void)keys_.positions("context_length");  // it is used instead
    }
    if (original_ == 0) return unknown("YaRN needs rope.scaling.original_context_length");
    result_.without_key = {{"truncate", "yes"}};
    if (architecture_.reads_yarn) {
      const auto number = [&](std::string_view field, const char* key, const Rational& usual) {
        const Deciding scope(keys_, {field});
        return keys_.number(key).value_or(usual);
      };
      context.beta_fast = number("beta-fast", "rope.scaling.yarn_beta_fast", context.beta_fast);
      context.beta_slow = number("beta-slow", "rope.scaling.yarn_beta_slow", context.beta_slow);
      context.extrapolation_factor =
          number("extrapolation-factor", "rope.scaling.yarn_ext_factor", 1);
      if (context.extrapolation_factor < 0) context.extrapolation_factor = 1;  // not set
    } else {
      result_.without_key.insert(result_.without_key.end(),
                                 {{"beta-fast", "32"}, {"beta-slow", "1"}});
      warn_of_keys_without_effect();
    }
    if (keys_.number("rope.scaling.yarn_attn_factor"))
      result_.warnings.emplace_back(
          "the key rope.scaling.yarn_attn_factor has no effect in llama.cpp; ik_llama.cpp "
          "multiplies by it");
    const Deciding scope(keys_, {"mscale", "mscale-all-dim"});
    const char* log_key = "rope.scaling.yarn_log_multiplier";
    if (architecture_.log_unit == 0 || !keys_.has(log_key)) return;
    context.mscale_all_dim = *keys_.number(log_key) * architecture_.log_unit;
    if (context.mscale_all_dim == 0) return;
    context.mscale = architecture_.name == "deepseek2" ? context.mscale_all_dim : Rational(1);
  }

  void warn_of_keys_without_effect() {
    for (const char* key : {"rope.scaling.yarn_beta_fast", "rope.scaling.yarn_beta_slow",
                            "rope.scaling.yarn_ext_factor"}) {
      if (!keys_.has(key)) continue;
      keys_.ignore(key);
      result_.warnings.push_back("llama.cpp does not read the key " + keys_.path(key) +
                                 " for this architecture: its default applies");
    }
  }

  /// Lists the divisors, and adds them to the encoding.  Returns false if that fails.
  bool read_divisors(const GgufDivisors& divisors) {
    const auto note = [&](const char* name, const std::vector<double>& numbers,
                          std::initializer_list<std::string_view> fields) {
      const Deciding scope(keys_, fields);
      if (!numbers.empty()) keys_.note(name, fmt::format("[{} numbers]", numbers.size()));
    };
    note("rope_freqs.weight", divisors.always,
         {kDivisors, "scaling", "short-factor", "long-factor", "partial"});
    note("rope_factors_long.weight", divisors.long_contexts, {kDivisors, "scaling", "long-factor"});
    note("rope_factors_short.weight", divisors.short_contexts,
         {kDivisors, "scaling", "short-factor"});
    if (!divisors.long_contexts.empty() && !keys_.has("rope.scaling.attn_factor")) {
      const Deciding scope(keys_, {"amplitude"});
      keys_.defaulted("rope.scaling.attn_factor");
    }
    if (result_.positions == LayerPositions::unknown) return false;
    const bool divided = !divisors.long_contexts.empty() || !divisors.short_contexts.empty();
    if (longrope_ && !divided)
      result_.warnings.emplace_back(
          "rope.scaling.type is longrope, and the file has no rope_factors_long.weight: nothing is "
          "divided");
    // The length decides between short and long only if there are both.
    const Rational original = original_ == 0 ? Rational(1) : original_;
    const std::string wrong = divide(encoding_, divisors, original, result_.warnings);
    if (!wrong.empty()) unknown(wrong);
    return wrong.empty();
  }

  void read_sections() {
    const Deciding scope(keys_, {kSections});
    const auto given = keys_.numbers("rope.dimension_sections");
    const bool wanted = architecture_.positions == GgufPositions::sections ||
                        architecture_.positions == GgufPositions::alternating;
    if (!given && wanted) keys_.defaulted("rope.dimension_sections");
    if (!given) return;
    std::vector<int> sections;
    int sum = 0;
    for (const Rational& section : *given) {
      if (!is_integer(section) || section < 0 || section > kLargestHead || sections.size() == 4) {
        result_.warnings.emplace_back("the key rope.dimension_sections is not understood");
        return;
      }
      sections.push_back(static_cast<int>(section));
      sum += sections.back();
    }
    if (sum == 0) return;
    if (sections.size() == 4 && sections.back() == 0) sections.pop_back();
    result_.remarks.emplace_back(kReadAsText);
    if (sections.size() != 3 || sum != encoding_.dim / 2) {
      result_.warnings.push_back(
          fmt::format("the key rope.dimension_sections adds up to {} in {} sections, and {} pairs "
                      "turn: not used",
                      sum, sections.size(), encoding_.dim / 2));
      return;
    }
    result_.sections = std::move(sections);
    result_.alternating = architecture_.positions == GgufPositions::alternating;
  }

  /// Reads the scale of queries.  Its length is the original context in Mistral 3, else a key.
  void read_temperature() {
    const auto beta =
        deciding(keys_, {kQueryBeta}, [&] { return keys_.number("attention.temperature_scale"); });
    if (!beta || *beta == 0) return;
    const Deciding scope(keys_, {kQueryOriginal});
    std::optional<Position> length;
    if (architecture_.name != "mistral3") length = keys_.positions("attention.temperature_length");
    Rational original =
        architecture_.name == "mistral3" ? read_original() : Rational(kUsualTemperatureLength);
    if (length) original = to_rational(*length);
    if (original <= 0) {
      result_.warnings.emplace_back("the length of attention.temperature_scale is missing");
      return;
    }
    result_.query_scale = QueryScale{.beta = *beta, .original = original};
  }

  GgufKeys& keys_;
  const GgufArchitecture& architecture_;
  const GgufLayers& layers_;
  LayerEncoding result_;
  Rotary encoding_;
  Rational original_ = 0;  ///< L₀; 0 if the file does not say
  bool longrope_ = false;  ///< the type of scaling
};

}  // namespace

LayerEncoding read_gguf_rotary(GgufKeys& keys, const GgufArchitecture& architecture,
                               const GgufLayers& layers, const GgufDivisors& divisors) {
  return RotaryReader(keys, architecture, layers).read(divisors);
}

}  // namespace sextant
