#include "tool/run.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sextant {
namespace {

/// In the child: a descriptor becomes a file.
void redirect(int descriptor, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(99);
  close(file);
}

}  // namespace

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "sextant-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Ran run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& input, const std::string& output) {
  const Folder folder;
  const std::string out = output.empty() ? folder / "out" : output;
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    redirect(STDIN_FILENO, input, O_RDONLY);
    redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, folder / "err", O_WRONLY | O_CREAT | O_TRUNC);
    execv(program.c_str(), argv.data());
    _exit(99);
  }
  Ran ran;
  int status = 0;
  rusage used{};
  if (child > 0 && wait4(child, &status, 0, &used) == child)
    ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  ran.resident = used.ru_maxrss;
  if (output.empty()) ran.out = read_file(out);
  ran.err = read_file(folder / "err");
  return ran;
}

Ran sextant_tool(const std::vector<std::string>& arguments, const std::string& input,
                 const std::string& output) {
  return run_program(SEXTANT_TOOL, arguments, input, output);
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

Ran sextant_line(const std::string& line) { return sextant_tool(words_of(line)); }

bool refuses(const Ran& ran, const std::string& words) {
  const bool one_line = std::count(ran.err.begin(), ran.err.end(), '\n') == 1 &&
                        ran.err.ends_with('\n') && ran.err.starts_with("sextant: ");
  if (ran.status != 2 || !one_line || ran.err.find(words) == std::string::npos) return false;
  if (ran.out.empty()) return true;
  const auto object = nlohmann::json::parse(ran.out, nullptr, false);
  return object.is_object() && object.size() == 1 && object.contains("error") &&
         ran.err == "sextant: " + object["error"].get<std::string>() + "\n";
}

std::vector<std::string> long_options(const std::string& help) {
  std::vector<std::string> options;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) continue;
    std::istringstream names(line.substr(2, line.find("  ", 2) - 2));  // -o, --output DIR
    for (std::string name; names >> name;) {
      if (name.ends_with(',')) name.pop_back();
      if (name.starts_with("--") && name != "--help") options.push_back(name);
    }
  }
  return options;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void put_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string npy_file(const std::string& descr, const std::string& shape, const std::string& data) {
  std::string header =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  const auto size = header.size();
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(size & 0xff) +
         static_cast<char>(size >> 8) + header + data;
}

std::string data_file(const std::string& name) {
  return std::string(SEXTANT_DATA_DIR) + "/" + name;
}

}  // namespace sextant
