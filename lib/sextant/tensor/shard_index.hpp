#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

/// The names of arrays and the shards that have them, from the object weight_map of a
/// *.index.json of Hugging Face, in the file's order.  Throws Error, naming the file, if it is not
/// such JSON, if it names an array twice, if a shard's name is empty, `.` or `..` or has a slash,
/// or if the file is larger than 64 MiB.
std::vector<std::pair<std::string, std::string>> read_shard_index(InputFile& file);

}  // namespace sextant
