#include "sextant/config/gguf_config.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sextant/config/deciding.hpp"
#include "sextant/config/gguf_architecture.hpp"
#include "sextant/config/gguf_keys.hpp"
#include "sextant/config/gguf_layers.hpp"
#include "sextant/config/gguf_rotary.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/gguf.hpp"

namespace sextant {
namespace {

constexpr int kT5Distance = 128;  // llama.cpp has no key for it
constexpr int kMostBlocks = 1 << 16;
constexpr int kMostRows = 1 << 26;

LayerEncoding unknown(std::string words) {
  return {.layers = "", .positions = LayerPositions::unknown, .words = std::move(words)};
}

std::optional<Position> context_length(GgufKeys& keys) {
  const Deciding scope(keys, {kContextLength, kRows});
  const auto length = keys.positions("context_length");
  return length && *length > 0 ? length : std::nullopt;
}

/// The heads of all layers.  nullopt if the key is missing, or if layers have different numbers.
std::optional<int> head_count(GgufKeys& keys) {
  const Deciding scope(keys, {kHeads});
  const auto heads = keys.numbers("attention.head_count");
  if (!heads || heads->empty()) return std::nullopt;
  const Rational& first = heads->front();
  const bool same =
      std::all_of(heads->begin(), heads->end(), [&](const Rational& one) { return one == first; });
  if (!same || !is_integer(first) || first < 1 || first > kMostHeads) return std::nullopt;
  return static_cast<int>(first);
}

LayerEncoding learned(GgufKeys& keys) {
  LayerEncoding result{.layers = "", .positions = LayerPositions::learned};
  result.context = context_length(keys);
  const Deciding scope(keys, {kColumns});
  const auto width = keys.count("embedding_length", kLargestDim);
  if (result.context && *result.context <= kMostRows)
    result.trained = TrainedShape{.rows = static_cast<std::int64_t>(*result.context),
                                  .columns = width.value_or(0)};
  result.words = result.context
                     ? "learned, " + to_text(*result.context) + " rows (position_embd.weight)"
                     : "learned (position_embd.weight)";
  return result;
}

LayerEncoding biases(GgufKeys& keys, int usual) {
  const Deciding scope(keys, {"max-bias"});
  const auto bias = keys.positive("attention.max_alibi_bias");
  if (!bias && usual == 0) return unknown("the key attention.max_alibi_bias is missing");
  if (!bias) keys.defaulted("attention.max_alibi_bias");
  const auto heads = head_count(keys);
  if (!heads) return unknown("the number of heads is missing, or differs between layers");
  LayerEncoding result{.layers = ""};
  result.context = context_length(keys);
  result.encoding = Alibi{.heads = *heads, .max_bias = bias.value_or(usual)};
  return result;
}

std::vector<LayerEncoding> buckets(GgufKeys& keys) {
  const Deciding scope(keys, {"num-buckets", kRows});
  const auto count = keys.count("attention.relative_buckets_count", kMostBuckets);
  if (!count) return {unknown("the key attention.relative_buckets_count is missing")};
  std::vector<LayerEncoding> all;
  const bool decoder = keys.architecture() == "t5";
  for (const bool bidirectional : {true, false}) {
    if (!bidirectional && !decoder) continue;
    LayerEncoding layers{.layers = bidirectional ? "encoder" : "decoder"};
    layers.encoding =
        T5{.num_buckets = *count, .max_distance = kT5Distance, .bidirectional = bidirectional};
    all.push_back(std::move(layers));
  }
  return all;
}

/// Makes the positions unknown if the parameters of the encoding are not valid.
void check(LayerEncoding& layers) {
  if (!layers.encoding) return;
  try {
    (void)chart(*layers.encoding);
  } catch (const Error& error) {
    layers.encoding.reset();
    layers.positions = LayerPositions::unknown;
    layers.words = std::string("the keys mean no encoding: ") + error.what();
  }
}

std::vector<LayerEncoding> read_all(GgufKeys& keys, const GgufArchitecture& architecture,
                                    const GgufDivisors& divisors) {
  switch (architecture.positions) {
    case GgufPositions::learned:
      return {learned(keys)};
    case GgufPositions::biases:
      return {biases(keys, architecture.max_bias)};
    case GgufPositions::buckets:
      return buckets(keys);
    case GgufPositions::absent:
      return {{.layers = "",
               .positions = LayerPositions::absent,
               .words = "llama.cpp gives no positions to layers of this architecture"}};
    default:
      break;
  }
  // llama.cpp takes a Baichuan model with 40 layers for the one of 13B, which has biases.
  if (architecture.name == "baichuan" && keys.count("block_count", kMostBlocks) == 40)
    return {biases(keys, architecture.max_bias)};
  const Deciding scope(keys, {kPositions});
  if (architecture.finetuned_turns && keys.flag("rope.scaling.finetuned") == false)
    return {{.layers = "",
             .positions = LayerPositions::absent,
             .words = "llama.cpp does not rotate if rope.scaling.finetuned is false"}};
  for (const std::string_view key : std::initializer_list<std::string_view>{
           "rope.freq_base_per_layer", "rope.dimension_count_per_layer", kCompressRatios,
           kCompressBase}) {
    const bool known = architecture.compresses && key.starts_with("attention");
    if (keys.has(key) && !known)
      return {unknown("layers differ by the key " + keys.path(key) + ", which is not understood")};
  }
  std::vector<LayerEncoding> all;
  const std::vector<GgufLayers> kinds = read_gguf_layers(keys, architecture);
  const std::vector<ConfigKey> of_all = keys.taken();
  for (const GgufLayers& layers : kinds) {
    keys.note(of_all);
    all.push_back(read_gguf_rotary(keys, architecture, layers, divisors));
  }
  return all;
}

}  // namespace

std::vector<LayerEncoding> read_gguf_encodings(const GgufMetadata& metadata,
                                               const GgufDivisors& divisors) {
  const GgufValue* named = metadata.find("general.architecture");
  if (named == nullptr || named->type != GgufType::text || named->text.empty())
    return {unknown("the key general.architecture is missing")};
  GgufKeys keys(metadata, named->text);
  const std::string shown = in_quotes(named->text, 60);
  const GgufArchitecture* known = find_gguf_architecture(named->text);
  const bool turns = keys.has("rope.dimension_count") || keys.has("rope.freq_base");
  GgufArchitecture architecture;
  if (known != nullptr) architecture = *known;
  std::vector<LayerEncoding> all =
      known == nullptr && !turns
          ? std::vector{unknown("the architecture " + shown + " is not known here")}
          : read_all(keys, architecture, divisors);
  for (LayerEncoding& layers : all) {
    check(layers);
    if (layers.from.empty()) layers.from = keys.taken();
    layers.from.insert(layers.from.begin(),
                       {"general.architecture", named->text, {std::string(kModel)}});
    if (known == nullptr && turns)
      layers.warnings.push_back("the architecture " + shown + " is not known here: pairs (i, i + " +
                                "d/2), and no constants of its source");
    const auto unread = keys.unread();
    layers.warnings.insert(layers.warnings.end(), unread.begin(), unread.end());
  }
  return all;
}

std::vector<LayerEncoding> read_gguf_encodings(const std::string& path) {
  const auto file = std::make_shared<InputFile>(path);
  const GgufMetadata metadata = read_gguf_metadata(file, path);
  return read_gguf_encodings(metadata, read_gguf_divisors(read_gguf(file, path, std::nullopt)));
}

}  // namespace sextant
