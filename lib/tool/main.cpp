#include <fmt/core.h>

#include "sextant/version.hpp"

int main() { fmt::print("sextant {}\n", sextant::version()); }
