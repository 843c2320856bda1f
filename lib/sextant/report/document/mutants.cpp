#include "sextant/report/document/mutants.hpp"

#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {

nlohmann::json read_mutants(const std::string& path) {
  nlohmann::json mutants = read_result(path, "mutants", require_mutants);
  // What the campaign knows its own results again by.
  for (const char* list : {"mutants", "controls"}) {
    for (nlohmann::json& row : mutants[list]) {
      for (const char* key : {"digest", "program", "control"}) row.erase(key);
    }
  }
  return mutants;
}

}  // namespace sextant
