// Measures how accurate the mathematical functions of CPU libraries are: glibc's, those of libmvec
// and SLEEF where the CPU has their instructions, and those of programs that write their results
// into pipes.  Writes cpu_<library>_<variant>.json files.
//
// float32 functions of one argument: every finite argument of the domain.  powf and the float64
// functions: arguments of rotary position encodings and random ones.  A search is never a bound.
//
// The unit is the ulp at the true value.  True values of float32 functions come from glibc's
// float64 functions, which are off by less than 1 ulp of float64: 2e-9 ulp of float32.  Those of
// float64 functions come from glibc's x87 functions, and from MPFR with 120 bits for each result
// that these leave undecided: near a midpoint, or within 2⁻⁹ ulp of the largest error so far.
// MPFR also checks samples of both references (`reference`), and gives the true values of maxima.
//
//   g++ -std=c++20 -O2 -ffp-contract=off -frounding-math -o cpu_functions cpu_functions.cpp
//   -pthread
//       -lmvec -lmpfr        # and -lsleef where SLEEF is installed
//   ./cpu_functions [--output FOLDER] [--functions sinf,cos,…] [--only PREFIX] [NAME=PIPE …]
//   ./cpu_functions --binades 24 …        # float32 arguments from 2⁻²⁴ to 2²⁴ only
//   ./cpu_functions --arguments sinf      # writes the arguments, raw; those of pow as pairs

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <mpfr.h>
#include <sys/platform/x86.h>

#include "cpu/arguments.h"
#include "cpu/errors.h"
#include "cpu/libraries.h"

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "cpu_functions: %s\n", message.c_str());
  std::exit(1);
}

std::string text(const char* format, auto... values) {
  char buffer[1024];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string result;
  for (const auto& part : parts) result += (result.empty() ? "" : separator) + part;
  return result;
}

/// Measures subjects with one plan, by as many threads as the machine has cores.
template <class T>
class Measurement {
 public:
  Measurement(const Plan<T>& plan, const std::vector<Subject<T>>& subjects)
      : plan_(plan), subjects_(subjects) {
    errors.assign(subjects.size(), std::vector<Pair>(plan.sets.size()));
    std::vector<std::thread> threads;
    for (unsigned k = 0; k < std::max(1U, std::thread::hardware_concurrency()); ++k)
      threads.emplace_back([this] { work(); });
    for (auto& thread : threads) thread.join();
  }

  std::vector<std::vector<Pair>> errors;  ///< by subject and set
  std::uint64_t checked = 0;
  double off = 0;

 private:
  /// The next block of indices, and the results that pipes have for it; false if none is left.
  bool claim(Block<T>& b) {
    const std::lock_guard lock(mutex_);
    if (set_ < plan_.sets.size() && at_ == plan_.sets[set_].count) ++set_, at_ = 0;
    if (set_ == plan_.sets.size()) return false;
    b.set = set_, b.first = at_;
    b.count = std::min<std::uint64_t>(kBlock, plan_.sets[set_].count - at_);
    at_ += b.count;
    for (std::size_t k = 0; k < subjects_.size(); ++k)
      if (subjects_[k].pipe != nullptr &&
          std::fread(b.piped[k].data(), sizeof(T), b.count, subjects_[k].pipe) != b.count)
        fail("the pipe of " + subjects_[k].document + " ends too early");
    return true;
  }

  void work() {
    Block<T> b;
    b.kind = plan_.kind;
    b.piped.assign(subjects_.size(), std::vector<T>(kBlock));
    auto mine = errors;
    for (auto& list : mine) list.assign(plan_.sets.size(), {});
    while (claim(b)) {
      b.read(plan_.sets[b.set]);
      for (std::size_t k = 0; k < subjects_.size(); ++k) {
        const Subject<T>& s = subjects_[k];
        if (s.pipe == nullptr)
          s.array(b.x.data(), b.y.data(), b.result.data(), (b.count + 15) / 16 * 16);
        b.score(s, s.pipe == nullptr ? b.result.data() : b.piped[k].data(), mine[k][b.set]);
      }
    }
    const std::lock_guard lock(mutex_);
    checked += b.checked, off = std::max(off, b.off);
    for (std::size_t k = 0; k < mine.size(); ++k)
      for (std::size_t s = 0; s < mine[k].size(); ++s) {
        errors[k][s].normal.merge(mine[k][s].normal);
        errors[k][s].subnormal.merge(mine[k][s].subnormal);
      }
  }

  const Plan<T>& plan_;
  const std::vector<Subject<T>>& subjects_;
  std::mutex mutex_;
  std::size_t set_ = 0;
  std::uint64_t at_ = 0;
};

// ------------------------------------------------------------------------------------------------
// JSON

/// The place of x among the numbers of its format, counted from 0.
template <class T>
std::int64_t ordinal(T x) {
  using Bits = std::conditional_t<kDouble<T>, std::int64_t, std::int32_t>;
  const auto size = std::bit_cast<Bits>(std::fabs(x));
  return std::signbit(x) ? -size : size;
}

/// `"key": {…}, ` of a maximum, with its true value by MPFR; empty if there is none.
template <class T>
std::string member(const char* key, Kind kind, const Worst& w) {
  if (w.size < 0) return "";
  const Number truth = Mpfr()(kind, w.x, w.y);
  const double absolute = std::fabs(w.value - truth.hi - truth.lo);
  const auto steps = ordinal(static_cast<T>(w.value)) - ordinal(static_cast<T>(truth.hi));
  std::string result = text("\"%s\": {", key);
  if (std::isfinite(w.value))
    result += text(R"("ulp": %.9g, "absolute": %.9g, "steps": %lld, )",
                   absolute * inverse_ulp<T>(truth.hi), absolute,
                   static_cast<long long>(std::abs(steps)));
  result += text("\"at\": [\"%a\"", w.x) + (kind == kPow ? text(", \"%a\"", w.y) : "");
  result += text("], \"value\": \"%a\", \"truth\": [\"%a\"", w.value, truth.hi);
  return result + (kDouble<T> ? text(", \"%a\"]}, ", truth.lo) : "]}, ");
}

template <class T>
std::string slice(const Plan<T>& plan, const Slice& slice, const std::vector<Pair>& errors) {
  Errors e;
  for (const std::size_t set : slice.sets) {
    e.merge(errors[set].normal);
    if (slice.subnormal) e.merge(errors[set].subnormal);
  }
  const auto count = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  return text(R"(      {"slice": "%s", "count": %llu, )", slice.label.c_str(), count(e.count)) +
         member<T>("max_ulp", plan.kind, e.ulps) +
         member<T>("max_absolute", plan.kind, e.absolute) +
         member<T>("not_finite_at", plan.kind, e.not_finite_at) +
         text(R"("incorrectly_rounded": %llu, "undecided": %llu, "overflows": %llu, )"
              R"("overflows_missed": %llu, "not_finite": %llu, "flushed_to_zero": %llu, )"
              R"("beyond_documented": %llu})",
              count(e.incorrect), count(e.undecided), count(e.overflows), count(e.overflows_missed),
              count(e.not_finite), count(e.flushed), count(e.beyond));
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

/// Where in its library the implementation is that the dynamic linker chose for this CPU.
std::string implementation(const std::string& name) {
  Dl_info info{};
  void* const address = dlsym(RTLD_DEFAULT, name.c_str());
  if (address == nullptr || dladdr(address, &info) == 0) return "";
  return text(
      "\"%s\": \"0x%zx\"", name.c_str(),
      static_cast<std::size_t>(static_cast<char*>(address) - static_cast<char*>(info.dli_fbase)));
}

std::string heading(const std::string& document) {
  const char* tunables = std::getenv("GLIBC_TUNABLES");
  std::vector<std::string> places;
  for (const std::string name : kNames)
    places.push_back(implementation(name + "f")), places.push_back(implementation(name));
  std::string result = text(
      "  \"name\": \"%s\",\n  \"program\": \"reports/libraries/cpu_functions.cpp\",\n"
      "  \"compiler\": \"g++ %s\",\n  \"glibc\": \"%s\",\n  \"glibc_tunables\": \"%s\",\n"
      "  \"cpu\": \"%s\",\n  \"glibc_uses\": {\"AVX2\": %s, \"FMA\": %s, \"AVX512DQ\": %s},\n",
      document.c_str(), __VERSION__, gnu_get_libc_version(), tunables == nullptr ? "" : tunables,
      cpu_model().c_str(), CPU_FEATURE_ACTIVE(AVX2) ? "true" : "false",
      CPU_FEATURE_ACTIVE(FMA) ? "true" : "false", CPU_FEATURE_ACTIVE(AVX512DQ) ? "true" : "false");
#ifdef SEXTANT_SLEEF
  if (document.starts_with("sleef"))
    result += text("  \"sleef\": \"%d.%d.%d\",\n", SLEEF_VERSION_MAJOR, SLEEF_VERSION_MINOR,
                   SLEEF_VERSION_PATCHLEVEL);
#endif
  return result + "  \"offsets_in_libm\": {" + joined(places, ", ") + "},\n" +
         text("  \"unit\": \"ulp of the result's format at the true value\",\n  \"seed\": %llu,\n",
              static_cast<unsigned long long>(kSeed));
}

// ------------------------------------------------------------------------------------------------

struct Options {
  std::string output = ".", only, arguments;
  std::vector<std::string> functions;
  std::map<std::string, std::FILE*> pipes;
  Interval domain{"all", 0, std::numeric_limits<float>::max()};
};

/// Documented largest errors of the functions that pipes have; 0 if unknown.  NumPy's, rounded up:
/// numpy/numpy#13368 (sin, cos), #13134 (exp, log), #19478 (others).
double documented(const std::string& document, Kind kind, bool float32) {
  if (!document.starts_with("numpy")) return 0;
  if (!float32 || kind == kExp2 || kind == kLog2 || kind == kPow) return 4;
  return kind == kExp ? 2.525 : kind == kLog ? 3.835 : 1.495;
}

template <class T>
std::vector<Subject<T>> chosen_subjects(const Options& options, Kind kind) {
  std::vector<Subject<T>> result;
  for (const auto& [name, pipe] : options.pipes)
    result.push_back({name, kind, documented(name, kind, !kDouble<T>), nullptr, pipe});
  for (Subject<T> s : registry<T>()) {
    if (s.document == "glibc")
      s.document =
          CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(FMA) ? "glibc_fma" : "glibc_no_fma";
    if (options.pipes.empty() && s.kind == kind && s.document.starts_with(options.only))
      result.push_back(s);
  }
  return result;
}

using Documents = std::map<std::string, std::vector<std::string>>;

template <class T>
void measure(const Options& options, const std::string& name, Kind kind, Documents& documents) {
  const auto plan = plan_of<T>(kind, options.domain);
  const auto subjects = chosen_subjects<T>(options, kind);
  const Measurement<T> found(plan, subjects);
  for (std::size_t k = 0; k < subjects.size(); ++k) {
    std::vector<std::string> slices;
    for (const auto& s : plan.slices) slices.push_back(slice(plan, s, found.errors[k]));
    const std::string bound =
        subjects[k].documented == 0 ? "null" : text("%g", subjects[k].documented);
    documents[subjects[k].document].push_back(
        text(R"(    {"name": "%s", "format": "%s", "method": "%s", "documented_ulp": %s,)",
             name.c_str(), kDouble<T> ? "float64" : "float32", plan.method, bound.c_str()) +
        text("\n     \"reference\": {\"checked\": %llu, \"largest_error_ulp\": %.3g},",
             static_cast<unsigned long long>(found.checked), found.off) +
        "\n     \"slices\": [\n" + joined(slices, ",\n") + "]}");
  }
  for (const auto& [document, functions] : documents)
    std::ofstream(options.output + "/cpu_" + document + ".json")
        << "{\n"
        << heading(document) << "  \"functions\": [\n"
        << joined(functions, ",\n") << "]\n}\n";
}

template <class T>
void write_arguments(const Options& options, Kind kind) {
  std::vector<T> words;
  for (const auto& set : plan_of<T>(kind, options.domain).sets)
    for (std::uint64_t k = 0; k < set.count;) {
      words.clear();
      for (; k < set.count && words.size() < 2 * kBlock; ++k) {
        const Two<T> a = set.argument(set.first + k);
        words.push_back(a.x);
        if (kind == kPow) words.push_back(a.y);
      }
      if (std::fwrite(words.data(), sizeof(T), words.size(), stdout) != words.size()) return;
    }
}

Options parsed(int count, char** words) {
  Options result;
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k], next = k + 1 < count ? words[k + 1] : "";
    if (word == "--output")
      result.output = next, ++k;
    else if (word == "--only")
      result.only = next, ++k;
    else if (word == "--arguments")
      result.arguments = next, ++k;
    else if (word == "--binades") {
      const int e = std::atoi(next.c_str());
      result.domain = {text("2^-%d <= |x| <= 2^%d", e, e), std::ldexp(1.0F, -e),
                       std::ldexp(1.0F, e)};
      ++k;
    } else if (word == "--functions") {
      for (std::size_t from = 0, to; from <= next.size(); from = to + 1) {
        to = std::min(next.find(',', from), next.size());
        result.functions.push_back(next.substr(from, to - from));
      }
      ++k;
    } else if (const auto split = word.find('='); split != std::string::npos) {
      std::FILE*& pipe = result.pipes[word.substr(0, split)] =
          std::fopen(word.substr(split + 1).c_str(), "rb");
      if (pipe == nullptr) fail("cannot open " + word.substr(split + 1));
    } else {
      fail("unknown word " + word + "; the head of cpu_functions.cpp lists the options");
    }
  }
  if (result.functions.empty())
    for (const std::string suffix : {"f", ""})
      for (const std::string name : kNames) result.functions.push_back(name + suffix);
  return result;
}

/// Calls visit.operator()<T>(kind) for a function's name, sinf or sin.
template <class Visitor>
void with_function(const std::string& name, const Visitor& visit) {
  for (const Kind kind : {kSin, kCos, kExp, kExp2, kLog, kLog2, kPow}) {
    if (name == std::string(kNames[kind]) + "f") return visit.template operator()<float>(kind);
    if (name == kNames[kind]) return visit.template operator()<double>(kind);
  }
  fail("unknown function " + name);
}

}  // namespace

int main(int count, char** words) {
  const Options options = parsed(count, words);
  if (!options.arguments.empty()) {
    with_function(options.arguments,
                  [&]<class T>(Kind kind) { write_arguments<T>(options, kind); });
    return 0;
  }
  Documents documents;
  for (const auto& name : options.functions) {
    with_function(name, [&]<class T>(Kind kind) { measure<T>(options, name, kind, documents); });
    std::fprintf(stderr, "%s\n", name.c_str());
  }
}
