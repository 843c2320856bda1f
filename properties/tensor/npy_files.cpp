#include "tensor/npy_files.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/table_writer.hpp"

namespace sextant {

Directory::Directory() {
  std::string name = (std::filesystem::temp_directory_path() / "sextant-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw Error("no directory for tests: " + name);
  path_ = name;
}

Directory::~Directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> Directory::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& path, std::string_view bytes) {
  std::filesystem::remove(path);  // overwriting in place waits for the disk on some file systems
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string npy_bytes(int version, std::string_view dictionary, std::string_view numbers) {
  const std::size_t fixed = version == 1 ? 10 : 12;
  std::string header(dictionary);
  header.append(63 - (fixed + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += {static_cast<char>(version), '\0'};
  bytes += number_bytes(header.size(), version == 1 ? 2 : 4, ByteOrder::little);
  return bytes + header + std::string(numbers);
}

std::string dictionary(std::string_view descr, bool fortran_order, std::string_view shape) {
  return "{'descr': '" + std::string(descr) +
         "', 'fortran_order': " + (fortran_order ? "True" : "False") +
         ", 'shape': " + std::string(shape) + ", }";
}

void write_zeros(const std::string& path, std::uint64_t rows, std::uint64_t columns) {
  TableWriter writer(path, kFloat32, {rows, columns});
  const std::vector<std::uint64_t> row(columns);
  for (std::uint64_t r = 0; r < rows; ++r) writer.append(row);
  writer.finish();
}

std::string number_bytes(std::uint64_t bits, int size, ByteOrder order) {
  std::string bytes;
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(i < 8 ? bits >> (8 * i) & 0xff : 0);  // longer ones end in zeros
  if (order == ByteOrder::big) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

std::vector<std::uint64_t> patterns(const Table& table) {
  std::vector<std::uint64_t> bits(table.rows() * table.columns());
  table.read_rows(0, table.rows(), bits);
  return bits;
}

std::string error_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no Error";
  return "";
}

std::string error_of_opening(const std::string& path, const std::optional<Format>& given) {
  return error_of([&] { open_npy(path, given); });
}

pid_t start_child(const std::function<int()>& run) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  int status = 99;
  try {
    status = run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "child: %s\n", error.what());
  }
  std::fflush(nullptr);
  ::_exit(status);
}

int status_in_child(const std::function<int()>& run) {
  int status = 0;
  ::waitpid(start_child(run), &status, 0);
  return status;
}

int status_in_child_of_nobody(const std::function<int()>& run) {
  return status_in_child([&] {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && (::setgid(nobody) != 0 || ::setuid(nobody) != 0)) return 98;
    return run();
  });
}

}  // namespace sextant
