#include "c/live_model.hpp"

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"

namespace sextant::c {
namespace {

using nlohmann::json;

/// The member of an object, which has the type of `otherwise` or is missing.
template <class T>
T member(const json& object, const char* key, T otherwise) {
  try {
    return object.value(key, std::move(otherwise));
  } catch (const json::exception&) {
    throw Error(std::string("the request's model: ") + key + " is of another type");
  }
}

/// The objects of a list of the model.
std::vector<json> objects(const json& model, const char* key) {
  std::vector<json> list = member(model, key, std::vector<json>{});
  for (const json& one : list)
    if (!one.is_object())
      throw Error(std::string("the request's model: ") + key + " is no list of objects");
  return list;
}

/// What a configuration says; that nothing is known if it cannot be read.
std::vector<LayerEncoding> encodings_of(const std::string& name, const json& config) {
  const auto text = member<std::string>(config, "json", "");
  const auto layers = member<std::string>(config, "layers", "");
  try {
    return audit::encodings_of_json(name, text, layers);
  } catch (const Error& error) {
    LayerEncoding unknown;
    unknown.layers = layers;
    unknown.positions = LayerPositions::unknown;
    unknown.words = std::string("not judged: ") + error.what();
    return {std::move(unknown)};
  }
}

std::optional<Part> part_named(const std::string& text) {
  if (text.empty()) return std::nullopt;
  for (const Part part : {Part::table, Part::cos, Part::sin, Part::pairs, Part::inv_freq})
    if (name(part) == text) return part;
  throw Error("the request's model: a tensor has no part " + in_quotes(text, 60));
}

std::optional<Positions> positions_of(const json& tensor) {
  const auto listed = member(tensor, "positions", std::vector<std::int64_t>{});
  if (listed.empty()) return std::nullopt;
  return Positions::of({listed.begin(), listed.end()});
}

std::optional<std::uint64_t> padding_of(const json& tensor) {
  const auto row = member(tensor, "padding", std::int64_t{-1});
  return row < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(row));
}

}  // namespace

audit::ModelSource live_model(const json& model, std::span<const StoredArray> arrays) {
  audit::ModelSource source{.path = member<std::string>(model, "name", "model"),
                            .kind = audit::SourceKind::memory};
  for (const json& config : objects(model, "configs")) {
    for (LayerEncoding& one : encodings_of(source.path, config))
      source.encodings.push_back(std::move(one));
  }
  std::size_t used = 0;
  for (const json& tensor : objects(model, "tensors")) {
    audit::MemoryTensor one{.array = {},
                            .part = part_named(member<std::string>(tensor, "part", "")),
                            .positions = positions_of(tensor),
                            .layers = member<std::string>(tensor, "layers", ""),
                            .constant = member(tensor, "constant", false),
                            .padding = padding_of(tensor),
                            .why = member<std::string>(tensor, "why", "")};
    if (one.why.empty()) {
      if (used == arrays.size())
        throw Error("the request has fewer arrays than its model's tensors");
      one.array = arrays[used++];
    }
    one.array.name = member<std::string>(tensor, "name", "");
    source.in_memory.push_back(std::move(one));
  }
  if (used != arrays.size()) throw Error("the request has more arrays than its model's tensors");
  source.modules = member(model, "modules", std::vector<std::string>{});
  source.others = member(model, "notes", std::vector<std::string>{});
  return source;
}

}  // namespace sextant::c
