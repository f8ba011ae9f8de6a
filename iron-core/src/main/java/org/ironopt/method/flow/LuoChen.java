package org.ironopt.method.flow;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.NoiseSampler;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.theory.IronParameters;

/**
 * Luo and Chen's discretizations of the accelerated flow {@code x' = v - x, gamma v' = mu (x - v) -
 * grad f(x), gamma' = mu - gamma}. {@code IMPLICIT} is IRON without noise. The other two start at
 *
 * <pre>
 *   y  = (x + alpha v)/(1 + alpha)
 *   v+ = (gamma v + alpha mu y - alpha grad f(y))/(gamma + alpha mu)
 *   x+ = y - grad f(y)/L                           GAUSS_SEIDEL, with a gradient as correction
 *   x+ = (x + alpha v+)/(1 + alpha)                SEMI_IMPLICIT
 *   gamma+ = (gamma + alpha mu)/(1 + alpha)
 * </pre>
 *
 * and take the largest step that is safe, {@code L alpha^2 = gamma (1 + alpha)}, by default. gamma
 * starts at L (IMPLICIT: at mu) by default.
 *
 * <p>Guarantee without noise: {@code E+ <= E/(1 + alpha)} for {@code E = f(x) - f* + gamma |v -
 * x*|^2/2}; IMPLICIT for every alpha, the others if {@code L alpha^2 <= gamma (1 + alpha)}. That is
 * {@code O(min(L/k^2, (1 + sqrt(mu/L))^-k))}.
 *
 * <p>Needs the resolvent of f (IMPLICIT), or one gradient at y and L.
 *
 * <p>Reference: H. Luo, L. Chen, "From differential equation solvers to accelerated first-order
 * methods for convex optimization", DOI 10.1007/s10107-021-01713-3. Deviation: formulas and energy
 * decay are derived anew; batches are ours.
 *
 * @param scheme which one
 * @param alpha step lengths; empty for the largest safe ones
 * @param l smoothness L; without meaning for IMPLICIT
 * @param mu strong convexity parameter of the flow
 * @param startGamma damping at the start
 * @param inner how the resolvent of IMPLICIT is solved
 * @param batches terms of a step
 */
public record LuoChen(
    Scheme scheme,
    Optional<Schedule> alpha,
    double l,
    double mu,
    OptionalDouble startGamma,
    Optional<InnerMethod> inner,
    Batches batches)
    implements Flow {

  /** The discretization. */
  public enum Scheme {
    /** Everything at the new point. */
    IMPLICIT,
    /** First v, then a gradient step from where the gradient is known. */
    GAUSS_SEIDEL,
    /** First v, then x with the new v. */
    SEMI_IMPLICIT
  }

  public LuoChen {
    Require.nonNegative("mu", mu);
    startGamma.ifPresent(gamma -> Require.positive("gamma0", gamma));
    if (scheme == Scheme.IMPLICIT) {
      Require.that(alpha.isPresent(), "the implicit scheme needs steps: give alpha");
    } else {
      Require.positive("L", l);
    }
  }

  /** Returns the implicit scheme with a constant step and {@code mu = gamma0 = 1}. */
  public static LuoChen implicit(double alpha) {
    return new LuoChen(
        Scheme.IMPLICIT,
        Optional.of(Schedule.constant(alpha)),
        Double.NaN,
        1,
        OptionalDouble.empty(),
        Optional.empty(),
        Batches.all());
  }

  /** Returns the Gauss-Seidel scheme with correction for an L-smooth f; mu is 0 until set. */
  public static LuoChen gaussSeidel(double l) {
    return explicit(Scheme.GAUSS_SEIDEL, l);
  }

  /** Returns the semi-implicit scheme for an L-smooth f; mu is 0 until set. */
  public static LuoChen semiImplicit(double l) {
    return explicit(Scheme.SEMI_IMPLICIT, l);
  }

  private static LuoChen explicit(Scheme scheme, double l) {
    return new LuoChen(
        scheme, Optional.empty(), l, 0, OptionalDouble.empty(), Optional.empty(), Batches.all());
  }

  /** Changes the steps. */
  public LuoChen alpha(Schedule alpha) {
    return new LuoChen(scheme, Optional.of(alpha), l, mu, startGamma, inner, batches);
  }

  /** Changes the strong convexity parameter. */
  public LuoChen mu(double mu) {
    return new LuoChen(scheme, alpha, l, mu, startGamma, inner, batches);
  }

  /** Changes the damping at the start. */
  public LuoChen gamma(double gamma0) {
    return new LuoChen(scheme, alpha, l, mu, OptionalDouble.of(gamma0), inner, batches);
  }

  /** Changes how the resolvent of the implicit scheme is solved. */
  public LuoChen inner(InnerMethod inner) {
    return new LuoChen(scheme, alpha, l, mu, startGamma, Optional.of(inner), batches);
  }

  /** Changes which terms a step sees. */
  public LuoChen batches(Batches batches) {
    return new LuoChen(scheme, alpha, l, mu, startGamma, inner, batches);
  }

  /** Returns gamma at the start. */
  public double gamma0() {
    return startGamma.orElse(scheme == Scheme.IMPLICIT ? mu : l);
  }

  @Override
  public String name() {
    return switch (scheme) {
      case IMPLICIT -> "luo-chen-implicit";
      case GAUSS_SEIDEL -> "luo-chen-gauss-seidel";
      case SEMI_IMPLICIT -> "luo-chen-semi-implicit";
    };
  }

  @Override
  public FlowStepper start(Objective objective, double[] x0, double[] v0, RandomStreams streams) {
    if (scheme == Scheme.IMPLICIT) {
      Iron iron = Iron.steps(alpha.orElseThrow()).mu(mu).gamma(gamma0()).batches(batches);
      return inner.map(iron::inner).orElse(iron).start(objective, x0, v0, streams);
    }
    return new Iteration(objective, x0, v0, streams);
  }

  /** The two explicit schemes. */
  private final class Iteration extends FlowStepper {
    private final BatchSampler sampler;
    private final double[] y = new double[x.length];
    private final double[] gradient = new double[x.length];

    Iteration(Objective objective, double[] x0, double[] v0, RandomStreams streams) {
      NoiseSampler none = NoiseSampler.of(objective, NoiseModel.none(), streams);
      super(objective, none, x0, v0, gamma0());
      sampler = BatchSampler.of(batches, objective, streams);
    }

    @Override
    public StepReport advance() {
      double g = gamma[0];
      double a = step(k, g);
      double part = a / (1 + a);
      Vectors.interpolate(x, v, part, y, 0, y.length);
      sampler.objective(k).gradient(y, gradient);

      double d = g + a * mu;
      Vectors.interpolate(v, y, a * mu / d, v, 0, v.length);
      Vectors.axpy(-a / d, gradient, v);
      if (scheme == Scheme.GAUSS_SEIDEL) {
        Vectors.add(y, -1 / l, gradient, x);
      } else {
        Vectors.interpolate(x, v, part, x, 0, x.length);
      }
      gamma[0] = new IronParameters(a, mu, g).gammaNext();
      k++;
      return StepReport.explicit(k, a, g, Double.NaN, members);
    }

    /** Returns the step k at damping g. */
    private double step(long k, double g) {
      return alpha.isPresent()
          ? alpha.get().checked(k)
          : (g + Math.sqrt(g * (g + 4 * l))) / (2 * l);
    }
  }
}
