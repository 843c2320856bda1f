#pragma once

#include <exception>
#include <string>

#include "sextant/encoding/real/error.hpp"
#include "tool/command/command.hpp"

namespace sextant::tool {

/// A wrong command line.  Every process that gets the same command line throws the same one.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Thrown after the result was written to standard output, which must then not change.
class LateError : public Error {
 public:
  using Error::Error;
};

/// The names of a program's subcommands: `value, table or list`.
std::string subcommand_names(const Command& program);

/// The message about an unknown subcommand, with a similar one.
std::string unknown_subcommand(const Command& program, const std::string& word);

/// The message about an unexpected word, with a similar option.
std::string unexpected(const Command& command, const std::string& word);

/// The message of an exception in one line.  For a file system's error it names the file and the
/// reason.
std::string failure(const std::exception& error);

}  // namespace sextant::tool
