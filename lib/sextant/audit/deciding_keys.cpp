#include "sextant/audit/deciding_keys.hpp"

#include <algorithm>

#include "sextant/audit/approximate_rotation.hpp"
#include "sextant/config/deciding.hpp"

namespace sextant::audit {
namespace {

bool among(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::vector<const ConfigKey*> keys_of(const LayerEncoding& layers, const FieldNames& fields) {
  std::vector<const ConfigKey*> found;
  for (const ConfigKey& key : layers.from)
    if (decides(key, fields)) found.push_back(&key);
  return found;
}

std::vector<Side> sides(const ModelSource& source, const std::vector<const ConfigKey*>& keys) {
  std::vector<Side> found;
  for (const ConfigKey* key : keys)
    found.push_back({.path = source.path,
                     .key = key->key,
                     .value = key->value.empty() ? "default" : key->value});
  if (found.empty()) found.push_back({.path = source.path, .value = "no key says it"});
  return found;
}

/// The keys that decide one of the fields; if there are none and `fields` has `model`, those that
/// name the type of the model.
std::vector<const ConfigKey*> keys_or_model(const LayerEncoding& layers, FieldNames fields) {
  const bool by_code = std::erase(fields, kModel) > 0;
  auto found = keys_of(layers, fields);
  return found.empty() && by_code ? keys_of(layers, {std::string(kModel)}) : found;
}

/// Whether two values are one text, or numbers that differ by no more than float32 explains.
bool same_value(const std::string& x, const std::string& y) {
  if (x == y) return true;
  try {
    return !differ(static_cast<double>(parse_rational(x)), static_cast<double>(parse_rational(y)),
                   kOfGguf);
  } catch (const Error&) {
    return false;
  }
}

/// Whether two keys of two sources have one name, or decide the same fields.
bool are_alike(const ConfigKey& x, const ConfigKey& y) {
  const bool same_fields =
      x.decides.size() == y.decides.size() &&
      std::all_of(x.decides.begin(), x.decides.end(),
                  [&](const std::string& field) { return among(y.decides, field); });
  return x.key == y.key || same_fields;
}

/// Whether two keys of two sources say the same about the same fields.
bool agree(const ConfigKey& x, const ConfigKey& y) {
  return are_alike(x, y) && same_value(x.value, y.value);
}

/// The keys that agree with none of the others.
std::vector<const ConfigKey*> without_agreeing(const std::vector<const ConfigKey*>& keys,
                                               const std::vector<const ConfigKey*>& others) {
  std::vector<const ConfigKey*> found;
  for (const ConfigKey* key : keys)
    if (std::none_of(others.begin(), others.end(),
                     [&](const ConfigKey* other) { return agree(*key, *other); }))
      found.push_back(key);
  return found;
}

/// The keys of one source that may explain a difference in the fields.  Leaves out a key that is
/// like no key of the other source, if keys that are like one decide all its fields too.
std::vector<const ConfigKey*> paired(const std::vector<const ConfigKey*>& keys,
                                     const std::vector<const ConfigKey*>& others,
                                     const FieldNames& fields) {
  const auto has_like = [&](const ConfigKey* key) {
    return std::any_of(others.begin(), others.end(),
                       [&](const ConfigKey* other) { return are_alike(*key, *other); });
  };
  const auto is_explained = [&](const std::string& field) {
    return std::any_of(keys.begin(), keys.end(), [&](const ConfigKey* key) {
      return among(key->decides, field) && has_like(key);
    });
  };
  std::vector<const ConfigKey*> found;
  for (const ConfigKey* key : keys) {
    const bool needed = std::any_of(fields.begin(), fields.end(), [&](const std::string& field) {
      return among(key->decides, field) && !is_explained(field);
    });
    if (has_like(key) || needed || !decides(*key, fields)) found.push_back(key);
  }
  return found;
}

}  // namespace

bool decides(const ConfigKey& key, const FieldNames& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const std::string& field) { return among(key.decides, field); });
}

bool has_key(const LayerEncoding& layers, std::string_view field) {
  return !keys_of(layers, {std::string(field)}).empty();
}

std::vector<Side> deciding_keys(const LayerEncoding& layers, const ModelSource& source,
                                const FieldNames& fields) {
  return sides(source, keys_or_model(layers, fields));
}

std::vector<Side> differing_keys(const LayerEncoding& mine, const ModelSource& of_mine,
                                 const LayerEncoding& theirs, const ModelSource& of_theirs,
                                 const FieldNames& fields) {
  const auto x = keys_or_model(mine, fields), y = keys_or_model(theirs, fields);
  auto x_alone = without_agreeing(x, y), y_alone = without_agreeing(y, x);
  if (x_alone.empty() && y_alone.empty()) x_alone = x, y_alone = y;
  std::vector<Side> found = sides(of_mine, paired(x_alone, y_alone, fields));
  for (Side& side : sides(of_theirs, paired(y_alone, x_alone, fields)))
    found.push_back(std::move(side));
  return found;
}

}  // namespace sextant::audit
