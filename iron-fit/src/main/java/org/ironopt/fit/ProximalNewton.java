package org.ironopt.fit;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;

/**
 * For {@code F + sum_i k_i |theta_i|} of rows elsewhere: a forward-backward step, {@code u = prox(x
 * - grad F(x)/L)} with L doubled until the quadratic model lies above F, finds which coordinates
 * are zero; a Newton-CG step in the others, with their signs kept, then gives fast convergence.
 * Both decrease the objective. In the manner of T. Chen, F. Curtis, D. Robinson, "A reduced-space
 * algorithm for minimizing l1-regularized convex functions", DOI 10.1137/16M1062259; deviation:
 * both steps are made in turn.
 *
 * @param f the smooth part and the factors k
 */
record ProximalNewton(FitObjective f) implements Method {
  private static final double DECREASE = 1e-4;
  private static final double FORCING = 0.1;
  private static final int HALVINGS = 12;

  @Override
  public String name() {
    return "proximal-newton";
  }

  @Override
  public String id() {
    return "proximal-newton(forcing: " + FORCING + ")";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return new Iteration(objective, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final double[] g;
    private final double[] u;
    private final double[] s;
    private final double[] rhs;
    private final ConjugateGradient cg;
    private double l = 1;

    Iteration(Objective objective, double[] x0, RandomStreams streams) {
      super(name(), objective, NoiseModel.none(), x0, streams);
      g = new double[x.length];
      u = new double[x.length];
      s = new double[x.length];
      rhs = new double[x.length];
      cg = new ConjugateGradient(x.length);
    }

    @Override
    public StepReport advance() {
      double next = forwardBackward();
      newton();
      Vectors.copy(u, x);
      l = next;
      k++;
      return StepReport.explicit(k, 1 / l, 1);
    }

    /** Overwrites u and returns the L to begin the next step with. */
    private double forwardBackward() {
      double value = f.valueAndGradient(x, g);
      double[] gradient = new double[x.length];
      double bound = l;
      while (true) {
        double model = 0;
        for (int i = 0; i < x.length; i++) {
          double v = x[i] - g[i] / bound;
          double rest = Math.abs(v) - f.kink(i) / bound;
          u[i] = rest <= 0 ? 0 : Math.copySign(rest, v);
          double e = u[i] - x[i];
          model += e * Math.fma(0.5 * bound, e, g[i]);
        }
        double trial = f.valueAndGradient(u, gradient);
        if (trial <= value + model + 1e-14 * Math.abs(value) || bound > 1e30) {
          return 0.7 * bound;
        }
        bound *= 2;
      }
    }

    /** Moves u along a Newton direction of the coordinates that are not zero. */
    private void newton() {
      FitObjective.FitCurvature h = f.curvatureAt(u);
      double value = h.at(u, g) + f.kinks(u);
      for (int i = 0; i < u.length; i++) {
        rhs[i] = free(i) ? -FitObjective.nearest(g[i], u[i], f.kink(i)) : 0;
      }
      if (Vectors.norm(rhs) == 0) {
        return;
      }
      double[] inside = new double[u.length];
      cg.solveFromZero(
          (v, hv) -> {
            for (int i = 0; i < v.length; i++) {
              inside[i] = free(i) ? v[i] : 0;
            }
            h.apply(inside, hv);
            for (int i = 0; i < v.length; i++) {
              hv[i] = free(i) ? hv[i] : 0;
            }
          },
          rhs,
          s,
          KrylovSolver.Tolerance.toRelative(FORCING, 1000));
      double t = 1;
      double[] trial = new double[u.length];
      for (int halvings = 0; halvings <= HALVINGS; halvings++, t /= 2) {
        double slope = 0;
        for (int i = 0; i < u.length; i++) {
          double moved = Math.fma(t, s[i], u[i]);
          trial[i] = f.kink(i) > 0 && moved * u[i] <= 0 ? 0 : moved;
          slope -= rhs[i] * (trial[i] - u[i]);
        }
        double there = f.valueAndGradient(trial, g) + f.kinks(trial);
        if (slope < 0 && there <= value + DECREASE * slope) {
          Vectors.copy(trial, u);
          return;
        }
      }
    }

    private boolean free(int i) {
      return u[i] != 0 || f.kink(i) == 0;
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      l = archive.number(l);
    }
  }
}
