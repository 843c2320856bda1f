#pragma once

#include <optional>
#include <string>

#include "sextant/tensor/table_file.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// The options that say how a file is read.
struct FileOptions {
  std::string path;
  std::optional<std::string> tensor;
  std::string format;
  std::string shape;
  bool list = false;

  /// Adds FILE and them to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);
  /// Adds only those that say how it is read.
  void add_reading(Command& subcommand);
  /// The file that they say.  Throws Error, naming the option, for what none of them takes.
  TableFile file() const;
};

/// Tells on a terminal how far a pipe is copied.
Copied copying(const std::string& path);

/// Prints every array of a file, one a line, in the order of their names, or as a JSON array.
void print_arrays(const TableFile& file, bool json);

/// The same for files to be written.
struct OutputOptions {
  std::string path;
  std::optional<std::string> tensor;

  void add(Command& subcommand);
  /// Throws Error for another ending than .npy or .safetensors, and a tensor without the latter.
  void expect() const;
  std::string name() const { return tensor.value_or("table"); }
};

}  // namespace sextant::tool
