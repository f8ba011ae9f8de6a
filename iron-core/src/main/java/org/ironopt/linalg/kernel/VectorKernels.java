package org.ironopt.linalg.kernel;

import jdk.incubator.vector.DoubleVector;

/**
 * The kernels with the Vector API: sums and elementary functions. Short ranges, and all while the
 * vector code is cold, are left to the scalar twin.
 */
final class VectorKernels extends PlainLoops {
  private static final int SHORT = WarmUp.SHORT;
  private static final ScalarKernels SCALAR = new ScalarKernels();

  private static final WarmUp DOT = new WarmUp();
  private static final WarmUp SUM = new WarmUp();
  private static final WarmUp SQUARED_DISTANCE = new WarmUp();
  private static final WarmUp MAX_ABS = new WarmUp();
  private static final WarmUp EXP = new WarmUp();
  private static final WarmUp LOG = new WarmUp();
  private static final WarmUp LOG1P = new WarmUp();
  private static final WarmUp SIGMOID = new WarmUp();
  private static final WarmUp TANH = new WarmUp();
  private static final WarmUp LOGCOSH = new WarmUp();

  private VectorKernels() {}

  /** Returns SIMD kernels, or scalar ones on a machine whose vectors are too narrow to help. */
  static Kernels create() {
    return DoubleVector.SPECIES_PREFERRED.length() >= QUAD
        ? new VectorKernels()
        : new ScalarKernels();
  }

  @Override
  public String description() {
    return "SIMD " + DoubleVector.SPECIES_PREFERRED.vectorBitSize() + " bit";
  }

  @Override
  public double dot(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      return SCALAR.dot(x, xo, y, yo, n);
    }
    return DOT.done()
        ? VectorSums.dot(x, xo, y, yo, n)
        : DOT.sum(VectorSums::dot, SCALAR::dot, x, xo, y, yo, n);
  }

  @Override
  public double squaredDistance(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      return SCALAR.squaredDistance(x, xo, y, yo, n);
    }
    return SQUARED_DISTANCE.done()
        ? VectorSums.squaredDistance(x, xo, y, yo, n)
        : SQUARED_DISTANCE.sum(
            VectorSums::squaredDistance, SCALAR::squaredDistance, x, xo, y, yo, n);
  }

  @Override
  public double sum(double[] x, int xo, int n) {
    if (n < SHORT) {
      return SCALAR.sum(x, xo, n);
    }
    return SUM.done()
        ? VectorSums.sum(x, xo, x, xo, n)
        : SUM.sum(VectorSums::sum, VectorKernels::scalarSum, x, xo, x, xo, n);
  }

  private static double scalarSum(double[] x, int xo, double[] y, int yo, int n) {
    return SCALAR.sum(x, xo, n);
  }

  @Override
  public double maxAbs(double[] x, int xo, int n) {
    if (n < SHORT) {
      return SCALAR.maxAbs(x, xo, n);
    }
    return MAX_ABS.done()
        ? VectorSums.maxAbs(x, xo, x, xo, n)
        : MAX_ABS.sum(VectorSums::maxAbs, VectorKernels::scalarMaxAbs, x, xo, x, xo, n);
  }

  private static double scalarMaxAbs(double[] x, int xo, double[] y, int yo, int n) {
    return SCALAR.maxAbs(x, xo, n);
  }

  @Override
  public void exp(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.exp(x, xo, y, yo, n);
    } else if (EXP.done()) {
      VectorFunctions.exp(x, xo, y, yo, n);
    } else {
      EXP.map(VectorFunctions::exp, SCALAR::exp, x, xo, y, yo, n);
    }
  }

  @Override
  public void log(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.log(x, xo, y, yo, n);
    } else if (LOG.done()) {
      VectorFunctions.log(x, xo, y, yo, n);
    } else {
      LOG.map(VectorFunctions::log, SCALAR::log, x, xo, y, yo, n);
    }
  }

  @Override
  public void log1p(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.log1p(x, xo, y, yo, n);
    } else if (LOG1P.done()) {
      VectorFunctions.log1p(x, xo, y, yo, n);
    } else {
      LOG1P.map(VectorFunctions::log1p, SCALAR::log1p, x, xo, y, yo, n);
    }
  }

  @Override
  public void sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.sigmoid(x, xo, y, yo, n);
    } else if (SIGMOID.done()) {
      VectorFunctions.sigmoid(x, xo, y, yo, n);
    } else {
      SIGMOID.map(VectorFunctions::sigmoid, SCALAR::sigmoid, x, xo, y, yo, n);
    }
  }

  @Override
  public void tanh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.tanh(x, xo, y, yo, n);
    } else if (TANH.done()) {
      VectorFunctions.tanh(x, xo, y, yo, n);
    } else {
      TANH.map(VectorFunctions::tanh, SCALAR::tanh, x, xo, y, yo, n);
    }
  }

  @Override
  public void logcosh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      SCALAR.logcosh(x, xo, y, yo, n);
    } else if (LOGCOSH.done()) {
      VectorFunctions.logcosh(x, xo, y, yo, n);
    } else {
      LOGCOSH.map(VectorFunctions::logcosh, SCALAR::logcosh, x, xo, y, yo, n);
    }
  }
}
