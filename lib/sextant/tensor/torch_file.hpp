#pragma once

#include <memory>
#include <vector>

#include "sextant/tensor/stored_array.hpp"
#include "sextant/tensor/zip_archive.hpp"

namespace sextant {

/// Whether an archive is a file of torch.save: it has a pickle of that name.
bool is_torch_file(const ZipArchive& archive);

/// The tensors of a file of torch.save, sorted by name; keys of nested dictionaries are joined by
/// dots.  A single tensor has no name.  Nothing in the file is executed.  Opening a table copies
/// its numbers to a nameless file.  Throws Error, one line with the remedy, for damaged files and
/// for pickles of other objects, such as whole modules.
std::vector<StoredArray> read_torch_file(const std::shared_ptr<const ZipArchive>& archive);

}  // namespace sextant
