#include <nlohmann/json.hpp>
#include <pybind11/pybind11.h>

#include "python/functions.hpp"
#include "tool/options/inventory.hpp"

namespace sextant::python {

void add_list(pybind11::module_& module) {
  module.def("inventory", [](const std::string& what) { return tool::inventory(what).dump(); });
}

}  // namespace sextant::python
