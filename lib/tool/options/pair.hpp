#pragma once

#include <optional>
#include <string>

#include "sextant/tensor/table_file.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// The options for reading two files: for both, or for one of them.
class PairOptions {
 public:
  /// Adds REFERENCE, MINE and the options to a subcommand.  The object must outlive the parse.
  void add(Command& subcommand);

  /// The files that the options describe.  Throw Error, which names the option, for a wrong value.
  TableFile reference() const;
  TableFile mine() const;

 private:
  struct Side {
    std::string path;
    std::optional<std::string> tensor;
    std::string format;
  };
  TableFile file(const Side& side, const std::string& own) const;

  Side reference_, mine_, both_;
  std::string shape_;
};

}  // namespace sextant::tool
