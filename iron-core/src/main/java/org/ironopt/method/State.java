package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.Streams;

/**
 * What all steppers share: the counter k, the iterate x, and how the whole state is written. A
 * method of your own extends it, names the arrays that a step reads ({@link #arrays}) and makes its
 * step in {@link #advance}; a resumed run then has the same bits. {@link Sampler} gives the
 * objective of a step's batch, {@link #noise} adds the step's noise.
 */
public abstract class State implements Stepper {
  protected final Layout layout;
  protected final Perturbation noise;
  protected double[] x;
  protected long k;

  protected State(Objective objective, Layout layout, Perturbation noise, double[] x0) {
    this.layout = layout;
    this.noise = noise;
    x = start("x0", objective, x0);
  }

  /** Starts one point at {@code x0}, with noise of this law in what {@link #noise} is added to. */
  protected State(
      String method, Objective objective, NoiseModel law, double[] x0, Streams streams) {
    Layout one = Layout.one(method, objective);
    this(objective, one, Draws.of(one, law, streams), x0);
  }

  /** Returns a checked copy. */
  static double[] start(String name, Objective objective, double[] point) {
    return Require.finite(name, Require.length(name, objective.dimension(), point)).clone();
  }

  /** Returns all that a step reads besides k, always in the same order. */
  protected abstract double[][] arrays();

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
