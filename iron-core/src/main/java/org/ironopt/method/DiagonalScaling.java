package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.RandomStreams;

/**
 * Any method in the metric of the sizes of the variables: it iterates on {@code z_i = x_i / s_i}. A
 * step of Iron then is {@code u + lambda S^2 grad f(u) = c}, the proximal term {@code sum_i (u_i -
 * c_i)^2 / (2 lambda s_i^2)}; a trust region is a ball in z, and inner tolerances refer to z. So
 * variables of size 1e-7 and 1e7 may occur together. Sizes are given ({@link #of}), or for Iron and
 * the other flows learned ({@link #learned}): 1/s_i is then the largest norm that column i of J has
 * had where steps began, rounded down to a power of two, so that a change of the metric moves
 * neither x nor v by a bit. The noise of a method is added to z.
 *
 * <p>Needs what the method needs, and J'J to learn; a closed form of the resolvent is lost. Work:
 * to learn takes an evaluation in each step. Guarantee: that of the method, on {@code f(S z)}, once
 * S stays, which it does where the columns of J are bounded; with all sizes equal to a power of
 * two, its steps on f with another step length. With learned sizes, units that differ by powers of
 * two change no bit.
 *
 * <p>Reference: J. Mor&eacute;, "The Levenberg-Marquardt algorithm", 1978, DOI 10.1007/BFb0067700,
 * section 6. Deviation: the powers of two.
 *
 * @param method in the scaled variables
 * @param sizes s of the variables, positive; empty to learn them
 */
public record DiagonalScaling(Method method, double[] sizes) implements Method {
  public DiagonalScaling {
    Arrays.stream(sizes).forEach(size -> Require.positive("size", size));
    Require.that(
        method.regularizer().equals(Regularizer.none()),
        "%s has a regularizer, whose proximal map is not that of scaled variables",
        method.name());
    Require.that(
        sizes.length > 0 || method instanceof Flow,
        "%s remembers more than x and v, which a new metric would change:"
            + " give the sizes of the variables",
        method.name());
  }

  /** Returns the method in the metric of these sizes. */
  public static DiagonalScaling of(Method method, double... sizes) {
    Require.atLeast("number of sizes", 1, sizes.length);
    return new DiagonalScaling(method, sizes.clone());
  }

  /** Returns Iron, or another flow, in the metric of the columns of J, kept as maxima. */
  public static DiagonalScaling learned(Flow method) {
    return new DiagonalScaling(method, new double[0]);
  }

  @Override
  public String name() {
    return method.name() + "-scaled";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    double[] z = AbstractStepper.start("x0", objective, x0);
    if (sizes.length > 0) {
      double[] s = Require.length("sizes", objective.dimension(), sizes);
      for (int i = 0; i < z.length; i++) {
        z[i] /= s[i];
      }
      return new Steps(method.start(ScaledObjective.of(objective, s), z, streams), s);
    }
    if (!(objective instanceof GaussNewton model)) {
      throw new IllegalArgumentException(
          objective.getClass().getSimpleName()
              + " has no residuals whose derivatives tell sizes: give them with DiagonalScaling.of");
    }
    double[] s = new double[z.length];
    Arrays.fill(s, 1);
    Flow flow = (Flow) method;
    return new Learning(flow.start(ScaledObjective.of(objective, s), z, streams), s, model);
  }

  private static class Steps implements Stepper {
    private final Stepper stepper;
    final double[] s;
    final double[] x;

    Steps(Stepper stepper, double[] s) {
      this.stepper = stepper;
      this.s = s;
      x = new double[s.length];
      Vectors.multiply(s, stepper.x(), x);
    }

    /** The gradient of a report is that by z, so it is left out. */
    @Override
    public StepReport advance() {
      StepReport report = stepper.advance();
      Vectors.multiply(s, stepper.x(), x);
      return report.measured(report.value(), Double.NaN);
    }

    @Override
    public final long step() {
      return stepper.step();
    }

    @Override
    public final double[] x() {
      return x;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      stepper.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      stepper.restore(in);
      Vectors.multiply(s, stepper.x(), x);
    }
  }

  /** Steps in a metric that is learned where they begin. */
  private static final class Learning extends Steps {
    private final FlowStepper flow;
    private final Curvature model;
    private final double[] scratch;
    private final double[] diagonal;

    /** Largest norms of the columns of J so far, rounded down to powers of two; 0 before. */
    private final double[] largest;

    Learning(FlowStepper flow, double[] s, GaussNewton f) {
      super(flow, s);
      this.flow = flow;
      model = f.gaussNewton();
      scratch = new double[s.length];
      diagonal = new double[s.length];
      largest = new double[s.length];
    }

    @Override
    public StepReport advance() {
      model.at(x, scratch);
      model.diagonal(diagonal);
      // Where J is not finite the step finds that out itself.
      if (Vectors.allFinite(diagonal)) {
        learn();
      }
      return super.advance().spending(StepReport.Counts.gradients(1));
    }

    private void learn() {
      for (int i = 0; i < s.length; i++) {
        double norm = Math.sqrt(diagonal[i]);
        double power = norm > 0 ? Math.scalb(1.0, Math.getExponent(norm)) : 0;
        if (power > largest[i]) {
          largest[i] = power;
          flow.x[i] *= s[i] * power;
          flow.v[i] *= s[i] * power;
          s[i] = 1 / power;
        }
      }
    }

    @Override
    public void save(DataOutput out) throws IOException {
      new StateCodec(out).array(largest);
      super.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      new StateCodec(in).array(largest);
      for (int i = 0; i < s.length; i++) {
        s[i] = largest[i] > 0 ? 1 / largest[i] : 1;
      }
      super.restore(in);
    }
  }
}
