// Rotary tables by a kernel that computes its angles as llama.cpp's CUDA backend does.
//
// That backend is compiled with -use_fast_math; this file is compiled with and without it:
//
//   nvcc -O3 -arch=sm_90 -use_fast_math -shared -Xcompiler -fPIC -o rope_fast.so rope_kernel.cu

#include <cmath>
#include <cstddef>

namespace {

/// How a pair's frequency is computed: as a power of the ratio of two neighbours, which the host
/// computes and llama.cpp uses, or as a power of the base.
enum class Power { of_ratio, of_base };

struct Table {
  float base, ratio;
  int pairs;
  Power power;
};

/// The angle of position p and pair i, in float32.
__device__ float angle(const Table& t, int p, int i) {
  if (t.power == Power::of_ratio) return p * powf(t.ratio, static_cast<float>(i));
  return p * powf(t.base, -2.0F * i / (2 * t.pairs));
}

__global__ void fill(Table t, const int* positions, float* cosines, float* sines) {
  const int i = threadIdx.x, row = blockIdx.x;
  const float theta = angle(t, positions[row], i);
  cosines[row * t.pairs + i] = cosf(theta);
  sines[row * t.pairs + i] = sinf(theta);
}

}  // namespace

/// Fills rows × width/2 cosines and sines, one column a pair.  Returns a CUDA error code, 0 if
/// none.
extern "C" int rope_tables(float base, int width, int of_ratio, const int* positions, int rows,
                           float* cosines, float* sines) {
  const Table table{base, powf(base, -2.0F / width), width / 2,
                    of_ratio != 0 ? Power::of_ratio : Power::of_base};
  const std::size_t size = static_cast<std::size_t>(rows) * table.pairs * sizeof(float);
  int* on_device = nullptr;
  float* results = nullptr;
  cudaMalloc(&on_device, rows * sizeof(int));
  cudaMalloc(&results, 2 * size);
  cudaMemcpy(on_device, positions, rows * sizeof(int), cudaMemcpyHostToDevice);
  fill<<<rows, table.pairs>>>(table, on_device, results, results + rows * table.pairs);
  cudaMemcpy(cosines, results, size, cudaMemcpyDeviceToHost);
  cudaMemcpy(sines, results + rows * table.pairs, size, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  cudaFree(results);
  return static_cast<int>(cudaGetLastError());
}
