#pragma once

#include <optional>
#include <string>

#include "sextant/tensor/table_file.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// The options for reading a file.
struct FileOptions {
  std::string path;
  std::optional<std::string> tensor;
  std::string format;
  std::string shape;
  bool list = false;

  /// Adds FILE and the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Adds only the options for reading, without FILE.
  void add_reading(Command& subcommand);
  /// The file that the options describe.  Throws Error, which names the option, for a wrong value.
  TableFile file() const;
};

/// Shows on a terminal how many bytes of a pipe have been copied.
Copied copying(const std::string& path);

/// Prints every array of a file in the order of names: one per line, or as a JSON array.
void print_arrays(const TableFile& file, bool json);

/// The options for a file to write.
struct OutputOptions {
  std::string path;
  std::optional<std::string> tensor;

  void add(Command& subcommand);
  /// Throws Error if the name does not end in .npy or .safetensors, or if a tensor is given without
  /// .safetensors.
  void expect() const;
  std::string name() const { return tensor.value_or("table"); }
};

}  // namespace sextant::tool
