#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// Whether a file with these first bytes is a zip archive.
bool begins_as_zip(std::string_view begin);

/// The arrays of a .npz file, stored or deflated, in the order of their names, which are those of
/// its members without `.npy`.  Of every member only the beginning is unpacked before its table is
/// asked for, and that is unpacked to a nameless file.  Throws Error, one line with the remedy, for
/// other archives (PyTorch's among them), and for what is damaged; a member that cannot be read
/// says so when it is asked for.
std::vector<StoredArray> read_npz(const std::shared_ptr<InputFile>& file);

}  // namespace sextant
