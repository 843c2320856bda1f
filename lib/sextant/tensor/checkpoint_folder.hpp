#pragma once

#include <string>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// The files of a model in a folder, as paths.  Lists are sorted.  Of the folders in it only `onnx`
/// is searched.
struct CheckpointFolder {
  std::string path;
  std::string config = {};  ///< config.json; empty if it is missing
  std::string params = {};  ///< params.json of Meta's or Mistral's programs; empty if missing
  std::string index = {};   ///< the file that lists the shards of the weights; empty without shards
  std::vector<std::string> weights = {};  ///< files of arrays; empty if there is an index
  /// A file of weights that is not read, because a file of another kind is; empty if there is none.
  std::string unread = {};
  std::vector<std::string> tables = {};  ///< .npy and .npz files, beside the weights
  std::vector<std::string> gguf = {};
  std::vector<std::string> onnx = {};
};

/// Lists a folder.  The weights are the files of the first of these kinds that it has:
/// *.safetensors.index.json, *.safetensors, pytorch_model.bin.index.json, pytorch_model.bin, *.pt
/// and *.pth.  Files with training states, such as optimizer.pt, are left out.  Throws Error if the
/// folder cannot be read, has more than 65536 entries, or lacks a shard of a numbered set.
CheckpointFolder list_checkpoint_folder(const std::string& path);

/// An array of a folder, and the path of the file that has it.
struct CheckpointArray {
  StoredArray array;
  std::string path;
};

/// The arrays of a folder's weights, sorted by name, then by path: without an index, several files
/// may have an array of one name.  Symbolic links are followed: Hugging Face's cache has them.
/// Throws Error, one line with the remedy, naming the file: for a shard that is missing or not
/// beside the index, for an array that its shard lacks, for a file of Git LFS that was not fetched,
/// and for damaged files.
std::vector<CheckpointArray> checkpoint_arrays(const CheckpointFolder& folder);

}  // namespace sextant
