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

/// An error after the result is on standard output: nothing may be added there any more.
class LateError : public Error {
 public:
  using Error::Error;
};

/// The names of a program's subcommands: `value, table or list`.
std::string subcommand_names(const Command& program);

/// What is wrong with a first word that is no subcommand, and the subcommand that it resembles.
std::string unknown_subcommand(const Command& program, const std::string& word);

/// What is wrong with a word that a command does not take, and the option that it resembles.
std::string unexpected(const Command& command, const std::string& word);

/// The message of an exception in one line.  For a file system's error: which file, and why.
std::string failure(const std::exception& error);

}  // namespace sextant::tool
