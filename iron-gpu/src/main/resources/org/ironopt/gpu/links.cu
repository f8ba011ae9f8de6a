// What a fit needs of the predictions of rows, a thread for each row. z, slopes and kept have
// `outputs` numbers for each row, omega is its weight. Sums of a block are a line of partial sums.
#define CLASSES 2
#define SMALLEST 0x1p-1022

// 1/p, infinite where p is too small for a number.
static __device__ double inverse_of(double p) { return 1 / (p < SMALLEST ? 0.0 : p); }

// Lines of eight: the loss, five sums of the kind of loss, then two of which the smallest counts,
// whether all rows are nearest to their classes and the smallest probability of the wrong ones.
// kept are second derivatives; for classes probabilities, and inverses their inverses, for each
// class those of its own rows, then those of all others.
extern "C" __global__ void row_link(
    const double* z, const double* y, const double* omega, double* slopes, double* kept,
    double* inverses, double* partial, int64 rows, int outputs, int kind) {
  __shared__ double shared[THREADS];
  double sums[6] = {0, 0, 0, 0, 0, 0};
  double complete = kind == LOGISTIC_LOSS || kind == CLASSES ? 1 : 0;
  double least = inverse_of(0);
  for (int64 i = FIRST; i < rows; i += STEP) {
    double w = omega[i], t = y[i];
    if (kind == CLASSES) {
      const double* a = z + i * outputs;
      double most = a[0], all = 0, wrong = 0, largest = 0;
      for (int c = 1; c < outputs; c++) most = a[c] > most ? a[c] : most;
      for (int c = 0; c < outputs; c++) all += exp(a[c] - most);
      int own = (int)t;
      for (int c = 0; c < outputs; c++) {
        double p = exp(a[c] - most) / all;
        kept[i * outputs + c] = p;
        slopes[i * outputs + c] = w * p;
        inverses[2 * i * outputs + c] = c == own ? inverse_of(p) : 0;
        inverses[(2 * i + 1) * outputs + c] = c == own ? 0 : inverse_of(p);
        wrong += c == own ? 0 : p;
        largest = c != own && p > largest ? p : largest;
      }
      slopes[i * outputs + own] = -w * wrong;
      sums[0] += w * (log(all) + (most - a[own]));
      complete = 1.01 * largest < kept[i * outputs + own] ? complete : 0;
      least = wrong < least ? wrong : least;
      continue;
    }
    double a = z[i], slope, curvature = 1;
    if (kind == LOGISTIC_LOSS) {
      double e = exp(-fabs(a));
      double p = (a >= 0 ? 1 : e) / (1 + e), other = (a >= 0 ? e : 1) / (1 + e);
      double wrong = t > 0 ? other : p, right = t > 0 ? p : other;
      slope = t > 0 ? -other : p;
      curvature = p * other;
      sums[0] += w * ((a > 0 ? a : 0) - t * a + log1p(e));
      sums[t > 0 ? 2 : 1] += w * inverse_of(right);
      sums[t > 0 ? 3 : 4] += w * inverse_of(wrong);
      sums[5] += w * curvature;
      complete = 1.01 * wrong < 1 - wrong ? complete : 0;
      least = wrong < least ? wrong : least;
    } else if (kind == COUNTS) {
      curvature = exp(a);
      slope = curvature - t;
      sums[0] += w * fma(-t, a, curvature);
      sums[1] += w * curvature;
      sums[2] += t > 0 ? w * t * t * inverse_of(curvature) : 0;
      sums[3] += w * slope * slope;
      least = t == 0 && curvature < least ? curvature : least;
    } else {
      slope = a - t;
      sums[0] += w * 0.5 * slope * slope;
    }
    slopes[i] = w * slope;
    kept[i] = w * curvature;
  }
  double* line = partial + (int64)blockIdx.x * 8;
  for (int k = 0; k < 6; k++) {
    double sum = block_sum(sums[k], shared);
    if (threadIdx.x == 0) line[k] = sum;
  }
  complete = -block_max(-complete, shared);
  least = -block_max(-least, shared);
  if (threadIdx.x == 0) {
    line[6] = complete;
    line[7] = least;
  }
}

// z = C z, C the second derivatives of the losses at what was kept.
extern "C" __global__ void row_curve(
    const double* kept, const double* omega, double* z, int64 rows, int outputs, int kind) {
  for (int64 i = FIRST; i < rows; i += STEP) {
    if (kind != CLASSES) {
      z[i] *= kept[i];
      continue;
    }
    double mean = 0;
    for (int c = 0; c < outputs; c++) mean = fma(kept[i * outputs + c], z[i * outputs + c], mean);
    for (int c = 0; c < outputs; c++) {
      z[i * outputs + c] = omega[i] * kept[i * outputs + c] * (z[i * outputs + c] - mean);
    }
  }
}

// D(p + d | p), as fit.Divergence has it: never too small.
static __device__ double moved_by(double p, double d) {
  if (d == 0) return 0;
  double u = d / p;
  if (u > -0.7 && u < 1) return d * u * (3 + u) / (6 + 4 * u);
  if (u <= -1) return p;
  return (p + d) * log1p(u) - d;
}

static __device__ double counted(double p, double* seen) {
  if (p >= SMALLEST) return p;
  *seen = 0;
  return SMALLEST;
}

// Lines of two: the divergence of predictions that are scaled by tau and mixed by t, and whether
// none was too small for a number.
extern "C" __global__ void row_moved(
    const double* slopes, const double* kept, const double* y, const double* omega,
    const double* mixed, double* partial, int64 rows, int outputs, int kind, double tau, double t) {
  __shared__ double shared[THREADS];
  double taken = tau + t - tau * t;
  double sum = 0, seen = 1;
  for (int64 i = FIRST; i < rows; i += STEP) {
    double w = omega[i];
    if (kind == CLASSES) {
      int own = (int)y[i];
      double all = 0, row = 0;
      for (int c = 0; c < outputs; c++) {
        double p = kept[i * outputs + c];
        double d = c == own ? 0 : (1 - tau) * mixed[c] - taken * p;
        all += d;
        row += c == own ? 0 : moved_by(counted(p, &seen), d);
      }
      sum += w * (row + moved_by(counted(kept[i * outputs + own], &seen), -all));
    } else if (kind == LOGISTIC_LOSS) {
      double slope = fabs(slopes[i]);
      double wrong = slope / w;
      double right = wrong < 0.5 ? 1 - wrong : kept[i] / slope;
      double d = (1 - tau) * mixed[y[i] > 0 ? 0 : 1] - taken * wrong;
      sum += w * (moved_by(counted(wrong, &seen), d) + moved_by(counted(right, &seen), -d));
    } else {
      double mean = kept[i] / w;
      sum += w * moved_by(mean, tau * y[i] - taken * mean);
    }
  }
  sum = block_sum(sum, shared);
  seen = -block_max(-seen, shared);
  if (threadIdx.x == 0) {
    partial[2 * blockIdx.x] = sum;
    partial[2 * blockIdx.x + 1] = seen;
  }
}
