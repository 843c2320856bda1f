#include "sextant/verify/npy.hpp"

#include <memory>
#include <utility>

#include "sextant/verify/npy_array.hpp"
#include "sextant/verify/npy_beginning.hpp"

namespace sextant {

StoredArray read_npy_array(std::shared_ptr<InputFile> file) {
  NpyBeginning beginning = read_npy_beginning(*file);
  StoredArray array{.file = std::move(file),
                    .dtype = std::move(beginning.header.descr),
                    .type = std::move(beginning.type)};
  array.shape = std::move(beginning.header.shape);
  array.byte_order = beginning.byte_order;
  array.column_major = beginning.header.fortran_order;
  array.offset = beginning.offset;
  return array;
}

Table open_npy(const std::string& path, const std::optional<Format>& given, bool integers) {
  return table_of(read_npy_array(std::make_shared<InputFile>(path)), given, integers);
}

NpyVectors open_npy_vectors(const std::string& path, const std::optional<Format>& given,
                            const std::optional<Format>& of_patterns) {
  return vectors_of(read_npy_array(std::make_shared<InputFile>(path)), given, of_patterns);
}

}  // namespace sextant
