#include "sextant/report/document/theorems.hpp"

#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {

nlohmann::json read_theorems(const std::string& path) {
  return read_result(path, "theorems", require_theorems);
}

}  // namespace sextant
