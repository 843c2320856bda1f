// Measures how accurate CUDA's mathematical functions are, and writes a JSON document to stdout.
//
// float32 functions of one argument: every argument of the finite domain.  powf, division and the
// float64 functions: the pairs or arguments of rotary position encodings, and random ones.
//
// The unit is the ulp at the true value.  True values of float32 functions come from CUDA's float64
// functions.  This program searches for the errors of those too, and found none above 1.6 ulp of
// float64, which is 3e-9 ulp of float32.
// True values of float64 functions have some 100 bits (cuda/double_double.cuh).
//
//   nvcc -O3 -std=c++20 -arch=sm_90 -o cuda_functions cuda_functions.cu
//   ./cuda_functions --flags "-O3 -arch=sm_90" --driver 580.159.04 >cuda_h100.json

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cuda/arguments.cuh"
#include "cuda/double_double.cuh"
#include "cuda/errors.cuh"
#include "cuda/functions.cuh"

namespace cuda_functions {
namespace {

// ------------------------------------------------------------------------------------------------
// Experiments: a function and its arguments, by index

__device__ double wide(float x) { return widened(__float_as_uint(x)); }
__device__ double wide(double x) { return x; }
__device__ TwoDoubles wide(Two x) { return {wide(x.x), wide(x.y)}; }
__device__ TwoDoubles wide(TwoDoubles x) { return x; }

template <class F, class Arguments>
struct Experiment {
  using Function = F;
  Arguments argument;
  template <class T>
  static __device__ auto truth(T x) {
    return F::truth(wide(x));
  }
};

__device__ void record(Witness& w, TwoDoubles x) { w.x = x.x, w.y = x.y; }
__device__ void record(Witness& w, double x) { w.x = x; }
__device__ void record_truth(Witness& w, double x) { w.truth = x; }
__device__ void record_truth(Witness& w, double_double::Number x) {
  w.truth = x.hi, w.truth_low = x.lo;
}

template <class E>
__global__ void witness(E experiment, std::uint32_t index, std::uint32_t count, Witness* result) {
  for (std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x; k < count;
       k += gridDim.x * blockDim.x) {
    const auto x = experiment.argument(index + k);
    const auto value = E::Function::value(x);
    const auto truth = E::truth(x);
    record(result[k], wide(x));
    record_truth(result[k], truth);
    result[k].value = wide(value);
    result[k].score = score(value, truth);
  }
}

// ------------------------------------------------------------------------------------------------
// The host's side

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "cuda_functions: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// Memory on the device, freed with its owner.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& values) : size_(values.size()) {
    check(cudaMalloc(&data_, size_ * sizeof(T)));
    check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }
  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::vector<T> read() const {
    std::vector<T> result(size_);
    check(cudaMemcpy(result.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return result;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

constexpr int kThreads = 256, kBlocks = 132 * 8;

/// Indices that are measured together.
struct Range {
  std::uint64_t first = 0, count = 0;
};

template <class E>
std::vector<Pair> errors_of(const E& experiment, const std::vector<Range>& ranges) {
  const DeviceArray<Pair> result(std::vector<Pair>(ranges.size()));
  for (std::size_t k = 0; k < ranges.size(); ++k)
    measure<<<kBlocks, kThreads>>>(experiment, ranges[k].first, ranges[k].count, result.data() + k);
  check(cudaGetLastError());
  return result.read();
}

template <class E>
std::vector<Witness> witnesses_of(const E& experiment, std::uint32_t first, std::uint32_t count) {
  const DeviceArray<Witness> result{std::vector<Witness>(count)};
  witness<<<64, kThreads>>>(experiment, first, count, result.data());
  check(cudaGetLastError());
  return result.read();
}

std::string text(const char* format, auto... values) {
  std::array<char, 512> buffer;
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

template <class F>
constexpr bool kTwoArguments =
    std::is_same_v<typename F::Of, Two> || std::is_same_v<typename F::Of, TwoDoubles>;
template <class F>
constexpr bool kFloat64 =
    std::is_same_v<typename F::Of, double> || std::is_same_v<typename F::Of, TwoDoubles>;

/// One result, its arguments and its true value as hexadecimal numbers; the errors are null if the
/// result is no number.
template <class E>
std::string described(const E& experiment, std::uint64_t maximum) {
  const auto index = static_cast<std::uint32_t>(maximum);
  const Witness w = witnesses_of(experiment, index, 1)[0];
  std::string at = text("\"%a\"", w.x), truth = text("\"%a\"", w.truth);
  if (kTwoArguments<typename E::Function>) at += text(", \"%a\"", w.y);
  if (kFloat64<typename E::Function>) truth += text(", \"%a\"", w.truth_low);
  const std::string errors =
      w.score.not_finite ? R"("ulp": null, "absolute": null, "steps": null)"
                         : text(R"("ulp": %.9g, "absolute": %.9g, "steps": %llu)", w.score.ulps,
                                w.score.absolute, static_cast<unsigned long long>(w.score.steps));
  return errors + ", \"at\": [" + at + text("], \"value\": \"%a\", \"truth\": [", w.value) + truth +
         "]";
}

/// `"key": {…}, ` of a maximum; nothing if there is none.
template <class E>
std::string member(const char* key, const E& experiment, std::uint64_t maximum) {
  if (maximum >> 32 == 0) return "";
  return text("\"%s\": {", key) + described(experiment, maximum) + "}, ";
}

template <class E>
std::string slice(const std::string& label, const E& experiment, const Errors& e) {
  return text(R"(      {"slice": "%s", "count": %llu, )", label.c_str(), e.count) +
         member("max_ulp", experiment, e.ulps) + member("max_absolute", experiment, e.absolute) +
         member("max_steps", experiment, e.steps) +
         member("not_finite_at", experiment, e.not_finite_at) +
         member("beyond_documented_at", experiment, e.beyond_documented_at) +
         text(R"("incorrectly_rounded": %llu, "undecided": %llu, "overflows": %llu, )"
              R"("overflows_missed": %llu, "not_finite": %llu, "flushed_to_zero": %llu, )"
              R"("beyond_documented": %llu})",
              e.incorrect, e.undecided, e.overflows, e.overflows_missed, e.not_finite, e.flushed,
              e.beyond_documented);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string result;
  for (const auto& part : parts) result += (result.empty() ? "" : ",\n") + part;
  return result;
}

template <class F>
std::string function(const char* method, const std::string& more) {
  return text(R"(    {"name": "%s", "format": "%s", "method": "%s",)", F::name.data(),
              kFloat64<F> ? "float64" : "float32", method) +
         "\n" + more + "}";
}

// ------------------------------------------------------------------------------------------------
// Every float32

std::uint32_t bits_of_float(float x) {
  std::uint32_t result = 0;
  std::memcpy(&result, &x, sizeof result);
  return result;
}

/// Sizes |x|, as bits, with both ends.
struct Interval {
  std::string label;
  std::uint32_t first = 0, last = 0;
};

constexpr std::uint32_t kInfinity = 0x7f800000;

/// The domain of a function of one argument, and the parts that have maxima of their own.
struct Domain {
  bool negative = true;     ///< negative arguments belong to it
  std::uint32_t first = 0;  ///< the least |x|, as bits
  std::vector<Interval> slices;
  /// Where the largest error is beyond 16 ulp, those of |x| in [2ᵉ, 2ᵉ⁺¹) are written for e in this
  /// range.
  int binades_from = 0, binades_to = 0;
};

/// The beginnings of ranges of |x|: binades, and the ends of intervals of interest.
std::vector<std::uint32_t> cuts(const Domain& domain) {
  std::vector<std::uint32_t> result{domain.first};
  for (std::uint32_t e = 1; e < 256; ++e) result.push_back(e << 23);
  for (const auto& s : domain.slices) result.insert(result.end(), {s.first, s.last + 1});
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Errors merged(const std::vector<Range>& ranges, const std::vector<Pair>& errors,
              std::uint32_t first, std::uint32_t last, bool subnormal) {
  Errors result;
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    const std::uint32_t size = ranges[k].first & 0x7fffffff;
    if (size < first || size > last) continue;
    merge_on_host(result, errors[k].normal);
    if (subnormal) merge_on_host(result, errors[k].subnormal);
  }
  return result;
}

template <class F>
std::string exhaustive(const Domain& domain) {
  const Experiment<F, EveryFloat> experiment{};
  const auto starts = cuts(domain);
  std::vector<Range> ranges;
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    ranges.push_back({starts[k], starts[k + 1] - starts[k]});
    if (domain.negative) ranges.push_back({starts[k] | 0x80000000, starts[k + 1] - starts[k]});
  }
  const auto errors = errors_of(experiment, ranges);
  std::vector<std::string> slices;
  const Errors all = merged(ranges, errors, 0, kInfinity, true);
  slices.push_back(slice("all", experiment, all));
  slices.push_back(
      slice("normal results", experiment, merged(ranges, errors, 0, kInfinity, false)));
  for (const auto& s : domain.slices)
    slices.push_back(slice(s.label + ", normal results", experiment,
                           merged(ranges, errors, s.first, s.last, false)));
  std::string result = "     \"slices\": [\n" + joined(slices) + "]";
  if (all.ulps >> 32 <= bits_of_float(16)) return function<F>("exhaustive", result);
  std::vector<std::string> binades;
  for (int e = domain.binades_from; e < domain.binades_to; ++e) {
    const std::uint32_t first = static_cast<std::uint32_t>(e + 127) << 23;
    const Errors found = merged(ranges, errors, first, first + 0x7fffff, false);
    std::string maxima = member("max_ulp", experiment, found.ulps) +
                         member("max_absolute", experiment, found.absolute);
    binades.push_back(text("      {\"exponent\": %d, ", e) + maxima.substr(0, maxima.size() - 2) +
                      "}");
  }
  if (!binades.empty()) result += ",\n     \"binades\": [\n" + joined(binades) + "]";
  return function<F>("exhaustive", result);
}

Domain waves() {
  return {true,
          0,
          {{"|x| <= pi", 0, bits_of_float(kBelowPi)},
           {"|x| <= 105615", 0, bits_of_float(105615)},
           {"|x| <= 2^20", 0, bits_of_float(0x1p20F)}},
          -12,
          24};
}
Domain exponentials() {
  return {true, 0, {{"|x| <= 1", 0, bits_of_float(1)}, {"|x| <= 25", 0, bits_of_float(25)}}};
}
Domain logarithms() {
  return {false,
          1,
          {{"x < 0.5", 1, bits_of_float(0.5F) - 1},
           {"0.5 <= x <= 2", bits_of_float(0.5F), bits_of_float(2)},
           {"x > 2", bits_of_float(2) + 1, kInfinity - 1},
           {"x >= 2^-126", 0x800000, kInfinity - 1}}};
}
Domain reciprocals() {
  return {true, 1, {{"2^-126 <= |x| <= 2^126", 0x800000, bits_of_float(0x1p126F)}}};
}

// ------------------------------------------------------------------------------------------------
// Lists and searches

/// Indices from 0 on, in ranges of 2³² at most: an experiment's index has 32 bits.
Errors all_of(const std::vector<Pair>& errors) {
  Errors result;
  for (const auto& pair : errors) {
    merge_on_host(result, pair.normal);
    merge_on_host(result, pair.subnormal);
  }
  return result;
}

template <class F, class Arguments>
std::string set(const std::string& label, const Arguments& arguments, std::uint64_t count) {
  const Experiment<F, Arguments> experiment{arguments};
  return slice(label, experiment, all_of(errors_of(experiment, {{0, count}})));
}

template <class F>
std::string sets(const std::vector<std::string>& slices) {
  return function<F>("search", "     \"slices\": [\n" + joined(slices) + "]");
}

constexpr std::uint64_t kRandomPairs = 1'000'000'000;
constexpr std::uint64_t kRandom = std::uint64_t{1} << 32;

template <class F>
std::string measured_powers(const DeviceArray<Two>& powers, const DeviceArray<Two>& ratios) {
  return sets<F>({set<F>("rotary: base^(+-2i/d)", Listed<Two>{powers.data()}, powers.size()),
                  set<F>("rotary: (base^(-2/d))^i", Listed<Two>{ratios.data()}, ratios.size()),
                  set<F>("random: 1 <= x <= 1e8, |y| <= 1", RandomPowers{kSeed}, kRandomPairs)});
}

template <class F>
std::string measured_quotients(const DeviceArray<Two>& quotients) {
  return sets<F>({set<F>("rotary: 2i/d", Listed<Two>{quotients.data()}, quotients.size()),
                  set<F>("random: 2^-60 <= x, y < 2^60", RandomQuotients{kSeed}, kRandomPairs)});
}

template <class F>
std::string measured_waves(const DeviceArray<double>& frequencies) {
  return sets<F>(
      {set<F>("rotary: p*base^(-2i/128), p < 2^20", Angles{frequencies.data()},
              frequencies.size() << 20),
       set<F>("random: |x| <= pi",
              RandomUniform{kSeed, -0x1.921fb54442d18p+1, 0x1.921fb54442d18p+1}, kRandom),
       set<F>("random: 2^-30 <= x < 2^20", RandomSizes{kSeed + 1, -30, 20}, kRandom),
       set<F>("random: 2^20 <= x < 2^30", RandomSizes{kSeed + 2, 20, 30}, kRandom)});
}

template <class F>
std::string measured_exponential(const DeviceArray<double>& exponents, double low, double high) {
  return sets<F>(
      {set<F>("rotary: -(2i/d)*ln(base)", Listed<double>{exponents.data()}, exponents.size()),
       set<F>("random: |x| <= 20", RandomUniform{kSeed, -20, 20}, kRandom),
       set<F>(text("random: %g <= x < %g", low, high), RandomUniform{kSeed + 1, low, high},
              kRandom)});
}

template <class F>
std::string measured_logarithm() {
  return sets<F>(
      {set<F>("random: 0.5 <= x < 2", RandomUniform{kSeed, 0.5, 2}, kRandom),
       set<F>("random: 1 <= x < 2^30", RandomSizes{kSeed + 1, 0, 30}, kRandom),
       set<F>("random: 2^-1000 <= x < 2^1000", RandomSizes{kSeed + 2, -1000, 1000}, kRandom)});
}

template <class F>
std::string measured_double_powers(const DeviceArray<TwoDoubles>& powers) {
  return sets<F>({set<F>("rotary: base^(+-2i/d)", Listed<TwoDoubles>{powers.data()}, powers.size()),
                  set<F>("random: 1 <= x <= 1e8, |y| <= 1", RandomDoublePowers{kSeed}, kRandom)});
}

std::vector<std::string> functions_of_one_float() {
  return {exhaustive<Sinf>(waves()),
          exhaustive<Cosf>(waves()),
          exhaustive<SincosfSine>(waves()),
          exhaustive<SincosfCosine>(waves()),
          exhaustive<FastSinf>(waves()),
          exhaustive<FastCosf>(waves()),
          exhaustive<FastSincosfSine>(waves()),
          exhaustive<FastSincosfCosine>(waves()),
          exhaustive<Expf>(exponentials()),
          exhaustive<FastExpf>(exponentials()),
          exhaustive<Exp2f>(exponentials()),
          exhaustive<FastExp2f>(exponentials()),
          exhaustive<Logf>(logarithms()),
          exhaustive<FastLogf>(logarithms()),
          exhaustive<Log2f>(logarithms()),
          exhaustive<FastLog2f>(logarithms()),
          exhaustive<Reciprocal>(reciprocals()),
          exhaustive<FastReciprocal>(reciprocals())};
}

std::vector<std::string> functions_of_two_floats() {
  const DeviceArray<Two> powers(rotary_powers()), ratios(rotary_ratios()),
      quotients(rotary_quotients());
  return {measured_powers<Powf>(powers, ratios), measured_powers<FastPowf>(powers, ratios),
          measured_quotients<Division>(quotients), measured_quotients<FastDivision>(quotients)};
}

std::vector<std::string> functions_of_doubles() {
  const DeviceArray<double> frequencies(rotary_frequencies()), exponents(rotary_exponents());
  const DeviceArray<TwoDoubles> powers(rotary_double_powers());
  return {measured_waves<Sin>(frequencies),
          measured_waves<Cos>(frequencies),
          measured_waves<SincosSine>(frequencies),
          measured_waves<SincosCosine>(frequencies),
          measured_exponential<Exp>(exponents, -600, 700),
          measured_exponential<Exp2>(exponents, -900, 1020),
          measured_logarithm<Log>(),
          measured_logarithm<Log2>(),
          measured_double_powers<Pow>(powers)};
}

// ------------------------------------------------------------------------------------------------
// What the compiler did to subnormals

__global__ void subnormals(const float* x, std::uint32_t* result) {
  result[0] = __float_as_uint(x[0] + x[1]);
  result[1] = __float_as_uint(x[0] * x[2]);
  result[2] = __float_as_uint(x[3] * x[4]);
}

/// Whether sums and products of subnormals, and products that are subnormal, become 0.
std::string flushes() {
  const DeviceArray<float> x(std::vector<float>{0x1p-130F, 0, 1, 0x1p-126F, 0.5F});
  const DeviceArray<std::uint32_t> result(std::vector<std::uint32_t>(3));
  subnormals<<<1, 1>>>(x.data(), result.data());
  check(cudaGetLastError());
  const auto bits = result.read();
  const auto word = [&](int k) {
    return bits[static_cast<std::size_t>(k)] == 0 ? "true" : "false";
  };
  return text(R"({"subnormal + 0": %s, "subnormal * 1": %s, "2^-126 * 0.5": %s})", word(0), word(1),
              word(2));
}

// ------------------------------------------------------------------------------------------------
// References, to be checked by another program (check_references.py)

template <class F, class Arguments>
void print_references(const Arguments& arguments, std::uint32_t count) {
  for (const auto& w : witnesses_of(Experiment<F, Arguments>{arguments}, 0, count))
    std::printf("%s %a %a %a %a\n", F::name.data(), w.x, w.y, w.truth, w.truth_low);
}

void print_all_references(std::uint32_t count) {
  const DeviceArray<double> frequencies(rotary_frequencies());
  const RandomSizes sizes{kSeed + 1, -30, 30};
  print_references<Sin>(sizes, count);
  print_references<Cos>(sizes, count);
  print_references<Sin>(Angles{frequencies.data() + 70}, count);
  print_references<Exp>(RandomUniform{kSeed, -600, 700}, count);
  print_references<Exp2>(RandomUniform{kSeed, -900, 1020}, count);
  print_references<Log>(RandomUniform{kSeed, 0.5, 2}, count);
  print_references<Log2>(RandomSizes{kSeed, -1000, 1000}, count);
  print_references<Pow>(RandomDoublePowers{kSeed}, count);
}

// ------------------------------------------------------------------------------------------------

struct Options {
  std::string flags = "unknown", driver = "unknown";
  std::uint32_t references = 0;
};

Options options(int count, char** words) {
  Options result;
  for (int k = 1; k + 1 < count; k += 2) {
    const std::string_view word = words[k];
    if (word == "--flags") result.flags = words[k + 1];
    if (word == "--driver") result.driver = words[k + 1];
    if (word == "--references")
      result.references = static_cast<std::uint32_t>(std::atoi(words[k + 1]));
  }
  return result;
}

std::string heading(const Options& options) {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  int runtime = 0;
  check(cudaRuntimeGetVersion(&runtime));
  return text(
             "  \"name\": \"cuda\",\n  \"program\": \"reports/libraries/cuda_functions.cu\",\n"
             "  \"compiler\": \"nvcc %d.%d.%d\",\n  \"host_compiler\": \"g++ %s\",\n",
             __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__, __VERSION__) +
         text(
             "  \"runtime\": %d,\n  \"driver\": \"%s\",\n  \"device\": \"%s\",\n"
             "  \"compute_capability\": \"%d.%d\",\n  \"flags\": \"%s\",\n",
             runtime, options.driver.c_str(), device.name, device.major, device.minor,
             options.flags.c_str()) +
         text(
             "  \"unit\": \"ulp of the result's format at the true value\",\n"
             "  \"seed\": %llu,\n  \"flushes_to_zero\": %s,\n",
             static_cast<unsigned long long>(kSeed), flushes().c_str());
}

}  // namespace
}  // namespace cuda_functions

int main(int count, char** words) {
  using namespace cuda_functions;
  const Options chosen = options(count, words);
  if (chosen.references != 0) {
    print_all_references(chosen.references);
    return 0;
  }
  std::vector<std::string> functions = functions_of_one_float();
  for (auto& f : functions_of_two_floats()) functions.push_back(f);
  for (auto& f : functions_of_doubles()) functions.push_back(f);
  std::printf("{\n%s  \"functions\": [\n%s]\n}\n", heading(chosen).c_str(),
              joined(functions).c_str());
}
