// The counter-based streams of org.ironopt.random, the same operations in the same order: words are
// equal to the last bit, and so are uniforms and normals, since only sums, products, quotients,
// fused multiply-adds and roots occur, all of which IEEE 754 fixes. Compile without contraction.
static __device__ word64 rotate32(word64 x) { return (x << 32) | (x >> 32); }

static __device__ word64 mix(word64 z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static __device__ int bits_of(word64 x) {
  int count = 0;
  for (; x != 0; x &= x - 1) count++;
  return count;
}

// Origin and key of a step of the stream (a, b).
static __device__ void stream_step(word64 a, word64 b, int64 step, word64* origin, word64* key) {
  *origin = mix(b + (word64)step * 0xBB67AE8584CAA73BULL);
  word64 odd = mix(a + (word64)step * 0x9E3779B97F4A7C15ULL) | 1ULL;
  *key = bits_of(odd ^ (odd >> 1)) < 24 ? odd ^ 0xAAAAAAAAAAAAAAAAULL : odd;
}

static __device__ word64 word_at(word64 origin, word64 key, int64 index) {
  word64 y = origin + (word64)index * key;
  word64 z = y + key;
  word64 x = rotate32(y * y + y);
  x = rotate32(x * x + z);
  x = rotate32(x * x + y);
  word64 w = x * x + z;
  x = rotate32(w);
  return w ^ ((x * x + y) >> 32);
}

static __device__ double from_bits(word64 bits) {
  union { word64 u; double d; } both;
  both.u = bits;
  return both.d;
}

static __device__ word64 to_bits(double x) {
  union { word64 u; double d; } both;
  both.d = x;
  return both.u;
}

static __device__ double uniform_of(word64 word) {
  return from_bits((word >> 12) | 0x3FF0000000000000ULL) - (1 - 0x1p-53);
}

// The natural logarithm of a positive normal number.
static __device__ double log_of(double x) {
  word64 bits = to_bits(x);
  word64 i = bits - 0x3fe6a09e667f3bcdULL;
  double k = from_bits(((i + 0x3ff0000000000000ULL) >> 52) | 0x4330000000000000ULL) - (0x1p52 + 1023);
  double f = from_bits(bits - (i & 0xfff0000000000000ULL)) - 1;
  double s = f / (2 + f);
  double w = s * s;
  double p = fma(w, 0.14777529309211435, 0.1531603439857245);
  p = fma(w, p, 0.18183479886456055);
  p = fma(w, p, 0.2222220036815709);
  p = fma(w, p, 0.2857142872265566);
  p = fma(w, p, 0.39999999999518093);
  p = w * fma(w, p, 0.6666666666666715);
  double log1pf = fma(-s, f - p, f);
  return fma(k, 0.6931471805599453, fma(k, 2.3190468138462996e-17, log1pf));
}

static __device__ double normal_tail(double d) {
  double s = sqrt(-log_of(d));
  double a = fma(0.003003373540048487, s, 0.13347698616339732);
  double b = 0.0021236628770030705;
  a = fma(a, s, 1.409546137707181);
  b = fma(b, s, 0.0943935761353258);
  a = fma(a, s, 4.321636429095762);
  b = fma(b, s, 1.0023406982947927);
  a = fma(a, s, 3.8946165027954636);
  b = fma(b, s, 3.224791289082666);
  a = fma(a, s, 2.857940244749135);
  b = fma(b, s, 3.922060558749893);
  a = fma(a, s, 1.1841862786926391);
  b = fma(b, s, 3.9953246460476577);
  a = fma(a, s, 0.01370527529677943);
  b = fma(b, s, 2.103202124816551);
  a = fma(a, s, -0.0013537385557828312);
  b = fma(b, s, 1.0);
  return a / b;
}

static __device__ double normal_of(word64 word) {
  const double P[] = {4.545224975497036e-12, 7.982281787472425e-09, 2.983554141842366e-06,
      0.00039512076907236563, 0.022697986576490158, 0.6252426758172304, 8.691461619488615,
      62.23346176561016, 228.63988205792626, 418.51293183800493, 357.94822341801824,
      126.25032421536866, 14.086447377568435, 0.22172440540086433};
  const double Q[] = {1.1379105079488042e-12, 2.3238184378666115e-09, 9.663654592344354e-07,
      0.00014068651644631288, 0.008866774735161951, 0.2689104166265643, 4.14821669125813,
      33.37633647794428, 140.3540969056842, 302.19061364864086, 317.1340734431124,
      147.5266255241542, 25.20337287272983};
  double d = uniform_of(word);
  double x = 1 - d;
  double t = fma(-x, x, 1.0);
  double z;
  if (t < 0x1p-6) {
    z = normal_tail(d);
  } else {
    double p = fma(P[13], t, P[12]);
    double q = t + Q[12];
#pragma unroll
    for (int i = 11; i >= 0; i--) {
      p = fma(p, t, P[i]);
      q = fma(q, t, Q[i]);
    }
    z = x * p / q;
  }
  return from_bits(to_bits(z) | (word << 63));
}
