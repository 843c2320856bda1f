#include <fstream>
#include <string>
#include <thread>

#include <gnu/libc-version.h>
#include <sys/utsname.h>

#include "sextant/report/study.hpp"

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

/// glibc's own FMA and other variants differ in double sine and cosine: its version and the
/// processor's FMA belong to every figure.
nlohmann::json environment() {
  utsname system{};
  uname(&system);
  return {{"cpu", cpu_model()},
          {"cores", std::thread::hardware_concurrency()},
          {"os", std::string(system.sysname) + " " + system.release},
          {"compiler", compiler()},
          {"glibc", gnu_get_libc_version()},
          {"fma", __builtin_cpu_supports("fma") != 0}};
}

}  // namespace sextant
