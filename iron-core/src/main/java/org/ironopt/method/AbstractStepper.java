package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;

/**
 * The common part of steppers: the counter k, the iterate x, the noise, and saving of the state. A
 * method of your own extends it and makes its step in {@link #advance}; a state beyond k and x is
 * named in {@link #state}. A resumed run then has the same bits. {@link BatchSampler} gives the
 * objective of a step's batch, {@link #noise} adds the step's noise.
 */
public abstract class AbstractStepper implements Stepper {
  /** Dimension of the objective, or of that of a member of an ensemble. */
  protected final int n;

  /** Members of an ensemble, 1 for one point. */
  protected final int members;

  final EnsembleLayout layout;
  protected final NoiseSampler noise;
  protected double[] x;
  protected long k;

  /** Starts at {@code x0}, which is copied, with draws that are made already. */
  protected AbstractStepper(Objective objective, NoiseSampler noise, double[] x0) {
    this.noise = noise;
    layout = noise.layout();
    n = layout.n;
    members = layout.members;
    x = start("x0", objective, x0);
  }

  /** Starts one point, or all members of an ensemble, with noise of this law. */
  protected AbstractStepper(
      Objective objective, NoiseModel law, double[] x0, RandomStreams streams) {
    this(objective, NoiseSampler.of(objective, law, streams), x0);
  }

  /** Starts one point with noise of this law; an ensemble is refused in the name of the method. */
  protected AbstractStepper(
      String method, Objective objective, NoiseModel law, double[] x0, RandomStreams streams) {
    this(objective, NoiseSampler.of(EnsembleLayout.one(method, objective), law, streams), x0);
  }

  /** Returns a checked copy. */
  static double[] start(String name, Objective objective, double[] point) {
    return Require.finite(name, Require.length(name, objective.dimension(), point)).clone();
  }

  /** Makes {@code next} the iterate and returns the array of the old one, to be used again. */
  protected final double[] moveTo(double[] next) {
    double[] old = x;
    x = next;
    return old;
  }

  /** Names all that a step reads besides k and x, always in the same order. */
  protected void state(StateCodec archive) throws IOException {}

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
    all(new StateCodec(out));
  }

  @Override
  public final void restore(DataInput in) throws IOException {
    all(new StateCodec(in));
  }

  private void all(StateCodec archive) throws IOException {
    k = archive.count(k);
    if (k < 0) {
      throw new IOException("step " + k);
    }
    archive.array(x);
    state(archive);
  }
}
