// Passes over rows of doubles for losses of one output. A warp takes eight rows at a time and
// keeps them in registers, so that predictions and gradient read the rows once; the eight sums of
// a prediction are reduced together, and each lane looks at the loss of one row only.
#ifndef WARP
#define WARP 32
#endif
#define ROWS 8
#define LOGISTIC_LOSS 0
#define SQUARED_LOSS 1
#define COUNTS 3

static __device__ double across(double x, int lanes) {
  return __shfl_xor_sync(0xffffffffu, x, lanes);
}

// The derivative of a row's loss by its prediction z.
static __device__ double slope_of(double z, double y, int kind) {
  if (kind == SQUARED_LOSS) return z - y;
  if (kind == COUNTS) return exp(z) - y;
  double e = exp(-fabs(z));
  double p = (z >= 0 ? 1 : e) / (1 + e), other = (z >= 0 ? e : 1) / (1 + e);
  return y > 0 ? -other : p;
}

template <int K>
static __device__ void row_pass(
    const double* x, const double* y, const double* omega, const double* w, double* predicted,
    double* partial, int64 rows, int columns, int kind) {
  __shared__ double shared[THREADS];
  int lane = threadIdx.x % WARP;
  int64 warp = FIRST / WARP, warps = STEP / WARP;
  double weights[K], sums[K];
  for (int k = 0; k < K; k++) {
    int j = lane + WARP * k;
    weights[k] = j < columns ? w[j] : 0;
    sums[k] = 0;
  }
  for (int64 first = warp * ROWS; first < rows; first += warps * ROWS) {
    double row[ROWS][K], z[ROWS];
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      int64 at = first + i < rows ? first + i : rows - 1;
#pragma unroll
      for (int k = 0; k < K; k++) {
        int j = lane + WARP * k;
        row[i][k] = j < columns ? x[at * columns + j] : 0;
      }
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      z[i] = 0;
#pragma unroll
      for (int k = 0; k < K; k++) z[i] = fma(row[i][k], weights[k], z[i]);
    }
    // Halves of the lanes take halves of the rows, until a group of lanes has one row.
#pragma unroll
    for (int m = ROWS / 2, off = WARP / 2; m >= 1; m /= 2, off /= 2) {
      bool upper = (lane & off) != 0;
#pragma unroll
      for (int i = 0; i < m; i++) {
        double send = upper ? z[i] : z[i + m];
        double keep = upper ? z[i + m] : z[i];
        z[i] = keep + across(send, off);
      }
    }
#pragma unroll
    for (int off = WARP / (2 * ROWS); off >= 1; off /= 2) z[0] += across(z[0], off);
    int64 mine = first + lane / (WARP / ROWS);
    bool real = mine < rows;
    double q = real ? omega[mine] * slope_of(z[0], y[mine], kind) : 0;
    if (real && lane % (WARP / ROWS) == 0) predicted[mine] = z[0];
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      double slope = __shfl_sync(0xffffffffu, q, i * (WARP / ROWS));
#pragma unroll
      for (int k = 0; k < K; k++) sums[k] = fma(slope, row[i][k], sums[k]);
    }
  }
  // A line of partial sums for each block.
  double* line = partial + (int64)blockIdx.x * columns;
  for (int k = 0; k < K; k++) {
    shared[threadIdx.x] = sums[k];
    __syncthreads();
    int j = lane + WARP * k;
    if (threadIdx.x < WARP && j < columns) {
      double sum = 0;
      for (int other = lane; other < THREADS; other += WARP) sum += shared[other];
      line[j] = sum;
    }
    __syncthreads();
  }
}

#ifdef __CUDACC__
#define BOUNDS __launch_bounds__(THREADS, 2)
#else
#define BOUNDS
#endif

// One kernel for each number of columns that a lane holds, so that each has the registers it needs.
extern "C" __global__ void BOUNDS row_slopes_1(
    const double* x, const double* y, const double* omega, const double* w, double* predicted,
    double* partial, int64 rows, int columns, int kind) {
  row_pass<1>(x, y, omega, w, predicted, partial, rows, columns, kind);
}

extern "C" __global__ void BOUNDS row_slopes_2(
    const double* x, const double* y, const double* omega, const double* w, double* predicted,
    double* partial, int64 rows, int columns, int kind) {
  row_pass<2>(x, y, omega, w, predicted, partial, rows, columns, kind);
}

extern "C" __global__ void BOUNDS row_slopes_4(
    const double* x, const double* y, const double* omega, const double* w, double* predicted,
    double* partial, int64 rows, int columns, int kind) {
  row_pass<4>(x, y, omega, w, predicted, partial, rows, columns, kind);
}

extern "C" __global__ void row_slopes_8(
    const double* x, const double* y, const double* omega, const double* w, double* predicted,
    double* partial, int64 rows, int columns, int kind) {
  row_pass<8>(x, y, omega, w, predicted, partial, rows, columns, kind);
}

// out[j] = the sum of column j of `lines` lines of `width`, but the smallest from column `added` on;
// one block for each column.
extern "C" __global__ void sum_lines(
    const double* partial, double* out, int lines, int width, int added) {
  __shared__ double shared[THREADS];
  int j = blockIdx.x;
  double sum = 0, least = partial[j];
  for (int i = threadIdx.x; i < lines; i += THREADS) {
    double e = partial[(int64)i * width + j];
    sum += e;
    least = e < least ? e : least;
  }
  sum = j < added ? block_sum(sum, shared) : -block_max(-least, shared);
  if (threadIdx.x == 0) out[j] = sum;
}

// out = rows first .. first + count - 1, each times the root of what was kept of it.
extern "C" __global__ void scale_rows(
    const double* x, const double* kept, double* out, int64 first, int64 count, int columns) {
  for (int64 i = FIRST; i < count * columns; i += STEP) {
    out[i] = sqrt(kept[first + i / columns]) * x[first * columns + i];
  }
}

// Rows of normals with a 1 at the end, and classes drawn from the logistic model with weights w.
extern "C" __global__ void generate(
    double* x, double* y, const double* w, int64 rows, int columns, int64 a, int64 b) {
  word64 origin, key;
  stream_step((word64)a, (word64)b, 0, &origin, &key);
  for (int64 i = FIRST; i < rows; i += STEP) {
    double z = w[columns - 1];
    for (int j = 0; j < columns - 1; j++) {
      double e = normal_of(word_at(origin, key, i * columns + j));
      x[i * columns + j] = e;
      z = fma(e, w[j], z);
    }
    x[i * columns + columns - 1] = 1;
    y[i] = uniform_of(word_at(origin, key, i * columns + columns - 1)) < 1 / (1 + exp(-z)) ? 1 : 0;
  }
}
