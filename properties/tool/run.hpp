#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sextant {

/// The result of a run of the tool.
struct Ran {
  int status = -1;  ///< exit status; 1000 + n if signal n ended it
  std::string out, err;
  long resident = 0;  ///< largest memory in KiB

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// An empty directory, removed with its owner.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  bool empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

/// Runs a program without a shell.  `input` is the file for its standard input.  If `output` is
/// given, its standard output is written to that file instead of `out`.
Ran run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& input = "/dev/null", const std::string& output = "");

/// The same for the tool.
Ran sextant_tool(const std::vector<std::string>& arguments, const std::string& input = "/dev/null",
                 const std::string& output = "");

/// The words of a line, separated by spaces; and a run with these words.
std::vector<std::string> words_of(const std::string& line);
Ran sextant_line(const std::string& line);

/// Whether the tool refuses in the documented form: status 2; nothing on standard output, or the
/// error as a JSON object; and one line on standard error that begins with the program's name and
/// contains `words`.
bool refuses(const Ran& ran, const std::string& words);

/// The options that a help text describes, in its order, under all their names, except `--help`.
std::vector<std::string> long_options(const std::string& help);

std::string read_file(const std::string& path);
void put_file(const std::string& path, const std::string& bytes);
/// A .npy file, C order, little-endian.
std::string npy_file(const std::string& descr, const std::string& shape, const std::string& data);
/// The path of a file in the data folder.
std::string data_file(const std::string& name);

/// Numbers as the bytes of a little-endian array.
template <class T>
std::string bytes_of_numbers(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

}  // namespace sextant
