package org.ironopt.linalg.kernel;

import jdk.incubator.vector.DoubleVector;

/**
 * The kernels with the Vector API: sums and elementary functions. Short ranges, and all while the
 * vector code is cold, are left to the scalar twin.
 */
final class VectorKernels extends PlainLoops {
  private static final int SHORT = WarmUp.SHORT;
  private static final ScalarKernels SCALAR = new ScalarKernels();

  private static final WarmUp.Sum DOT = new WarmUp.Sum(VectorSums::dot, SCALAR::dot);
  private static final WarmUp.Sum SUM = new WarmUp.Sum(VectorSums::sum, VectorKernels::scalarSum);
  private static final WarmUp.Sum SQUARED_DISTANCE =
      new WarmUp.Sum(VectorSums::squaredDistance, SCALAR::squaredDistance);
  private static final WarmUp.Sum MAX_ABS =
      new WarmUp.Sum(VectorSums::maxAbs, VectorKernels::scalarMaxAbs);
  private static final WarmUp.Map EXP = new WarmUp.Map(VectorFunctions::exp, SCALAR::exp);
  private static final WarmUp.Map LOG = new WarmUp.Map(VectorFunctions::log, SCALAR::log);
  private static final WarmUp.Map LOG1P = new WarmUp.Map(VectorFunctions::log1p, SCALAR::log1p);
  private static final WarmUp.Map SIGMOID =
      new WarmUp.Map(VectorFunctions::sigmoid, SCALAR::sigmoid);
  private static final WarmUp.Map TANH = new WarmUp.Map(VectorFunctions::tanh, SCALAR::tanh);
  private static final WarmUp.Map LOGCOSH =
      new WarmUp.Map(VectorFunctions::logcosh, SCALAR::logcosh);

  /** Loads the Vector API, which the kernels themselves do not before there is work for it. */
  @Override
  public String description() {
    return "SIMD " + DoubleVector.SPECIES_PREFERRED.vectorBitSize() + " bit";
  }

  @Override
  public double dot(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      return SCALAR.dot(x, xo, y, yo, n);
    }
    return DOT.done() ? VectorSums.dot(x, xo, y, yo, n) : DOT.of(x, xo, y, yo, n);
  }

  @Override
  public double squaredDistance(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      return SCALAR.squaredDistance(x, xo, y, yo, n);
    }
    return SQUARED_DISTANCE.done()
        ? VectorSums.squaredDistance(x, xo, y, yo, n)
        : SQUARED_DISTANCE.of(x, xo, y, yo, n);
  }

  @Override
  public double sum(double[] x, int xo, int n) {
    if (n < SHORT) {
      return SCALAR.sum(x, xo, n);
    }
    return SUM.done() ? VectorSums.sum(x, xo, x, xo, n) : SUM.of(x, xo, x, xo, n);
  }

  private static double scalarSum(double[] x, int xo, double[] y, int yo, int n) {
    return SCALAR.sum(x, xo, n);
  }

  @Override
  public double maxAbs(double[] x, int xo, int n) {
    if (n < SHORT) {
      return SCALAR.maxAbs(x, xo, n);
    }
    return MAX_ABS.done() ? VectorSums.maxAbs(x, xo, x, xo, n) : MAX_ABS.of(x, xo, x, xo, n);
  }

  private static double scalarMaxAbs(double[] x, int xo, double[] y, int yo, int n) {
    return SCALAR.maxAbs(x, xo, n);
  }

  @Override
  public void exp(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.exp(x, xo, y, yo, n);
    } else if (EXP.done()) {
      int i = VectorFunctions.exp(x, xo, y, yo, n);
      EXP.finish(x, xo, y, yo, n, i);
    } else {
      EXP.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void log(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.log(x, xo, y, yo, n);
    } else if (LOG.done()) {
      int i = VectorFunctions.log(x, xo, y, yo, n);
      LOG.finish(x, xo, y, yo, n, i);
    } else {
      LOG.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void log1p(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.log1p(x, xo, y, yo, n);
    } else if (LOG1P.done()) {
      int i = VectorFunctions.log1p(x, xo, y, yo, n);
      LOG1P.finish(x, xo, y, yo, n, i);
    } else {
      LOG1P.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.sigmoid(x, xo, y, yo, n);
    } else if (SIGMOID.done()) {
      int i = VectorFunctions.sigmoid(x, xo, y, yo, n);
      SIGMOID.finish(x, xo, y, yo, n, i);
    } else {
      SIGMOID.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void tanh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.tanh(x, xo, y, yo, n);
    } else if (TANH.done()) {
      int i = VectorFunctions.tanh(x, xo, y, yo, n);
      TANH.finish(x, xo, y, yo, n, i);
    } else {
      TANH.run(x, xo, y, yo, n);
    }
  }

  @Override
  public void logcosh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.logcosh(x, xo, y, yo, n);
    } else if (LOGCOSH.done()) {
      int i = VectorFunctions.logcosh(x, xo, y, yo, n);
      LOGCOSH.finish(x, xo, y, yo, n, i);
    } else {
      LOGCOSH.run(x, xo, y, yo, n);
    }
  }
}
