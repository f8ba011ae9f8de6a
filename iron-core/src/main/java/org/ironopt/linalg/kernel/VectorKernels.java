package org.ironopt.linalg.kernel;

import jdk.incubator.vector.DoubleVector;

/**
 * The kernels with the Vector API: sums and elementary functions. Short ranges, and all ranges
 * until the SIMD loop is compiled, are left to the definition.
 */
final class VectorKernels extends Kernels {
  private static final int SHORT = WarmUp.SHORT;
  private static final Kernels PLAIN = new Kernels();

  private static final WarmUp.Sum DOT = new WarmUp.Sum(VectorSums::dot);
  private static final WarmUp.Sum SUM = new WarmUp.Sum(VectorSums::sum);
  private static final WarmUp.Sum SQUARED_DISTANCE = new WarmUp.Sum(VectorSums::squaredDistance);
  private static final WarmUp.Sum MAX_ABS = new WarmUp.Sum(VectorSums::maxAbs);
  private static final WarmUp.Map EXP = new WarmUp.Map(VectorFunctions::exp, PLAIN::exp);
  private static final WarmUp.Map LOG = new WarmUp.Map(VectorFunctions::log, PLAIN::log);
  private static final WarmUp.Map LOG1P = new WarmUp.Map(VectorFunctions::log1p, PLAIN::log1p);
  private static final WarmUp.Map SIGMOID =
      new WarmUp.Map(VectorFunctions::sigmoid, PLAIN::sigmoid);
  private static final WarmUp.Map TANH = new WarmUp.Map(VectorFunctions::tanh, PLAIN::tanh);
  private static final WarmUp.Map LOGCOSH =
      new WarmUp.Map(VectorFunctions::logcosh, PLAIN::logcosh);

  /** Loads the Vector API, which the kernels themselves do not before there is work for it. */
  @Override
  public String description() {
    return "SIMD " + DoubleVector.SPECIES_PREFERRED.vectorBitSize() + " bit";
  }

  @Override
  public double dot(double[] x, int xo, double[] y, int yo, int n) {
    return n >= SHORT && DOT.ready(n)
        ? VectorSums.dot(x, xo, y, yo, n)
        : super.dot(x, xo, y, yo, n);
  }

  @Override
  public double squaredDistance(double[] x, int xo, double[] y, int yo, int n) {
    return n >= SHORT && SQUARED_DISTANCE.ready(n)
        ? VectorSums.squaredDistance(x, xo, y, yo, n)
        : super.squaredDistance(x, xo, y, yo, n);
  }

  @Override
  public double sum(double[] x, int xo, int n) {
    return n >= SHORT && SUM.ready(n) ? VectorSums.sum(x, xo, x, xo, n) : super.sum(x, xo, n);
  }

  @Override
  public double maxAbs(double[] x, int xo, int n) {
    return n >= SHORT && MAX_ABS.ready(n)
        ? VectorSums.maxAbs(x, xo, x, xo, n)
        : super.maxAbs(x, xo, n);
  }

  @Override
  public void exp(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      super.exp(x, xo, y, yo, n);
    } else {
      EXP.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void log(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      super.log(x, xo, y, yo, n);
    } else {
      LOG.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void log1p(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      super.log1p(x, xo, y, yo, n);
    } else {
      LOG1P.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      super.sigmoid(x, xo, y, yo, n);
    } else {
      SIGMOID.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void tanh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      super.tanh(x, xo, y, yo, n);
    } else {
      TANH.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void logcosh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      super.logcosh(x, xo, y, yo, n);
    } else {
      LOGCOSH.run(x, xo, y, yo, n);
    }
  }
}
