#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "python/functions.hpp"
#include "python/plan.hpp"

namespace sextant::python {
namespace {

namespace py = pybind11;

/// The places of every block's columns in a row; empty if the block is the whole row.
std::vector<std::vector<std::size_t>> columns(const Plan& plan) {
  std::vector<std::vector<std::size_t>> found;
  for (const Plan::Block& block : plan.blocks()) found.push_back(block.columns);
  return found;
}

/// `memory` is contiguous and has the size of a block.
void fill(const Plan& plan, std::size_t block, const py::buffer& memory) {
  const py::buffer_info to = memory.request(true);
  const std::span<std::byte> bytes(static_cast<std::byte*>(to.ptr),
                                   static_cast<std::size_t>(to.size * to.itemsize));
  Watch watch;
  const py::gil_scoped_release unlocked;
  plan.fill(plan.blocks().at(block), bytes, watch);
}

}  // namespace

void add_table(py::module_& module) {
  py::class_<Plan>(module, "Plan")
      .def(py::init<const Arguments&>(), py::arg("arguments"))
      .def_property_readonly("rows", &Plan::rows)
      .def_property_readonly("columns", &Plan::columns)
      .def_property_readonly("format", [](const Plan& plan) { return plan.format().name(); })
      .def_property_readonly("integers", &Plan::integers)
      .def_property_readonly("turned", &Plan::transposed)
      .def_property_readonly("warnings", &Plan::warnings)
      .def_property_readonly("blocks", &columns)
      .def("fill", &fill, py::arg("block"), py::arg("memory"));
  module.def("table_names", &Plan::names);
}

}  // namespace sextant::python
