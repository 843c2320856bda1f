// CUDA's float32 functions on arrays in device memory, for frameworks.py to compare with.
//
//   nvcc -O3 -arch=sm_90 -shared -Xcompiler -fPIC -o float_functions.so float_functions.cu

#include <cmath>

namespace {

template <class Function>
__global__ void apply(Function function, const float* x, const float* y, float* result,
                      long count) {
  const long stride = static_cast<long>(gridDim.x) * blockDim.x;
  for (long k = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x; k < count; k += stride)
    result[k] = function(x[k], y[k]);
}

template <class Function>
int applied(Function function, const float* x, const float* y, float* result, long count) {
  apply<<<132 * 8, 256>>>(function, x, y, result, count);
  const cudaError_t launch = cudaGetLastError(), run = cudaDeviceSynchronize();
  return static_cast<int>(launch != cudaSuccess ? launch : run);
}

}  // namespace

#define SEXTANT_ARRAY(name, EXPRESSION)                                                          \
  extern "C" int array_##name(const float* x, const float* y, float* result, long count) {       \
    return applied([] __device__(float x, [[maybe_unused]] float y) { return (EXPRESSION); }, x, \
                   y, result, count);                                                            \
  }

// Functions of one argument are given it twice.
SEXTANT_ARRAY(sin, sinf(x))
SEXTANT_ARRAY(cos, cosf(x))
SEXTANT_ARRAY(exp, expf(x))
SEXTANT_ARRAY(exp2, exp2f(x))
SEXTANT_ARRAY(log, logf(x))
SEXTANT_ARRAY(log2, log2f(x))
SEXTANT_ARRAY(reciprocal, 1 / x)
SEXTANT_ARRAY(pow, powf(x, y))
SEXTANT_ARRAY(quotient, x / y)
SEXTANT_ARRAY(fast_sin, __sinf(x))
SEXTANT_ARRAY(fast_cos, __cosf(x))
SEXTANT_ARRAY(fast_exp, __expf(x))
SEXTANT_ARRAY(fast_log, __logf(x))
SEXTANT_ARRAY(fast_log2, __log2f(x))
SEXTANT_ARRAY(fast_pow, __powf(x, y))
SEXTANT_ARRAY(fast_reciprocal, __fdividef(1, x))
SEXTANT_ARRAY(fast_quotient, __fdividef(x, y))
