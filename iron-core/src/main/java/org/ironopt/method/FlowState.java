package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Objective;

/** The state {@code (k, x, v, gamma)} that all discretizations of the flow share. */
abstract class FlowState implements FlowStepper {
  final Objective objective;
  final Layout layout;
  final Perturbation noise;
  double[] x;
  double[] v;

  /** One damping per group. */
  final double[] gamma;

  long k;

  FlowState(
      Objective objective,
      Layout layout,
      Perturbation noise,
      double[] x0,
      double[] v0,
      double[] gamma0) {
    this.objective = objective;
    this.layout = layout;
    this.noise = noise;
    x = start("x0", objective, x0);
    v = start("v0", objective, v0);
    gamma = gamma0;
  }

  private static double[] start(String name, Objective objective, double[] point) {
    return Require.finite(name, Require.length(name, objective.dimension(), point)).clone();
  }

  @Override
  public final long step() {
    return k;
  }

  @Override
  public final double[] x() {
    return x;
  }

  @Override
  public final double[] v() {
    return v;
  }

  @Override
  public final double[] gamma() {
    return gamma;
  }

  @Override
  public final void save(DataOutput out) throws IOException {
    out.writeLong(k);
    write(x, out);
    write(v, out);
    write(gamma, out);
  }

  @Override
  public final void restore(DataInput in) throws IOException {
    k = in.readLong();
    read(x, in);
    read(v, in);
    read(gamma, in);
  }

  private static void write(double[] array, DataOutput out) throws IOException {
    for (double a : array) {
      out.writeLong(Double.doubleToRawLongBits(a));
    }
  }

  private static void read(double[] array, DataInput in) throws IOException {
    for (int i = 0; i < array.length; i++) {
      array[i] = Double.longBitsToDouble(in.readLong());
    }
  }

  /** Returns the number that all groups share, NaN if they differ. */
  static double common(double[] perGroup) {
    boolean same = Arrays.stream(perGroup).allMatch(p -> p == perGroup[0]);
    return same ? perGroup[0] : Double.NaN;
  }
}
