// Lets a C++ compiler read our CUDA C. A block is one warp whose threads take turns; blocks run
// one after the other, so that __shared__ may be static.
#include <cmath>
#define THREADS 32
#define __device__
#define __global__
#define __shared__ static
struct Index { unsigned x; };
extern "C" {
extern Index fake_thread, fake_block, fake_grid;
void fake_meet();
}
#define threadIdx fake_thread
#define blockIdx fake_block
#define gridDim fake_grid
#define __syncthreads() fake_meet()
#define __restrict__
// Lanes exchange numbers through memory.
static double fake_lanes[THREADS];
static double __shfl_sync(unsigned, double x, int lane) {
  fake_lanes[threadIdx.x] = x;
  __syncthreads();
  double got = fake_lanes[lane];
  __syncthreads();
  return got;
}
static double __shfl_xor_sync(unsigned mask, double x, int bits) {
  return __shfl_sync(mask, x, threadIdx.x ^ bits);
}
