#include <iostream>

#include "sextant/version.hpp"

int main() { std::cout << sextant::version() << '\n'; }
