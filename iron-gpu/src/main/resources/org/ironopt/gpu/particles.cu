// Clouds of particles: coordinate i of particle j stands at i particles + j. Particles come in
// groups of one size, each with a stream of its own, given by two words as four ints.
#define MOST 8

static __device__ void group_step(
    const int* words, int64 group, int64 step, word64* origin, word64* key) {
  const int* four = words + 4 * group;
  word64 a = ((word64)(unsigned)four[0] << 32) | (unsigned)four[1];
  word64 b = ((word64)(unsigned)four[2] << 32) | (unsigned)four[3];
  stream_step(a, b, step, origin, key);
}

// x = normals of step 0 of the start streams, v = 0.
extern "C" __global__ void start_cloud(
    double* x, double* v, const int* words, int64 particles, int64 size, int n) {
  for (int64 j = FIRST; j < particles; j += STEP) {
    word64 origin, key;
    int64 m = j % size;
    group_step(words, j / size, 0, &origin, &key);
    for (int i = 0; i < n; i++) {
      x[i * particles + j] = normal_of(word_at(origin, key, m * n + i));
      v[i * particles + j] = 0;
    }
  }
}

// Steps of IRON with center noise on a quadratic: c = x + (v - x)/s + noise zeta,
// u = matrix c + shift, v = u + (u - x)/alpha.
extern "C" __global__ void quadratic_cloud(
    double* x, double* v, const int* words, const double* matrix, const double* shift,
    int64 particles, int64 size, int n, int64 first, int steps, double over, double noise,
    double inverse_alpha) {
  for (int64 j = FIRST; j < particles; j += STEP) {
    int64 m = j % size;
    double a[MOST], b[MOST], c[MOST];
#pragma unroll
    for (int i = 0; i < MOST; i++) {
      if (i < n) {
        a[i] = x[i * particles + j];
        b[i] = v[i * particles + j];
      }
    }
    for (int64 step = first; step < first + steps; step++) {
      word64 origin, key;
      group_step(words, j / size, step, &origin, &key);
#pragma unroll
      for (int i = 0; i < MOST; i++) {
        if (i < n) {
          c[i] = fma(over, b[i] - a[i], a[i]);
          c[i] = fma(noise, normal_of(word_at(origin, key, m * n + i)), c[i]);
        }
      }
#pragma unroll
      for (int i = 0; i < MOST; i++) {
        if (i < n) {
          double u = shift[i];
#pragma unroll
          for (int l = 0; l < MOST; l++) {
            if (l < n) u = fma(matrix[i * n + l], c[l], u);
          }
          b[i] = fma(inverse_alpha, u - a[i], u);
          a[i] = u;
        }
      }
    }
#pragma unroll
    for (int i = 0; i < MOST; i++) {
      if (i < n) {
        x[i * particles + j] = a[i];
        v[i * particles + j] = b[i];
      }
    }
  }
}

// log cosh
static __device__ double logcosh(double u) {
  double e = fabs(u);
  return e + log1p(exp(-2 * e)) - 0.6931471805599453;
}

// A root of u + lambda a (a logcosh u - b) tanh u = c: Newton's method from the old point on the
// function whose derivative that is, with half steps until it
// falls, as far as rounding shows.
static __device__ double logcosh_root(double u, double c, double lambda, double a, double b) {
  for (int k = 0; k < 100; k++) {
    double t = tanh(u);
    double r = fma(a, logcosh(u), -b);
    double g = u - c + lambda * a * r * t;
    if (fabs(g) <= 1e-13 * (1 + fabs(c) + fabs(u))) break;
    double h = 1 + lambda * (a * a * t * t + a * r * (1 - t * t));
    double step = -g / (h > 1e-8 ? h : 1 + lambda * a * a);
    double phi = 0.5 * (u - c) * (u - c) + 0.5 * lambda * r * r;
    double next = u;
    for (int half = 0; half < 60; half++, step *= 0.5) {
      next = u + step;
      double s = fma(a, logcosh(next), -b);
      if (0.5 * (next - c) * (next - c) + 0.5 * lambda * s * s <= phi + 1e-14 * (1 + phi)) break;
    }
    if (next == u) break;
    u = next;
  }
  return u;
}

// The same steps on the separable log-cosh regression, |diag(a) log cosh x - b|^2 / 2.
extern "C" __global__ void logcosh_cloud(
    double* x, double* v, const int* words, const double* diagonal, const double* b,
    int64 particles, int64 size, int n, int64 first, int steps, double over, double noise,
    double inverse_alpha, double lambda) {
  for (int64 j = FIRST; j < particles; j += STEP) {
    int64 m = j % size;
    for (int i = 0; i < n; i++) {
      double p = x[i * particles + j], q = v[i * particles + j];
      for (int64 step = first; step < first + steps; step++) {
        word64 origin, key;
        group_step(words, j / size, step, &origin, &key);
        double c = fma(over, q - p, p);
        c = fma(noise, normal_of(word_at(origin, key, m * n + i)), c);
        double u = logcosh_root(p, c, lambda, diagonal[i], b[i]);
        q = fma(inverse_alpha, u - p, u);
        p = u;
      }
      x[i * particles + j] = p;
      v[i * particles + j] = q;
    }
  }
}

// Partial sums of e = |x - minimizer|^2 and of e^2.
extern "C" __global__ void cloud_error(
    const double* x, const double* minimizer, double* partial, int64 particles, int n) {
  __shared__ double shared[THREADS];
  double sum = 0, squares = 0;
  for (int64 j = FIRST; j < particles; j += STEP) {
    double e = 0;
    for (int i = 0; i < n; i++) {
      double d = x[i * particles + j] - minimizer[i];
      e = fma(d, d, e);
    }
    sum += e;
    squares += e * e;
  }
  sum = block_sum(sum, shared);
  squares = block_sum(squares, shared);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    partial[gridDim.x + blockIdx.x] = squares;
  }
}
