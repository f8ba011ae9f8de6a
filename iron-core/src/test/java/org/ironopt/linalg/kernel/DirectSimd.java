package org.ironopt.linalg.kernel;

/** The SIMD loops from the first call on, without the detour of {@link WarmUp}. */
final class DirectSimd extends Kernels {
  private final Kernels scalar = new Kernels();

  @Override
  public String description() {
    return "SIMD, at once";
  }

  @Override
  public double dot(double[] x, int xo, double[] y, int yo, int n) {
    return n < LANES ? scalar.dot(x, xo, y, yo, n) : VectorSums.dot(x, xo, y, yo, n);
  }

  @Override
  public double sum(double[] x, int xo, int n) {
    return n < LANES ? scalar.sum(x, xo, n) : VectorSums.sum(x, xo, x, xo, n);
  }

  @Override
  public double squaredDistance(double[] x, int xo, double[] y, int yo, int n) {
    return n < LANES
        ? scalar.squaredDistance(x, xo, y, yo, n)
        : VectorSums.squaredDistance(x, xo, y, yo, n);
  }

  @Override
  public double maxAbs(double[] x, int xo, int n) {
    return VectorSums.maxAbs(x, xo, x, xo, n);
  }

  @Override
  public void exp(double[] x, int xo, double[] y, int yo, int n) {
    map(VectorFunctions::exp, scalar::exp, x, xo, y, yo, n);
  }

  @Override
  public void log(double[] x, int xo, double[] y, int yo, int n) {
    map(VectorFunctions::log, scalar::log, x, xo, y, yo, n);
  }

  @Override
  public void log1p(double[] x, int xo, double[] y, int yo, int n) {
    map(VectorFunctions::log1p, scalar::log1p, x, xo, y, yo, n);
  }

  @Override
  public void sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    map(VectorFunctions::sigmoid, scalar::sigmoid, x, xo, y, yo, n);
  }

  @Override
  public void tanh(double[] x, int xo, double[] y, int yo, int n) {
    map(VectorFunctions::tanh, scalar::tanh, x, xo, y, yo, n);
  }

  @Override
  public void logcosh(double[] x, int xo, double[] y, int yo, int n) {
    map(VectorFunctions::logcosh, scalar::logcosh, x, xo, y, yo, n);
  }

  private static void map(
      WarmUp.Map.SimdLoop simd,
      WarmUp.Map.Loop scalar,
      double[] x,
      int xo,
      double[] y,
      int yo,
      int n) {
    new WarmUp.Map(simd, scalar).finish(x, xo, y, yo, n, simd.run(x, xo, y, yo, n));
  }
}
