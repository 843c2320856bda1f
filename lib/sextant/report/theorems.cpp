#include "sextant/report/theorems.hpp"

#include "sextant/report/result_file.hpp"
#include "sextant/report/schema.hpp"

namespace sextant {

nlohmann::json read_theorems(const std::string& path) {
  return read_result(path, "theorems", require_theorems);
}

}  // namespace sextant
