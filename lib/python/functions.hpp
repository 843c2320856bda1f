#pragma once

#include <pybind11/pybind11.h>

namespace sextant::python {

/// Each adds its functions to the module.
void add_value(pybind11::module_& module);
void add_table(pybind11::module_& module);
void add_verify(pybind11::module_& module);
void add_list(pybind11::module_& module);

}  // namespace sextant::python
