package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;

/**
 * Any method in the metric of given sizes of the variables: it walks in {@code z_i = x_i / s_i}. A
 * step of Iron then is {@code u + lambda S^2 grad f(u) = c}, the proximal term {@code sum_i (u_i -
 * c_i)^2 / (2 lambda s_i^2)}; a trust region is a ball in z. So variables of 1e-7 and 1e7 live
 * together. For a sum of squares the reciprocal norms of the columns of J are good sizes.
 *
 * <p>Needs what the method needs; a closed form of the resolvent is lost. Guarantee: that of the
 * method, on {@code f(S z)}; with all sizes equal to a power of two, its steps on f with another
 * step length.
 *
 * <p>Reference: J. Mor&eacute;, "The Levenberg-Marquardt algorithm", 1978, DOI 10.1007/BFb0067700,
 * section 6. Deviation: the metric does not change from step to step.
 *
 * @param method that walks
 * @param sizes s of the variables, positive
 */
public record Scaled(Method method, double[] sizes) implements Method {
  public Scaled {
    Arrays.stream(sizes).forEach(size -> Require.positive("size", size));
    if (!method.regularizer().equals(Regularizer.none())) {
      throw new IllegalArgumentException(
          method.name() + " has a regularizer, whose proximal map is not that of scaled variables");
    }
  }

  /** Returns the method in the metric of these sizes. */
  public static Scaled of(Method method, double... sizes) {
    return new Scaled(method, sizes.clone());
  }

  @Override
  public String name() {
    return method.name() + "-scaled";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    State.start("x0", objective, x0);
    Require.length("sizes", objective.dimension(), sizes);
    return new ScaledStepper(method.start(view(objective), divided(x0), streams));
  }

  private double[] divided(double[] x) {
    double[] z = new double[x.length];
    for (int i = 0; i < z.length; i++) {
      z[i] = x[i] / sizes[i];
    }
    return z;
  }

  private double[] times(double[] z) {
    double[] x = new double[z.length];
    times(z, x);
    return x;
  }

  private void times(double[] z, double[] x) {
    for (int i = 0; i < z.length; i++) {
      x[i] = sizes[i] * z[i];
    }
  }

  /** Returns f(S z), with as much curvature as f has. */
  private Objective view(Objective f) {
    return switch (f) {
      case GaussNewton g -> new Model(g);
      case Curved c -> new Bent(c);
      default -> new View(f);
    };
  }

  private class View implements Objective {
    final Objective f;

    View(Objective f) {
      this.f = f;
    }

    @Override
    public int dimension() {
      return f.dimension();
    }

    @Override
    public double value(double[] z) {
      return f.value(times(z));
    }

    @Override
    public void gradient(double[] z, double[] gradient) {
      valueAndGradient(z, gradient);
    }

    @Override
    public double valueAndGradient(double[] z, double[] gradient) {
      double value = f.valueAndGradient(times(z), gradient);
      times(gradient, gradient);
      return value;
    }
  }

  private class Bent extends View implements Curved {
    private final Curved curved;

    Bent(Curved f) {
      super(f);
      curved = f;
    }

    @Override
    public Curvature curvature() {
      return scaled(curved.curvature());
    }
  }

  private final class Model extends Bent implements GaussNewton {
    private final GaussNewton model;

    Model(GaussNewton f) {
      super(f);
      model = f;
    }

    @Override
    public Curvature gaussNewton() {
      return scaled(model.gaussNewton());
    }

    @Override
    public boolean prefersGaussNewton() {
      return model.prefersGaussNewton();
    }
  }

  private Curvature scaled(Curvature h) {
    return new Curvature() {
      @Override
      public int dimension() {
        return h.dimension();
      }

      @Override
      public double at(double[] z, double[] gradient) {
        double value = h.at(times(z), gradient);
        times(gradient, gradient);
        return value;
      }

      @Override
      public void apply(double[] v, double[] hv) {
        h.apply(times(v), hv);
        times(hv, hv);
      }
    };
  }

  private final class ScaledStepper implements Stepper {
    private final Stepper stepper;
    private final double[] x;

    ScaledStepper(Stepper stepper) {
      this.stepper = stepper;
      x = times(stepper.x());
    }

    /** The gradient of a report is that by z, so it is left out. */
    @Override
    public StepReport advance() {
      StepReport report = stepper.advance();
      times(stepper.x(), x);
      return report.measured(report.value(), Double.NaN);
    }

    @Override
    public long step() {
      return stepper.step();
    }

    @Override
    public double[] x() {
      return x;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      stepper.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      stepper.restore(in);
      Vectors.copy(times(stepper.x()), x);
    }
  }
}
