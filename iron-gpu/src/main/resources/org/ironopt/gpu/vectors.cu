// Vectors of floats, with scalars that stay on the device.

// Partial sums of <x, y>, one for each block.
extern "C" __global__ void dot(const float* x, const float* y, double* partial, int64 n) {
  __shared__ double shared[THREADS];
  double sum = 0;
  for (int64 i = FIRST; i < n; i += STEP) sum += (double)x[i] * y[i];
  sum = block_sum(sum, shared);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

// out[j] = the sum of the j-th `count` numbers; one block for each.
extern "C" __global__ void total(const double* partial, double* out, int count) {
  __shared__ double shared[THREADS];
  double sum = 0;
  for (int i = threadIdx.x; i < count; i += THREADS) sum += partial[(int64)blockIdx.x * count + i];
  sum = block_sum(sum, shared);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// r = -g - (x - c)/lambda with c = x + over (v - x), and p = 0.
extern "C" __global__ void residual(
    const float* g, const float* x, const float* v, float* r, float* p, const double* s,
    double over, int64 n) {
  float a = (float)(over / s[LAMBDA]);
  for (int64 i = FIRST; i < n; i += STEP) {
    r[i] = fmaf(a, v[i] - x[i], -g[i]);
    p[i] = 0;
  }
}

// c = x + over (v - x)
extern "C" __global__ void center(
    const float* x, const float* v, float* c, double over, int64 n) {
  float a = (float)over;
  for (int64 i = FIRST; i < n; i += STEP) c[i] = fmaf(a, v[i] - x[i], x[i]);
}

// The part of the next step: with a budget of K solves it decays along a cosine, to a thousandth,
// after a steady share of them; one thread.
extern "C" __global__ void decay(double* s, double part, double budget, double steady) {
  if (FIRST != 0) return;
  double gone = budget > 0 ? (s[SOLVES] - 1) / budget : 0;
  double done = ((gone < 1 ? gone : 1) - steady) / (1 - steady);
  double left = 0.5 + 0.5 * cos(3.141592653589793 * (done > 0 ? done : 0));
  s[PART] = budget > 0 ? part * (left > 1e-3 ? left : 1e-3) : part;
}

// The part of a direction -z that is gone, from <g, z>, |z|^2 and, if measured, <z, G z> in LINEAR;
// one thread. The minimum of the model along it is at l = <g, z>/(<z, G z> + |z|^2/lambda), which is
// averaged with the length so far, if there is one. Where there is no minimum nothing is gone, which
// judge refuses. A step that is not looked at is at most twice as long as the last one that was. The
// dots of the step go to LOOK.
extern "C" __global__ void measure(
    double* s, int measured, int averaged, int look) {
  if (FIRST != 0) return;
  double part = s[PART];
  double gz = s[LINEAR], zz = s[LINEAR + 1];
  double scale = part * s[LENGTH];
  if (measured) {
    double newest = gz / (s[LINEAR + 2] + zz / s[LAMBDA]);
    scale = 0;
    if (newest > 0 && newest < 1e300) {
      double last = s[LENGTH];
      s[LENGTH] = averaged && last > 0 ? last + 0.5 * (newest - last) : newest;
      scale = part * s[LENGTH];
      scale = scale < newest ? scale : newest;
    }
  }
  double size = sqrt(zz);
  if (look) {
    s[SEEN] = scale * size;
  } else if (scale * size > 2 * s[SEEN]) {
    scale = 2 * s[SEEN] / size;
  }
  s[SCALE] = scale;
  s[LOOK] = -scale * gz;
  s[LOOK + 1] = 0;
  s[LOOK + 2] = scale * scale * zz;
  s[LOOK + 3] = 0;
}

// p = over (v - x) - scale z, y = x + p
extern "C" __global__ void relax(
    const float* x, const float* v, const float* z, float* p, float* y, const double* s,
    double over, int64 n) {
  float a = (float)over, b = (float)s[SCALE];
  for (int64 i = FIRST; i < n; i += STEP) {
    float e = fmaf(a, v[i] - x[i], -b * z[i]);
    p[i] = e;
    y[i] = x[i] + e;
  }
}

// ad += d/lambda, and partial sums of <d, ad>.
extern "C" __global__ void shift(
    float* ad, const float* d, double* partial, const double* s, int64 n) {
  __shared__ double shared[THREADS];
  float a = (float)(1 / s[LAMBDA]);
  double sum = 0;
  for (int64 i = FIRST; i < n; i += STEP) {
    float e = fmaf(a, d[i], ad[i]);
    ad[i] = e;
    sum += (double)d[i] * e;
  }
  sum = block_sum(sum, shared);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

// p += a d, r -= a ad with a = s[rz] / s[curvature]; nothing where the curvature is not positive.
extern "C" __global__ void advance(
    float* p, float* r, const float* d, const float* ad, const double* s, int rz, int curvature,
    int64 n) {
  double ratio = s[rz] / s[curvature];
  float a = s[curvature] > 0 && ratio < 1e30 && ratio > 0 ? (float)ratio : 0;
  for (int64 i = FIRST; i < n; i += STEP) {
    p[i] = fmaf(a, d[i], p[i]);
    r[i] = fmaf(-a, ad[i], r[i]);
  }
}

// p += a d as above for the last direction, whose curvature is s[form] + |d|^2/lambda.
extern "C" __global__ void finish(
    float* p, const float* d, const double* s, int rz, int form, int64 n) {
  double curvature = s[form] + s[SQUARE] / s[LAMBDA];
  double ratio = s[rz] / curvature;
  float a = curvature > 0 && ratio < 1e30 && ratio > 0 ? (float)ratio : 0;
  for (int64 i = FIRST; i < n; i += STEP) p[i] = fmaf(a, d[i], p[i]);
}

// d = z + (s[next] / s[rz]) d
extern "C" __global__ void direction(
    float* d, const float* z, const double* s, int rz, int next, int64 n) {
  double ratio = s[next] / s[rz];
  float a = s[rz] > 0 && ratio < 1e30 ? (float)ratio : 0;
  for (int64 i = FIRST; i < n; i += STEP) d[i] = fmaf(a, d[i], z[i]);
}

// y = x + p, and partial sums of <g, p>, <v - x, p>, |p|^2 and |v - x|^2.
extern "C" __global__ void trial(
    const float* x, const float* v, const float* g, const float* p, float* y, double* partial,
    int64 n) {
  __shared__ double shared[THREADS];
  double gp = 0, wp = 0, pp = 0, ww = 0;
  for (int64 i = FIRST; i < n; i += STEP) {
    double w = (double)v[i] - x[i];
    double q = p[i];
    y[i] = x[i] + p[i];
    gp += g[i] * q;
    wp += w * q;
    pp += q * q;
    ww += w * w;
  }
  gp = block_sum(gp, shared);
  wp = block_sum(wp, shared);
  pp = block_sum(pp, shared);
  ww = block_sum(ww, shared);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = gp;
    partial[gridDim.x + blockIdx.x] = wp;
    partial[2 * gridDim.x + blockIdx.x] = pp;
    partial[3 * gridDim.x + blockIdx.x] = ww;
  }
}

// Compares the model with phi = lambda f + |u - c|^2/2, if the trial was looked at, and adapts
// lambda; one thread. The model promises 1 - t/2 of what the slope does a part t of the way to its
// minimum. The rule is that of ResolventEquation.leap, of UncheckedStep if looks are averaged, and of
// Adaptation. A step that is not one of descent, or not finite, is refused also without a look.
extern "C" __global__ void judge(
    double* s, double over, double looks, double largest, double least, double grow, double shrink,
    int look) {
  if (FIRST != 0) return;
  double lambda = s[LAMBDA];
  double gp = s[LOOK], wp = s[LOOK + 1], pp = s[LOOK + 2], ww = s[LOOK + 3];
  double promise = -(1 - 0.5 * s[PART]) * (lambda * gp - over * wp);
  double gained = lambda * (s[VALUE] - s[TRIAL]) + over * wp - 0.5 * pp;
  double hidden = 0x1p-22 * (lambda * fabs(s[VALUE]) + 0.5 * over * over * ww);
  double ratio = gained / promise;
  double factor = 1;
  double taken = 1;
  if (!(promise > 0 && pp < 1e300)) {
    ratio = -1e300;
  } else if (!look) {
    ratio = nan("");
  } else if (!(fabs(s[TRIAL]) < 1e300)) {
    ratio = -1e300;
  } else if (looks > 1) {
    double many = 1 + floor((s[SOLVES] - 1) / 100);
    double keep = 1 - 1 / (many < looks ? many : looks);
    s[GAINED] = keep * s[GAINED] + gained / lambda;
    s[PROMISED] = keep * s[PROMISED] + promise / lambda;
    ratio = s[GAINED] / s[PROMISED];
    if (!(ratio >= 0)) {
      ratio = -1e300;
      s[GAINED] = 0;
      s[PROMISED] = 0;
    }
  } else if (promise < hidden && fabs(gained) < hidden) {
    ratio = nan("");
  }
  if (ratio < 0) {
    taken = 0;
    factor = 0.1;
    s[REFUSED] += 1;
  } else if (ratio > 0.75) {
    factor = grow;
  } else if (ratio < 0.25) {
    factor = 1 / shrink;
  }
  double next = lambda * factor;
  next = next > least ? next : least;
  s[LAMBDA] = next < largest ? next : largest;
  if (look || ratio < 0) s[RATIO] = ratio;
  s[TAKEN] = taken;
}

// x+ = x + taken p, v = x+ + (x+ - x)/alpha, average += weight (x+ - average).
extern "C" __global__ void move(
    float* x, float* v, const float* p, float* average, const double* s, float inverse_alpha,
    int64 n) {
  float taken = s[TAKEN] > 0 ? 1 : 0;
  float weight = (float)s[WEIGHT];
  for (int64 i = FIRST; i < n; i += STEP) {
    float q = taken > 0 ? p[i] : 0;
    float y = x[i] + q;
    x[i] = y;
    v[i] = fmaf(inverse_alpha, q, y);
    average[i] = fmaf(weight, y - average[i], average[i]);
  }
}

// Counts a step t: rows of the list that were seen, solves, and the weight of its point in the
// average, (eta + 1)/(t + eta) but `least` at least.
extern "C" __global__ void count(double* s, int rows, double taken, double eta, double least) {
  if (FIRST != 0) return;
  s[POSITION] += rows;
  s[SOLVES] += 1;
  s[TAKEN] = taken;
  double weight = (eta + 1) / (s[SOLVES] + eta);
  s[WEIGHT] = weight > least ? weight : least;
}

// average += max(1/k, weight) (fresh - average) where fresh is finite; k models with this one.
extern "C" __global__ void blend(
    float* average, const float* fresh, const double* s, double weight, int64 n) {
  double first = 1 / s[MODELS];
  float a = (float)(first > weight ? first : weight);
  for (int64 i = FIRST; i < n; i += STEP) {
    float e = fresh[i];
    if (fabsf(e) < 3e38f) average[i] = fmaf(a, e - average[i], average[i]);
  }
}

// One more; one thread.
extern "C" __global__ void note(double* s, int slot) {
  if (FIRST == 0) s[slot] += 1;
}

// out = the mean of the diagonal of an n x n part; one block.
extern "C" __global__ void trace(const float* a, double* out, int n, int stride) {
  __shared__ double shared[THREADS];
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += THREADS) sum += a[(int64)i * stride + i];
  sum = block_sum(sum, shared);
  if (threadIdx.x == 0) *out = sum / n;
}

// out = a + more d pi^sign I with d = 1/sqrt(lambda), pi^2 = traces[0]/traces[1].
extern "C" __global__ void damp(
    const float* a, float* out, const double* traces, const double* s, int sign, double more,
    int n) {
  double ratio = sqrt(traces[0] / traces[1]);
  double pi = ratio > 1e-6 && ratio < 1e6 ? ratio : 1;
  double add = more * (sign > 0 ? pi : 1 / pi) / sqrt(s[LAMBDA]);
  for (int64 i = FIRST; i < (int64)n * n; i += STEP) {
    out[i] = i / n == i % n ? (float)(a[i] + add) : a[i];
  }
}

// a = I
extern "C" __global__ void identity(float* a, int n) {
  for (int64 i = FIRST; i < (int64)n * n; i += STEP) a[i] = i / n == i % n ? 1 : 0;
}

// The step length, one of `count` in a list that is filled again and again, and the corrections of
// AdamW's memories; one thread.
extern "C" __global__ void adam_scalars(
    double* s, const double* rates, int count, double beta1, double beta2) {
  if (FIRST != 0) return;
  s[ETA] = rates[((int64)s[SOLVES] - 1) % count];
  s[POWER1] *= beta1;
  s[POWER2] *= beta2;
  s[RATE] = s[ETA] / (1 - s[POWER1]);
  s[ROOT] = 1 / sqrt(1 - s[POWER2]);
}

extern "C" __global__ void adam(
    float* x, const float* g, float* m, float* w, float* average, const double* s, float beta1,
    float beta2, float eps, float decay, int64 n) {
  float rate = (float)s[RATE], root = (float)s[ROOT], weight = (float)s[WEIGHT];
  float keep = (float)(1 - s[ETA] * decay);
  for (int64 i = FIRST; i < n; i += STEP) {
    float mean = fmaf(beta1, m[i], (1 - beta1) * g[i]);
    float square = fmaf(beta2, w[i], (1 - beta2) * (g[i] * g[i]));
    m[i] = mean;
    w[i] = square;
    float y = fmaf(-rate, mean / fmaf(sqrtf(square), root, eps), keep * x[i]);
    x[i] = y;
    average[i] = fmaf(weight, y - average[i], average[i]);
  }
}

// m = momentum m + g, x -= eta m, or x -= eta (g + momentum m) with Nesterov.
extern "C" __global__ void sgd(
    float* x, const float* g, float* m, float* average, const double* s, float momentum,
    int nesterov, int64 n) {
  float eta = (float)s[ETA], weight = (float)s[WEIGHT];
  for (int64 i = FIRST; i < n; i += STEP) {
    float e = fmaf(momentum, m[i], g[i]);
    m[i] = e;
    if (nesterov) e = fmaf(momentum, e, g[i]);
    float y = fmaf(-eta, e, x[i]);
    x[i] = y;
    average[i] = fmaf(weight, y - average[i], average[i]);
  }
}

// For a block of weights whose column `bias` is not made orthogonal: m = momentum m + g and
// u = g + momentum m, but u = 0 in that column, whose m is another memory.
extern "C" __global__ void muon_mix(
    const float* g, float* m, float* u, float momentum, int stride, int bias, int64 n) {
  for (int64 i = FIRST; i < n; i += STEP) {
    float e = 0;
    if (i % stride != bias) {
      m[i] = fmaf(momentum, m[i], g[i]);
      e = fmaf(momentum, m[i], g[i]);
    }
    u[i] = e;
  }
}

// u = u / (|u| + small), with |u|^2 in a slot.
extern "C" __global__ void muon_unit(float* u, const double* s, int slot, double small, int64 n) {
  float unit = (float)(1 / (sqrt(s[slot]) + small));
  for (int64 i = FIRST; i < n; i += STEP) u[i] *= unit;
}

// x -= scale eta o, but in the column `bias` a step of Adam of length rest eta.
extern "C" __global__ void muon_move(
    float* x, const float* o, const float* g, float* m, float* w, float* average, const double* s,
    double scale, double rest, float beta1, float beta2, float eps, int stride, int bias,
    int64 n) {
  float step = (float)(scale * s[ETA]), rate = (float)(rest * s[RATE]), root = (float)s[ROOT];
  float weight = (float)s[WEIGHT];
  for (int64 i = FIRST; i < n; i += STEP) {
    float y;
    if (i % stride != bias) {
      y = fmaf(-step, o[i], x[i]);
    } else {
      m[i] = fmaf(beta1, m[i], (1 - beta1) * g[i]);
      w[i] = fmaf(beta2, w[i], (1 - beta2) * (g[i] * g[i]));
      y = fmaf(-rate, m[i] / fmaf(sqrtf(w[i]), root, eps), x[i]);
    }
    x[i] = y;
    average[i] = fmaf(weight, y - average[i], average[i]);
  }
}

extern "C" __global__ void identity_double(double* a, int n) {
  for (int64 i = FIRST; i < (int64)n * n; i += STEP) a[i] = i / n == i % n ? 1 : 0;
}
