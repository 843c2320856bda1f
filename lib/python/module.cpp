#include <pybind11/pybind11.h>

#include "python/functions.hpp"
#include "python/watch.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/version.hpp"

namespace {

/// Python knows the exception already.
void pass_on(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const sextant::python::Interrupted&) {
  }
}

}  // namespace

PYBIND11_MODULE(_sextant, module) {
  module.doc() = "What the package sextant is made of; nothing here is for its users.";
  module.attr("version") = std::string(sextant::version());
  pybind11::register_exception<sextant::Error>(module, "Error", PyExc_ValueError);
  pybind11::register_exception_translator(&pass_on);
  sextant::python::add_value(module);
  sextant::python::add_table(module);
  sextant::python::add_verify(module);
  sextant::python::add_list(module);
}
