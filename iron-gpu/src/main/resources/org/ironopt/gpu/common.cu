// What all kernels share. Every block has 256 threads. Sums go through one tree in shared memory
// and partial sums that are added in order, so that a result never depends on timing.
#ifndef THREADS
#define THREADS 256
#endif
typedef long long int64;
typedef unsigned long long word64;

#define FIRST ((int64)blockIdx.x * THREADS + threadIdx.x)
#define STEP ((int64)gridDim.x * THREADS)

// Slots of the scalars of a run, the same as in Java's Scalars.
#define LAMBDA 0
#define POSITION 1
#define SOLVES 2
#define MODELS 3
#define VALUE 4
#define TRIAL 5
#define LOOK 6
#define RATIO 10
#define TAKEN 11
#define WEIGHT 12
#define RATE 13
#define ROOT 14
#define POWER1 15
#define POWER2 16
#define ETA 17
#define REFUSED 18
#define LENGTH 19
#define SCALE 20
#define SQUARE 23
#define SEEN 24
#define PART 25
#define GAINED 26
#define PROMISED 27
#define LINEAR 28

// Returns the sum of x over the threads of a block, to all of them.
static __device__ double block_sum(double x, double* shared) {
  int t = threadIdx.x;
  shared[t] = x;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (t < half) shared[t] += shared[t + half];
    __syncthreads();
  }
  double sum = shared[0];
  __syncthreads();
  return sum;
}

static __device__ double block_max(double x, double* shared) {
  int t = threadIdx.x;
  shared[t] = x;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (t < half && shared[t + half] > shared[t]) shared[t] = shared[t + half];
    __syncthreads();
  }
  double most = shared[0];
  __syncthreads();
  return most;
}
