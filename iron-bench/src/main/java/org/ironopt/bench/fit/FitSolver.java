package org.ironopt.bench.fit;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.MaxIter;
import org.hipparchus.optim.SimpleValueChecker;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient;
import org.hipparchus.optim.nonlinear.scalar.gradient.NonLinearConjugateGradientOptimizer;
import org.hipparchus.optim.nonlinear.scalar.gradient.NonLinearConjugateGradientOptimizer.Formula;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.model.ModelKind;
import org.ironopt.problem.Objective;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Softmax;
import org.ojalgo.matrix.decomposition.Cholesky;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.matrix.store.RawStore;

/**
 * A solver that takes part in the comparison.
 *
 * @param name what the table calls it
 * @param kinds the objectives that it can express
 * @param prepare takes the data in the form that it likes best; what this costs is not measured
 */
record FitSolver(String name, Set<ModelKind> kinds, Function<FitSet, Solve> prepare) {
  /** In nanoseconds; where Hipparchus needs more it has lost anyway. */
  private static final long LONGEST = 10_000_000_000L;

  /** How the name of this library on a device begins. */
  private static final String ON = "iron, ";

  /** A solve from zero. */
  @FunctionalInterface
  interface Solve extends AutoCloseable {
    /** Returns the weights, a row for each output; {@code tolerance} in the solver's own terms. */
    double[][] run(double tolerance);

    /** Returns the seconds of a run that are not solving, such as those of a process that reads. */
    default double overhead() {
      return 0;
    }

    /** Gives back what it holds. */
    @Override
    default void close() {}
  }

  /** This library, with its defaults; the tolerance is the relative gap that it must certify. */
  static final FitSolver IRON =
      new FitSolver("iron", EnumSet.allOf(ModelKind.class), FitSolver::iron);

  /** Returns all contestants, this library first, and last this library on a device. */
  static List<FitSolver> all(DeviceChoice device) {
    List<FitSolver> all = new ArrayList<>();
    all.add(IRON);
    all.add(liblinear(SolverType.L2R_LR, "liblinear newton"));
    all.add(liblinear(SolverType.L2R_LR_DUAL, "liblinear dual"));
    if (LiblinearProcess.program().isPresent()) {
      Set<ModelKind> logistic = Set.of(ModelKind.LOGISTIC);
      all.add(new FitSolver("liblinear C newton", logistic, s -> new LiblinearProcess(s, 0)));
      all.add(new FitSolver("liblinear C dual", logistic, s -> new LiblinearProcess(s, 7)));
    }
    all.add(new FitSolver("ejml cholesky", Set.of(ModelKind.RIDGE), FitSolver::ejml));
    all.add(new FitSolver("ojalgo cholesky", Set.of(ModelKind.RIDGE), FitSolver::ojalgo));
    all.add(new FitSolver("hipparchus cg", IRON.kinds, FitSolver::hipparchus));
    if (!device.host()) {
      String name = ON + device.device();
      all.add(
          new FitSolver(
              name,
              IRON.kinds,
              set -> new OnDevice(FitPlugin.cuda().open(device.device(), 1, line -> {}), set)));
    }
    return all;
  }

  /** Returns whether it can express the objective; a device holds dense rows. */
  boolean takes(FitSet set) {
    return kinds.contains(set.kind()) && (!elsewhere() || set.dense());
  }

  /** Returns whether the tolerance is a gap that it certifies. */
  boolean certifies() {
    return this == IRON || elsewhere();
  }

  boolean elsewhere() {
    return name.startsWith(ON);
  }

  private static Solve iron(FitSet set) {
    return tolerance -> weights(Fit.of(set.kind(), set.data()), set, tolerance);
  }

  private static double[][] weights(Fit fit, FitSet set, double tolerance) {
    return fit.reg(set.reg())
        .scale(false)
        .intercept(false)
        .tolerance(tolerance)
        .go()
        .model()
        .weights();
  }

  /** This library with the rows on a device, where they are before the clock starts. */
  private record OnDevice(FitPlugin.Session session, FitSet set, Partitions rows) implements Solve {
    OnDevice(FitPlugin.Session session, FitSet set) {
      this(session, set, session.parts(set.kind(), false, set.data()));
    }

    @Override
    public double[][] run(double tolerance) {
      return weights(Fit.of(set.kind(), rows), set, tolerance);
    }

    @Override
    public void close() {
      session.close();
    }
  }

  /**
   * liblinear-java. It minimises {@code |w|^2 / 2 + C sum_i loss_i}, which is our objective times
   * {@code n C} for {@code C = 1 / (n reg)}.
   */
  private static FitSolver liblinear(SolverType type, String name) {
    return new FitSolver(name, Set.of(ModelKind.LOGISTIC), set -> liblinear(type, set));
  }

  private static Solve liblinear(SolverType type, FitSet set) {
    Linear.disableDebugOutput();
    Dataset data = set.data();
    Problem problem = new Problem();
    problem.l = data.rows();
    problem.n = data.columns();
    problem.bias = -1;
    problem.x = new Feature[problem.l][];
    problem.y = new double[problem.l];
    double[] row = new double[problem.n];
    for (int i = 0; i < problem.l; i++) {
      problem.y[i] = data.label(i) == 1 ? 1 : -1;
      data.features().copyRow(data.position(i), row, 0);
      problem.x[i] = nodes(row);
    }
    double c = 1 / (problem.l * set.reg());
    return tolerance -> {
      Parameter parameter = new Parameter(type, c, tolerance, 100_000);
      parameter.setRandom(new Random(1));
      Model model = Linear.train(problem, parameter);
      double sign = model.getLabels()[0] == 1 ? 1 : -1;
      return new double[][] {Arrays.stream(model.getFeatureWeights()).map(v -> sign * v).toArray()};
    };
  }

  private static Feature[] nodes(double[] row) {
    return IntStream.range(0, row.length)
        .filter(j -> row[j] != 0)
        .mapToObj(j -> new FeatureNode(j + 1, row[j]))
        .toArray(Feature[]::new);
  }

  private static double[][] rows(FitSet set) {
    Dataset data = set.data();
    double[][] rows = new double[data.rows()][data.columns()];
    for (int i = 0; i < rows.length; i++) {
      data.features().copyRow(data.position(i), rows[i], 0);
    }
    return rows;
  }

  private static double[] targets(FitSet set) {
    return IntStream.range(0, set.data().rows()).mapToDouble(set.data()::target).toArray();
  }

  /**
   * Least squares by EJML: the normal equations {@code (X'X + n reg I) w = X'y}, formed and solved
   * by Cholesky's method. A direct solve has no tolerance.
   */
  private static Solve ejml(FitSet set) {
    int rows = set.data().rows();
    int columns = set.data().columns();
    DMatrixRMaj x = new DMatrixRMaj(rows(set));
    DMatrixRMaj y = DMatrixRMaj.wrap(rows, 1, targets(set));
    return tolerance -> {
      DMatrixRMaj a = new DMatrixRMaj(columns, columns);
      DMatrixRMaj b = new DMatrixRMaj(columns, 1);
      DMatrixRMaj w = new DMatrixRMaj(columns, 1);
      CommonOps_DDRM.multInner(x, a);
      CommonOps_DDRM.multTransA(x, y, b);
      for (int j = 0; j < columns; j++) {
        a.add(j, j, rows * set.reg());
      }
      LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(columns);
      if (!solver.setA(a)) {
        throw new IllegalStateException("the normal equations are not positive definite");
      }
      solver.solve(b, w);
      return new double[][] {w.data};
    };
  }

  /**
   * The same equations by ojAlgo, with the threads it likes. Its optimizers minimise quadratics
   * only, so that it takes no part in the other sets.
   */
  private static Solve ojalgo(FitSet set) {
    int rows = set.data().rows();
    int columns = set.data().columns();
    R064Store x = R064Store.FACTORY.copy(RawStore.wrap(rows(set)));
    R064Store y = R064Store.FACTORY.column(targets(set));
    return tolerance -> {
      R064Store a = R064Store.FACTORY.make(columns, columns);
      R064Store b = R064Store.FACTORY.make(columns, 1);
      a.fillByMultiplying(x.transpose(), x);
      b.fillByMultiplying(x.transpose(), y);
      for (int j = 0; j < columns; j++) {
        a.add(j, j, rows * set.reg());
      }
      Cholesky<Double> factor = Cholesky.R064.make(a);
      factor.decompose(a);
      return new double[][] {factor.getSolution(b).toRawCopy1D()};
    };
  }

  /**
   * The nonlinear conjugate gradients of Hipparchus. It brings no objectives, so it gets those of
   * this library; the tolerance is the relative change of the value at which it stops.
   */
  private static Solve hipparchus(FitSet set) {
    Objective f =
        switch (set.kind()) {
          case LOGISTIC -> Logistic.of(set.data(), set.reg(), Intercept.NONE);
          case SOFTMAX -> Softmax.of(set.data(), set.reg(), Intercept.NONE);
          case RIDGE -> Ridge.of(set.data(), set.reg(), Intercept.NONE);
          case POISSON -> Poisson.of(set.data(), set.reg(), Intercept.NONE);
          default -> throw new IllegalStateException("no set of " + set.kind());
        };
    return tolerance -> {
      long deadline = System.nanoTime() + LONGEST;
      SimpleValueChecker small = new SimpleValueChecker(tolerance, 0);
      NonLinearConjugateGradientOptimizer optimizer =
          new NonLinearConjugateGradientOptimizer(
              Formula.POLAK_RIBIERE,
              (step, before, after) ->
                  small.converged(step, before, after) || System.nanoTime() > deadline);
      double[] x =
          optimizer
              .optimize(
                  MaxEval.unlimited(),
                  MaxIter.unlimited(),
                  new ObjectiveFunction(f::value),
                  new ObjectiveFunctionGradient(
                      point -> {
                        double[] gradient = new double[point.length];
                        f.gradient(point, gradient);
                        return gradient;
                      }),
                  GoalType.MINIMIZE,
                  new InitialGuess(new double[f.dimension()]))
              .getPoint();
      double[][] w = new double[set.outputs()][];
      int columns = set.data().columns();
      Arrays.setAll(w, c -> Arrays.copyOfRange(x, c * columns, (c + 1) * columns));
      return w;
    };
  }
}
