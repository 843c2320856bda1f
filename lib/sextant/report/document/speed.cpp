#include "sextant/report/document/speed.hpp"

#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {

nlohmann::json read_speed(const std::string& path) {
  return read_result(path, "speeds", require_speed);
}

}  // namespace sextant
