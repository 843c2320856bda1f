#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "sextant/tensor/stored_array.hpp"
#include "sextant/tensor/zip_archive.hpp"

namespace sextant {

/// Whether a file with these first bytes is a zip archive.
bool begins_as_zip(std::string_view begin);

/// The arrays of a .npz archive, stored or deflated, sorted by name (the member's name without
/// `.npy`).  At first only the beginning of each member is unpacked.  Opening a table unpacks the
/// whole member to a nameless file.  Throws Error, one line with the remedy, for damaged archives
/// and for other archives.  A member that cannot be read throws only when it is opened.
std::vector<StoredArray> read_npz(const std::shared_ptr<const ZipArchive>& archive);

}  // namespace sextant
