// Rows on their way through the layers of a network. A matrix of a layer has rows of `stride`
// numbers: `width` outputs, the 1 of the bias, zeros.
#define SIGMOID 0
#define TANH 1
#define RELU 2
#define LINEAR_UNIT 3
#define SOFTMAX 0
#define LOGISTIC 1
#define SQUARES 2

// One block for each row r: row r of out = row list[position + r] of the table; the list, of length
// all, begins again at its end.
extern "C" __global__ void gather(
    const float* table, const int* list, const double* s, float* out, int stride, int all) {
  const float* from = table + (int64)list[((int64)s[POSITION] + blockIdx.x) % all] * stride;
  float* to = out + (int64)blockIdx.x * stride;
  for (int c = threadIdx.x; c < stride; c += THREADS) to[c] = from[c];
}

static __device__ float unit(float a, int kind) {
  switch (kind) {
    case SIGMOID: return 1 / (1 + expf(-a));
    case TANH: return tanhf(a);
    case RELU: return a > 0 ? a : 0;
    default: return a;
  }
}

// One block for each row.
extern "C" __global__ void activate(float* h, int stride, int width, int kind) {
  float* row = h + (int64)blockIdx.x * stride;
  for (int c = threadIdx.x; c < stride; c += THREADS) {
    row[c] = c < width ? unit(row[c], kind) : c == width ? 1 : 0;
  }
}

// One block for each row k: d *= phi' at the units whose outputs are row k step of h. Zeros behind.
extern "C" __global__ void slope(
    const float* h, float* d, int stride, int width, int kind, int step) {
  const float* outputs = h + (int64)blockIdx.x * step * stride;
  float* row = d + (int64)blockIdx.x * stride;
  for (int c = threadIdx.x; c < stride; c += THREADS) {
    float e = 0;
    if (c < width) {
      float y = outputs[c];
      e = row[c];
      switch (kind) {
        case SIGMOID: e *= y * (1 - y); break;
        case TANH: e *= 1 - y * y; break;
        case RELU: e = y > 0 ? e : 0; break;
        default: break;
      }
    }
    row[c] = e;
  }
}

// One block for each row: z becomes the mean p, delta = scale (p - t), losses = scale loss.
extern "C" __global__ void loss(
    float* z, const float* t, float* delta, double* losses, int stride, int target_stride,
    int width, float scale, int kind, int look) {
  __shared__ double shared[THREADS];
  int64 at = (int64)blockIdx.x * stride;
  const float* y = t + (int64)blockIdx.x * target_stride;
  double most = 0, all = 0;
  if (kind == SOFTMAX) {
    most = -1e300;
    for (int c = threadIdx.x; c < width; c += THREADS) most = z[at + c] > most ? z[at + c] : most;
    most = block_max(most, shared);
    for (int c = threadIdx.x; c < width; c += THREADS) all += exp(z[at + c] - most);
    all = block_sum(all, shared);
  }
  double sum = 0;
  for (int c = threadIdx.x; c < stride; c += THREADS) {
    float p = 0, d = 0;
    if (c < width) {
      float a = z[at + c];
      float b = y[c];
      if (kind == LOGISTIC) {
        float e = expf(-fabsf(a));
        p = (a >= 0 ? 1 : e) / (1 + e);
        sum += (double)(a > 0 ? a : 0) - (double)b * a + (double)log1pf(e);
      } else if (kind == SOFTMAX) {
        p = (float)(exp(a - most) / all);
        sum -= b * (a - most);
      } else {
        p = a;
        sum += 0.5 * ((double)a - b) * ((double)a - b);
      }
      d = scale * (p - b);
    }
    if (!look) {
      z[at + c] = p;
      delta[at + c] = d;
    }
  }
  sum = block_sum(sum, shared);
  if (threadIdx.x == 0) losses[blockIdx.x] = scale * (sum + (kind == SOFTMAX ? log(all) : 0));
}

// One block for each row: r = scale C r, C the covariance of the targets at the means p.
extern "C" __global__ void covariance(
    const float* p, float* r, int stride, int width, float scale, int kind) {
  __shared__ double shared[THREADS];
  int64 at = (int64)blockIdx.x * stride;
  double mean = 0;
  if (kind == SOFTMAX) {
    for (int c = threadIdx.x; c < width; c += THREADS) mean += (double)p[at + c] * r[at + c];
    mean = block_sum(mean, shared);
  }
  for (int c = threadIdx.x; c < stride; c += THREADS) {
    float e = 0;
    if (c < width) {
      float q = p[at + c];
      float x = r[at + c];
      e = kind == LOGISTIC ? x * (scale * q * (1 - q))
          : kind == SOFTMAX ? (float)(scale * q * (x - mean))
                            : scale * x;
    }
    r[at + c] = e;
  }
}

// One block for each row: forms = scale <r, C r>, C the covariance of the targets at the means p.
extern "C" __global__ void form(
    const float* p, const float* r, double* forms, int stride, int width, float scale, int kind) {
  __shared__ double shared[THREADS];
  int64 at = (int64)blockIdx.x * stride;
  double sum = 0, mean = 0;
  for (int c = threadIdx.x; c < width; c += THREADS) {
    double q = p[at + c];
    double x = r[at + c];
    double w = kind == LOGISTIC ? q * (1 - q) : kind == SOFTMAX ? q : 1;
    mean += q * x;
    sum += w * x * x;
  }
  sum = block_sum(sum, shared);
  if (kind == SOFTMAX) {
    mean = block_sum(mean, shared);
    sum -= mean * mean;
  }
  if (threadIdx.x == 0) forms[blockIdx.x] = scale * sum;
}

// One block for each row k: d = p - t for a target drawn from the model at row k step of p, with
// the numbers k width, k width + 1, ... of step SOLVES of the stream (a, b).
extern "C" __global__ void draw(
    const float* p, float* d, const double* s, int stride, int width, int step, int kind, int64 a,
    int64 b) {
  word64 origin, key;
  stream_step((word64)a, (word64)b, (int64)s[SOLVES], &origin, &key);
  int64 from = (int64)blockIdx.x * step * stride;
  int64 to = (int64)blockIdx.x * stride;
  int64 first = (int64)blockIdx.x * width;
  int hit = -1;
  if (kind == SOFTMAX) {
    double rest = uniform_of(word_at(origin, key, first));
    for (int c = 0; c < width && hit < 0; c++) {
      rest -= p[from + c];
      if (rest < 0 || c == width - 1) hit = c;
    }
  }
  for (int c = threadIdx.x; c < stride; c += THREADS) {
    float e = 0;
    if (c < width) {
      float q = p[from + c];
      if (kind == SOFTMAX) {
        e = c == hit ? q - 1 : q;
      } else {
        word64 w = word_at(origin, key, first + c);
        e = kind == LOGISTIC ? (uniform_of(w) < q ? q - 1 : q) : (float)normal_of(w);
      }
    }
    d[to + c] = e;
  }
}
