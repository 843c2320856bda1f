#include <fstream>
#include <string>
#include <thread>

#include <sys/utsname.h>

#include "sextant/recipe/bound/library.hpp"
#include "sextant/report/experiment/study.hpp"

namespace sextant {
namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

nlohmann::json environment() {
  const recipe::Library library = recipe::library();
  utsname system{};
  uname(&system);
  return {{"cpu", cpu_model()},
          {"cores", std::thread::hardware_concurrency()},
          {"os", std::string(system.sysname) + " " + system.release},
          {"compiler", compiler()},
          {"glibc", library.glibc},
          {"fma", library.fma}};
}

}  // namespace sextant
