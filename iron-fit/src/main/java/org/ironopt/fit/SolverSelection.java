package org.ironopt.fit;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Preconditioner;

/**
 * Which method a fit uses, the one place where that is decided. All end with deterministic IRON
 * without noise and with a growing alpha, an inexact accelerated proximal Newton method; they
 * differ in how the linear systems are solved, and in whether minibatches come first. The rule
 * counts multiplications and looks at nothing else, so that one data set always gets one method.
 *
 * @param method the method
 * @param rounds whether its steps are rounds over the rows, which need not decrease the objective
 * @param why what was chosen, and why
 * @param predicted passes that it is expected to take by the cost model, NaN if nothing is known
 */
record SolverSelection(Method method, boolean rounds, String why, double predicted) {
  /** Products that a system takes with the factor of an earlier matrix, about. */
  private static final double LAGGED = 3;

  /** Newton systems of a fit, about: alpha grows tenfold from one to the next. */
  private static final int SYSTEMS = 7;

  /** A quadratic has one, and one that checks it. */
  private static final int QUADRATIC_SYSTEMS = 2;

  private SolverSelection(Method method, boolean rounds, String why) {
    this(method, rounds, why, Double.NaN);
  }

  /** Hessian products that a Newton step takes in whitened variables, about. */
  private static final int PRODUCTS = 3;

  /** Above this many parameters a matrix of them is not formed. */
  private static final int LARGEST_MATRIX = 2000;

  /** Every step multiplies alpha by this. */
  private static final double GROWTH = 10;

  private static final double LARGEST_ALPHA = 1e8;

  /**
   * From so many dense rows on minibatches come first, if there are enough for each parameter. They
   * save a third of the passes at 3 million rows, but no seconds while the rows lie in memory.
   */
  private static final int MANY_ROWS = 10_000_000;

  private static final int ROWS_PER_PARAMETER = 100;

  /** Passes over the rows in a round of minibatches, a step having two products. */
  private static final int ROUND = 2;

  /**
   * Returns variables in which conjugate gradients need few products, where that pays; those that
   * the penalty sees for a method of the user's own.
   */
  static Coordinates variables(
      Optional<Function<FitProblem, Method>> own,
      FitMethod wanted,
      FitData data,
      Coordinates x,
      Loss loss,
      double reg,
      double l1) {
    if (own.isPresent()) {
      return x.penalized();
    }
    boolean free = wanted == FitMethod.IRON || wanted == FitMethod.MINIBATCH;
    boolean cg = wanted == FitMethod.CG || free && !matrixPays(data, x);
    if (l1 > 0 || !cg) {
      return x;
    }
    return data.whitening(x, loss, reg).map(x::whitened).orElse(x);
  }

  private static boolean matrixPays(FitData data, Coordinates x) {
    return x.dimension() <= LARGEST_MATRIX && data.matrixPays(x.dimension(), x.outputs(), PRODUCTS);
  }

  /** Returns a method of the user's own if there is one, else the wanted one. */
  static SolverSelection of(
      Optional<Function<FitProblem, Method>> own,
      FitMethod wanted,
      FitData data,
      FitObjective f,
      ModelKind kind,
      double alpha) {
    return own.map(maker -> own(maker, f)).orElseGet(() -> of(wanted, data, f, kind, alpha));
  }

  /** Returns a method of the user's own, in rounds. */
  private static SolverSelection own(Function<FitProblem, Method> maker, FitObjective f) {
    Require.that(
        !(f.loss().terms.loss() instanceof PoissonLoss)
            && !(f.loss().terms.loss() instanceof FamilyLoss),
        "a Poisson fit takes the methods of FitMethod only: its gradient has no largest slope, on"
            + " which the steps of others rest; so do gamma, negbin and huber");
    FitProblem problem = FitProblem.of(f.loss(), f.coordinates(), f.reg(), f.l1(), f.counter());
    Method method = maker.apply(problem);
    problem.objective(method);
    return new SolverSelection(
        new EpochStepper(method, problem, 1, f.counter()),
        true,
        method.name() + ", as asked for; a step here is a round of about one pass over the rows");
  }

  static SolverSelection of(
      FitMethod wanted, FitData data, FitObjective f, ModelKind kind, double alpha) {
    if (f.kink(0) > 0) {
      Require.that(
          wanted == FitMethod.IRON,
          "method %s takes no l1 penalty: use IRON, or leave l1 at 0",
          wanted);
      if (data instanceof LocalData here) {
        return new SolverSelection(
            new SparseSteps(f, kind, here.data()),
            false,
            "Newton steps with coordinate descent on a working set of columns");
      }
      String steps =
          "forward-backward steps for |w|_1, and Newton steps in the coefficients that are not"
              + " zero";
      return new SolverSelection(new ProximalNewton(f), false, steps);
    }
    Optional<FitObjective.MatrixPrice> price = f.matrixPrice();
    boolean possible =
        f.dimension() <= LARGEST_MATRIX && (kind != ModelKind.SOFTMAX || price.isPresent());
    boolean cheap = matrixPays(data, f.coordinates());
    Require.that(
        kind != ModelKind.POISSON && !kind.local() || wanted != FitMethod.MINIBATCH,
        "minibatches need a loss whose gradient has a known largest slope, that of %s has none: use"
            + " iron, cg, cholesky or lbfgs",
        kind.word());
    boolean free = wanted == FitMethod.IRON || wanted == FitMethod.MINIBATCH;
    FitMethod method = free ? (cheap ? FitMethod.CHOLESKY : FitMethod.CG) : wanted;
    int most = 2 * LARGEST_MATRIX;
    Require.that(
        method != FitMethod.CHOLESKY || f.dimension() <= most,
        "a matrix of %d parameters is too large for cholesky, expected at most %d: use cg",
        f.dimension(),
        most);
    double products =
        f.coordinates()
            .whitening()
            .map(Whitening::products)
            .filter(m -> !Double.isNaN(m))
            .orElse((double) PRODUCTS);
    int systems = kind == ModelKind.RIDGE ? QUADRATIC_SYSTEMS : SYSTEMS;
    boolean correcting = free && !cheap && possible;
    Optional<LaggedPreconditioner> lagged =
        correcting
            ? price.map(
                p -> new LaggedPreconditioner(f, p, systems * (products - LAGGED) > p.whole()))
            : Optional.empty();
    double mu = Math.max(f.penaltyCurvature(), 1e-12);
    Schedule schedule = Schedule.geometric(alpha, GROWTH, Math.max(alpha, LARGEST_ALPHA));
    Iron iron = Iron.steps(schedule).mu(mu).inner(inner(method, kind, lagged));
    Method steps =
        lagged.<Method>map(solver -> new LaggedPreconditioner.Steps(iron, solver)).orElse(iron);
    String reason =
        !free
            ? ""
            : !possible
                ? " (" + f.dimension() + " parameters: no matrix of them is formed)"
                : data.reason(f.dimension(), f.coordinates().outputs(), (int) Math.rint(products));
    String white =
        f.coordinates().whitening().isPresent() ? " in variables whitened by a sample of rows" : "";
    String all =
        "deterministic IRON on all rows, growing alpha, " + method.words() + white + reason;
    if (wanted == FitMethod.IRON && !cheap && data.minibatchesPay(f.dimension())) {
      String why =
          " (%d rows are at least %d and %d for each of the %d parameters; method cg takes all rows"
              + " from the start)";
      Object[] numbers = {data.rows(), MANY_ROWS, ROWS_PER_PARAMETER, f.dimension()};
      return minibatch(f, steps, String.format(Locale.ROOT, why, numbers), all);
    }
    return wanted == FitMethod.MINIBATCH
        ? minibatch(f, steps, "", all)
        : new SolverSelection(
            steps, false, all, predicted(method, price, lagged, systems, products));
  }

  /**
   * Returns whether minibatches come first by themselves. After a pass they are about as far from
   * the optimum, relatively, as there are parameters for each row, which saves Newton steps if that
   * is little; sparse rows cost less than the vectors of parameters that every batch changes.
   */
  static boolean minibatchesPay(long rows, long parameters, boolean sparse) {
    return !sparse && rows >= MANY_ROWS && rows >= ROWS_PER_PARAMETER * parameters;
  }

  private static SolverSelection minibatch(FitObjective f, Method second, String why, String all) {
    Coordinates early = f.coordinates().penalized();
    FitProblem problem = FitProblem.of(f.loss(), early, f.reg(), 0, f.counter());
    int size = MinibatchWarmStart.batch(f);
    Method first = MinibatchWarmStart.minibatches(problem, size);
    return new SolverSelection(
        new MinibatchWarmStart(
            f, new EpochStepper(first, problem, ROUND, f.counter()), early, second),
        false,
        "IRON on variance-reduced minibatches of " + size + " rows first" + why + ", then " + all);
  }

  private static double predicted(
      FitMethod method,
      Optional<FitObjective.MatrixPrice> price,
      Optional<LaggedPreconditioner> lagged,
      int systems,
      double products) {
    if (price.isEmpty() || method == FitMethod.LBFGS) {
      return Double.NaN;
    }
    double whole = price.get().whole();
    double system = method == FitMethod.CHOLESKY ? whole : products;
    double all = systems * (1 + system);
    return lagged.isPresent() ? Math.min(all, whole + systems * (1 + LAGGED)) : all;
  }

  private static InnerMethod inner(
      FitMethod method, ModelKind kind, Optional<LaggedPreconditioner> lagged) {
    // A quadratic needs one system, solved as far as the step asks; others one for each step.
    double eta = kind == ModelKind.RIDGE ? 1e-4 : 0.08;
    Direction.ForcingTerm forcing = new Direction.ForcingTerm.Fixed(eta);
    Preconditioner none = new Preconditioner.None();
    Direction direction =
        switch (method) {
          case CHOLESKY -> new Direction.Cholesky();
          case LBFGS -> new Direction.Lbfgs();
          case CG, IRON, MINIBATCH ->
              lagged.isPresent()
                  ? new Direction.OwnKrylov(
                      "cg, with a matrix once products have cost more",
                      n -> lagged.get(),
                      forcing,
                      none,
                      1000)
                  : new Direction.Cg(forcing, none, 1000);
        };
    double reduction = kind == ModelKind.RIDGE ? 2e-4 : 0.1;
    return InnerMethod.NEWTON_CG
        .direction(direction)
        .tolerance(InnerTolerance.relative(reduction))
        .truncate(method == FitMethod.LBFGS ? 200 : 30);
  }
}
