#include "sextant/audit/tensor_name.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <initializer_list>

namespace sextant::audit {
namespace {

using Words = std::vector<std::string>;

/// Whether one of `words` is one of `any`.
bool has(const Words& words, std::initializer_list<std::string_view> any) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(any.begin(), any.end(), word) != any.end();
  });
}

std::vector<std::uint64_t> without_ones(const std::vector<std::uint64_t>& shape) {
  std::vector<std::uint64_t> longer;
  for (const std::uint64_t length : shape)
    if (length != 1) longer.push_back(length);
  return longer;
}

/// The number after a word for layers: `model.layers.12.`, `blk.3.`.
std::optional<int> layer_number(const Words& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!has({words[i]}, {"layers", "layer", "blk", "blocks", "block", "h"})) continue;
    const std::string& next = words[i + 1];
    int number = 0;
    const auto [end, error] = std::from_chars(next.data(), next.data() + next.size(), number);
    if (error == std::errc() && end == next.data() + next.size()) return number;
  }
  return std::nullopt;
}

/// The kind of layers that a word of a name says; empty if it says none.
std::string_view kind_of_layers(const std::string& word) {
  if (word == "global" || word == "full") return "full_attention";
  if (word == "local" || word == "sliding" || word == "swa") return "sliding_attention";
  if (word == "compress" || word == "compressed") return "compress";
  return word == "encoder" || word == "decoder" ? std::string_view(word) : std::string_view();
}

/// Sets `layers` from the last word that says a kind of layers, and `stem` from all other words.
void read_kind(TensorMeaning& meaning, const Words& words) {
  for (const std::string& word : words) {
    const std::string_view kind = kind_of_layers(word);
    if (kind.empty())
      meaning.stem += word + ".";
    else
      meaning.layers = kind;
  }
}

SequenceLength length_of(const Words& words) {
  const bool longer = has(words, {"long", "large"}), shorter = has(words, {"short", "small"});
  if (longer == shorter) return SequenceLength::any;  // vLLM's cache has both, one after the other
  return longer ? SequenceLength::beyond_original : SequenceLength::within_original;
}

/// Sets part and shape of a table of cosines and sines in one tensor, by the axes after the
/// positions.  Returns false if the axes are others.  `longer` is the shape without axes of
/// length 1.
bool read_pairs(TensorMeaning& meaning, const std::vector<std::uint64_t>& longer, int dim) {
  const std::size_t axes = longer.size();
  if (axes == 4 && longer[2] == 2 && longer[3] == 2) {
    meaning.part = Part::matrices;
    meaning.shape = {longer[0], longer[1] * 4};
  } else if (axes == 3 && longer[2] == 2) {
    meaning.part = Part::pairs;
    meaning.shape = {longer[0], longer[1] * 2};
  } else if (axes == 1 && dim > 0 && longer[0] % static_cast<std::uint64_t>(dim) == 0) {
    meaning.part = Part::pairs;
    meaning.shape = {longer[0] / static_cast<std::uint64_t>(dim), static_cast<std::uint64_t>(dim)};
  } else {
    return false;
  }
  return true;
}

/// Whether the last component of a name, without `.weight`, is one of `any`.
bool names_component(std::string_view name, std::initializer_list<std::string_view> any) {
  if (name.ends_with(".weight")) name.remove_suffix(std::string_view(".weight").size());
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return std::find(any.begin(), any.end(), last) != any.end();
}

/// Whether the words name a table with one row for each position.
bool names_positions(const Words& words) {
  if (words.back() == "pe" || has(words, {"wpe"})) return true;
  const bool position = has(words, {"pos", "position", "positions", "positional"});
  const bool table = has(words, {"embed", "embedding", "embeddings", "emb", "embs", "encoding",
                                 "encodings", "enc", "table"});
  const bool relative = has(words, {"rel", "relative", "bias", "ids", "id", "proj", "norm"});
  return position && table && !relative;
}

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0)
      words.back() += static_cast<char>(std::tolower(letter));
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty() && words.size() > 1) words.pop_back();
  return words;
}

std::string layers_of_name(std::string_view name) {
  TensorMeaning meaning;
  read_kind(meaning, words_of_name(name));
  return meaning.layers;
}

bool speaks_of_rotation(std::string_view name) {
  const Words words = words_of_name(name);
  return has(words, {"rope", "rotary", "freq", "freqs", "frequencies", "invfreq", "timescale"}) &&
         !has({words.back()}, {"weight", "bias"}) && !has(words, {"proj", "norm"});
}

std::optional<TensorMeaning> meaning_of(std::string_view name,
                                        const std::vector<std::uint64_t>& shape, int dim) {
  const Words words = words_of_name(name);
  const std::vector<std::uint64_t> longer = without_ones(shape);
  TensorMeaning meaning{.shape = shape, .layer = layer_number(words), .length = length_of(words)};
  read_kind(meaning, words);
  meaning.other_tower =
      has(words, {"vision", "visual", "vit", "image", "audio", "speech", "mtp", "nextn", "draft"});
  const bool cosines = has(words, {"cos", "cosine", "cosines"});
  const bool sines = has(words, {"sin", "sine", "sines"});
  const bool rotary = has(words, {"rope", "rotary"});
  const bool stored = has(words, {"cache", "cached", "table", "emb", "embed", "embedding"});
  const bool ends = has({words.back()}, {"cos", "sin"});
  const bool inverse = has(words, {"invfreq", "inv", "inverse"});
  const bool frequencies = has(words, {"freq", "freqs", "frequencies", "invfreq"});
  if (rotary && (has(words, {"factors"}) || name == "rope_freqs.weight")) {
    meaning.part = Part::divisors;
  } else if (frequencies && inverse) {
    meaning.part = Part::inv_freq;
  } else if (frequencies && has(words, {"cis"})) {
    if (!read_pairs(meaning, longer, 0)) return std::nullopt;
  } else if ((cosines || sines) && (rotary || stored || ends)) {
    meaning.part = cosines && sines ? Part::table : cosines ? Part::cos : Part::sin;
    // TensorRT-LLM stores pairs, also in one row.
    if (cosines && sines && longer.size() != 2) (void)read_pairs(meaning, longer, dim);
  } else if (frequencies && rotary) {
    meaning.part = Part::inv_freq;
    meaning.reciprocal = true;
    if (longer.size() > 1 && !read_pairs(meaning, longer, 0)) return std::nullopt;
  } else if (rotary && longer.size() > 2 && read_pairs(meaning, longer, 0)) {
    // the shape says it
  } else if (names_component(name, {"attn_scales", "query_scale", "query_scales"})) {
    meaning.part = Part::query_scale;
    meaning.trainable = !names_component(name, {"attn_scales"});
  } else if (names_component(name, {"relative_attention_bias"})) {
    meaning.part = Part::bias;
    meaning.trained = true;
  } else if (names_component(name, {"relative_position_index", "relative_position_bias_table"})) {
    meaning.part = Part::index;
    meaning.trained = !names_component(name, {"relative_position_index"});
  } else if (has(words, {"slopes", "alibi"})) {
    meaning.part = longer.size() == 1 ? Part::slopes : Part::bias;
  } else if (names_positions(words) || name == "position_embd.weight") {
    meaning.trainable = words.back() != "pe";
    meaning.added = names_component(name, {"wpe", "position_embeddings", "position_embedding",
                                           "embed_positions", "positions_embed", "position_embd"});
    meaning.absolute = dim == 0 || !read_pairs(meaning, longer, dim);
  } else {
    return std::nullopt;
  }
  return meaning;
}

}  // namespace sextant::audit
