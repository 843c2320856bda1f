#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/audit/source.hpp"

namespace sextant::audit {

/// One side of a disagreement: a key of a file, or a tensor or node of it, and its value.
struct Side {
  std::string path;
  std::string key = {};     ///< empty for a tensor or a node, and if no key is known
  std::string tensor = {};  ///< name of a tensor or node; empty for a key
  /// As written; `default` if the key is missing; `no key says it` if no key is known.
  std::string value = {};
};

/// Names of fields of an encoding, or of other things that keys decide: config/deciding.hpp.
using FieldNames = std::vector<std::string>;

/// Whether a key decides one of the fields.
bool decides(const ConfigKey& key, const FieldNames& fields);
/// Whether a key of these layers decides the field.
bool has_key(const LayerEncoding& layers, std::string_view field);

/// The keys of a source that decide one of the fields.  If there are none and `fields` has `model`,
/// those that name the type of the model, whose code decides.  If there are none of these either,
/// one entry that says so.
std::vector<Side> deciding_keys(const LayerEncoding& layers, const ModelSource& source,
                                const FieldNames& fields);

/// The keys of two sources that decide one of the fields.  Leaves out keys that decide the same
/// fields and have the same value in both, unless no others remain.  If keys of both sources decide
/// a field with different values, leaves out keys of this field that only one source has.
std::vector<Side> differing_keys(const LayerEncoding& mine, const ModelSource& of_mine,
                                 const LayerEncoding& theirs, const ModelSource& of_theirs,
                                 const FieldNames& fields);

}  // namespace sextant::audit
