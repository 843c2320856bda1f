#include "sextant/report/speed.hpp"

#include "sextant/report/result_file.hpp"
#include "sextant/report/schema.hpp"

namespace sextant {

nlohmann::json read_speed(const std::string& path) {
  return read_result(path, "speeds", require_speed);
}

}  // namespace sextant
