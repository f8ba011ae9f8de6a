package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Objective;

/** What all steppers share: the counter k, the iterate x, and how the whole state is written. */
abstract class State implements Stepper {
  final Layout layout;
  final Perturbation noise;
  double[] x;
  long k;

  State(Objective objective, Layout layout, Perturbation noise, double[] x0) {
    this.layout = layout;
    this.noise = noise;
    x = start("x0", objective, x0);
  }

  /** Returns a checked copy. */
  static double[] start(String name, Objective objective, double[] point) {
    return Require.finite(name, Require.length(name, objective.dimension(), point)).clone();
  }

  /** Returns all that a step reads besides k, always in the same order. */
  abstract double[][] arrays();

  @Override
  public final long step() {
    return k;
  }

  @Override
  public final double[] x() {
    return x;
  }

  @Override
  public final void save(DataOutput out) throws IOException {
    out.writeLong(k);
    for (double[] array : arrays()) {
      for (double a : array) {
        out.writeLong(Double.doubleToRawLongBits(a));
      }
    }
  }

  @Override
  public final void restore(DataInput in) throws IOException {
    k = in.readLong();
    if (k < 0) {
      throw new IOException("step " + k);
    }
    for (double[] array : arrays()) {
      for (int i = 0; i < array.length; i++) {
        array[i] = Double.longBitsToDouble(in.readLong());
      }
    }
  }
}
