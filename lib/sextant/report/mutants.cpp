#include "sextant/report/mutants.hpp"

#include "sextant/report/result_file.hpp"
#include "sextant/report/schema.hpp"

namespace sextant {

nlohmann::json read_mutants(const std::string& path) {
  return read_result(path, "mutants", require_mutants);
}

}  // namespace sextant
