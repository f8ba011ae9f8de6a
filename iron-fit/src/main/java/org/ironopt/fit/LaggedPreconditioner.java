package org.ironopt.fit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.DelegatingMethod;
import org.ironopt.method.internal.DelegatingStepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.newton.ResolventEquation;
import org.jspecify.annotations.Nullable;

/**
 * Conjugate gradients for {@code I + lambda H} that correct the choice of themselves. Once they
 * have spent twice the products that forming and factoring H costs, H is formed where they are, and
 * they go on from their iterate with its factor as preconditioner; it lags behind H until the
 * products beyond the one that a new factor would need have cost as much again. Whatever the
 * columns are, that is at most about twice the work of the better of both, the argument of renting
 * or buying (A. Karlin, M. Manasse, L. Rudolph, D. Sleator, "Competitive snoopy caching", DOI
 * 10.1007/BF01762111).
 */
final class LaggedPreconditioner extends KrylovSolver {
  /**
   * Prices of a matrix that products may cost before there is one. A Cholesky factorization in
   * every step costs more of them, so that it is no loss to wait; and products that are nearly done
   * are not followed by a matrix.
   */
  private static final double PATIENCE = 2;

  private final FitObjective f;

  /** Products that are followed by a matrix. */
  private final double enough;

  private final boolean atOnce;
  private final FitObjective.MatrixPrice price;
  private final ConjugateGradient cg = new ConjugateGradient(n);
  private final double[] step = new double[n];
  private final double[] product = new double[n];
  private final List<FitResult.SolverWork.Matrix> matrices = new ArrayList<>();
  private State state;

  /**
   * What later solves depend on.
   *
   * @param spent products since the last matrix
   * @param point where H is from
   * @param lambda of the factor
   */
  private record State(
      double spent,
      double[] point,
      @Nullable DenseMatrix h,
      double lambda,
      @Nullable Cholesky factor) {
    State spent(double all) {
      return new State(all, point, h, lambda, factor);
    }
  }

  /**
   * @param atOnce whether products are expected to cost more than a matrix, which is then formed
   *     for the first system
   */
  LaggedPreconditioner(FitObjective f, FitObjective.MatrixPrice price, boolean atOnce) {
    super(f.dimension());
    this.atOnce = atOnce;
    enough = PATIENCE * price.whole();
    state = new State(atOnce ? enough : 0, new double[0], null, 0, null);
    this.f = f;
    this.price = price;
  }

  /** Returns the matrices that were formed, in their order. */
  List<FitResult.SolverWork.Matrix> matrices() {
    return matrices;
  }

  @Override
  protected Ending cycle(LinearOperator a, double[] x, double residual, double target, int limit) {
    ResolventEquation equation = (ResolventEquation) a;
    while (true) {
      renew(equation);
      Cholesky factor = state.factor;
      int most = (int) Math.clamp(Math.ceil(enough - state.spent), 1, limit - cycleSteps);
      Report report =
          cg.solveFromZero(
              equation,
              factor == null ? null : factor::solve,
              r,
              step,
              new Tolerance(0, target, most, true));
      Vectors.axpy(1, step, x);
      int steps = report.iterations();
      cycleSteps += steps;
      cycleResidual = report.residual();
      tell(cycleResidual);
      // A new factor would have needed one product too.
      int spare = factor != null && cycleSteps == steps ? 1 : 0;
      state = state.spent(state.spent + Math.max(0, steps - spare));
      f.counter().spend(factor == null ? 0 : steps * price.solve());
      if (report.ending() != Ending.ITERATION_LIMIT || cycleSteps >= limit) {
        return report.ending();
      }
      equation.apply(step, product);
      Vectors.subtract(r, product, r);
    }
  }

  /** Forms the matrix, or factors it for another lambda, where products have cost as much. */
  private void renew(ResolventEquation equation) {
    double lambda = equation.lambda();
    if (state.spent >= enough) {
      FitObjective.FitCurvature at = (FitObjective.FitCurvature) equation.current().curvature();
      matrices.add(
          new FitResult.SolverWork.Matrix(
              atOnce && state.h == null ? 0 : state.spent, price.whole(), lambda));
      state = factored(0, at.point(), at.matrix(), lambda);
    } else if (state.h != null
        && lambda != state.lambda
        && (price.factor() <= 1 || state.spent >= price.factor())) {
      state = factored(state.spent, state.point, state.h, lambda);
    }
  }

  private State factored(double spent, double[] point, DenseMatrix h, double lambda) {
    double[] system = h.data().clone();
    for (int i = 0; i < system.length; i++) {
      system[i] *= lambda;
    }
    for (int i = 0; i < n; i++) {
      system[i * n + i] += 1;
    }
    Cholesky factor = new Cholesky(n);
    f.counter().spend(price.factor());
    boolean definite = factor.factor(DenseMatrix.of(n, n, system));
    return new State(spent, point, h, lambda, definite ? factor : null);
  }

  private void state(StateCodec archive) throws IOException {
    boolean formed = archive.flag(state.h != null);
    double spent = archive.number(state.spent);
    double[] point = formed && !archive.reads() ? state.point : new double[n];
    double lambda = archive.number(state.lambda);
    if (formed) {
      archive.array(point);
    }
    if (archive.reads()) {
      // The matrix is a function of its point.
      state =
          formed
              ? factored(spent, point, f.curvatureAt(point).matrix(), lambda)
              : new State(spent, new double[0], null, lambda, null);
    }
  }

  /**
   * A method whose systems it solves.
   *
   * @param method deterministic, with this solver in its direction
   */
  record Steps(Method method, LaggedPreconditioner solver) implements DelegatingMethod {
    @Override
    public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
      Stepper steps = method.start(objective, x0, streams);
      return new DelegatingStepper() {
        @Override
        public StepReport advance() {
          State before = solver.state;
          int formed = solver.matrices.size();
          try {
            return steps.advance();
          } catch (RuntimeException e) {
            solver.state = before;
            solver.matrices.subList(formed, solver.matrices.size()).clear();
            throw e;
          }
        }

        @Override
        public Stepper stepper() {
          return steps;
        }

        @Override
        public void state(StateCodec archive) throws IOException {
          solver.state(archive);
        }
      };
    }
  }
}
