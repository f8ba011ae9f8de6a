package org.ironopt.resolvent.newton;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.NystromPreconditioner;
import org.ironopt.problem.Curvature;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.Preconditioner;

/** A preconditioner that is built at one point and serves around it: the start of a solve. */
abstract class SketchPreconditioner extends PreconditionerSolver {
  /** Of the present solve; it may differ from that at which the sketch was made. */
  double lambda;

  private boolean tried;
  private boolean good;

  @Override
  final void begin() {
    tried = false;
  }

  /** Begins a solve with what {@link #memory} holds, which was good or not. */
  final void keep(boolean wasGood) {
    tried = true;
    good = wasGood;
  }

  @Override
  final void linearize(ResolventEquation equation) {
    lambda = equation.lambda();
    if (!tried) {
      tried = true;
      good = build(equation);
    }
  }

  /** Fills {@link #memory} at the current point; returns whether that can be used. */
  abstract boolean build(ResolventEquation equation);

  /** Returns what the sketch consists of. */
  abstract double[][] content();

  @Override
  LinearOperator active() {
    return good ? this : null;
  }

  /**
   * A Nystrom preconditioner for {@code (1 + nu)/lambda I + H}, which is the Newton matrix divided
   * by lambda. H is sketched once, at the start of a solve: the large eigenvalues that the sketch
   * is after change little on the way. Without a positive semidefinite sketch there is none.
   */
  static final class Nystrom extends SketchPreconditioner {
    private final int n;
    private final Preconditioner.Nystrom parameters;

    /** The vectors, and then their eigenvalues. */
    private final double[][] memory;

    private final double[][] vectors;
    private NystromPreconditioner inverse;

    Nystrom(int n, Preconditioner.Nystrom parameters) {
      this.n = n;
      this.parameters = parameters;
      int rank = Math.min(n, parameters.rank());
      memory = new double[rank + 1][];
      Arrays.setAll(memory, k -> new double[k < rank ? n : rank]);
      vectors = Arrays.copyOf(memory, rank);
    }

    @Override
    double[][] content() {
      return memory;
    }

    @Override
    boolean build(ResolventEquation equation) {
      LinearOperator hessian =
          (x, y) -> {
            equation.current().curvature().apply(x, y);
            equation.counts.products++;
          };
      Optional<NystromPreconditioner> sketch =
          NystromPreconditioner.of(hessian, n, parameters.rank(), this::fill, 1 / lambda);
      if (sketch.isEmpty()) {
        return false;
      }
      double[][] found = sketch.get().vectors();
      for (int k = 0; k < found.length; k++) {
        Vectors.copy(found[k], vectors[k]);
      }
      Vectors.copy(sketch.get().eigenvalues(), memory[found.length]);
      return true;
    }

    private void fill(double[] normals) {
      RandomStream stream = new RandomStreams(parameters.seed()).stream("sketch");
      stream.normals(0, 0, 1, normals, 0, normals.length);
    }

    @Override
    void damp(double nu) {
      double[] eigenvalues = memory[vectors.length];
      inverse = NystromPreconditioner.of(vectors, eigenvalues, (1 + nu) / lambda);
    }

    @Override
    public void apply(double[] r, double[] z) {
      inverse.apply(r, z);
    }
  }

  /** {@code ((1 + nu) I + lambda M)^-1} with the objective's own model M of its Hessian. */
  static final class Kronecker extends SketchPreconditioner {
    private static final Curvature.Factored.Draw ALL = new Curvature.Factored.Draw(0, 0, 1);

    private final Curvature.Factored curvature;
    private final double[] model;
    private double shift;
    private LinearOperator inverse;
    private boolean failed;

    /** The curvature solves with any model, wherever it is. */
    Kronecker(Curvature.Factored curvature) {
      this.curvature = curvature;
      model = new double[curvature.modelLength()];
    }

    @Override
    double[][] content() {
      return new double[][] {model};
    }

    @Override
    boolean build(ResolventEquation equation) {
      ((Curvature.Factored) equation.current().curvature()).model(model, ALL);
      return Vectors.allFinite(model);
    }

    @Override
    void damp(double nu) {
      shift = 1 + nu;
      inverse = curvature.modelInverse(model, lambda / shift);
      failed = inverse == null;
    }

    @Override
    LinearOperator active() {
      return failed ? null : super.active();
    }

    @Override
    public void apply(double[] r, double[] z) {
      inverse.apply(r, z);
      if (shift != 1) {
        Vectors.scale(1 / shift, z);
      }
    }
  }

  /**
   * {@link Preconditioner.Kept} at work. What decides about the next sketch is a few numbers that
   * are part of {@link #memory}, so that a run that is resumed sketches in the same steps.
   */
  static final class Kept extends PreconditionerSolver {
    private static final int STATE = 0;
    private static final int AGE = 1;
    private static final int FRESH_STEPS = 2;
    private static final int STEPS = 3;

    private final SketchPreconditioner sketch;
    private final Preconditioner.Kept rule;

    /**
     * Whether the sketch is good (1), of no use (-1) or not there (0), the solves that it has
     * served, the iterations of the first of them (-1 if not yet known) and of the last.
     */
    private final double[] header = new double[4];

    Kept(SketchPreconditioner sketch, Preconditioner.Kept rule) {
      this.sketch = sketch;
      this.rule = rule;
    }

    @Override
    double[][] memory() {
      return with(sketch.content(), header);
    }

    @Override
    void begin() {
      if (header[AGE] == 1) {
        header[FRESH_STEPS] = header[STEPS];
      }
      boolean grown = header[STEPS] > rule.growth() * header[FRESH_STEPS] + 2;
      if (header[STATE] == 0 || header[AGE] >= rule.solves() || (header[AGE] > 1 && grown)) {
        sketch.begin();
        header[AGE] = 0;
      } else {
        sketch.keep(header[STATE] > 0);
      }
      header[AGE]++;
      header[STEPS] = 0;
    }

    @Override
    void linearize(ResolventEquation equation) {
      sketch.linearize(equation);
      header[STATE] = sketch.active() != null ? 1 : -1;
    }

    @Override
    void damp(double nu) {
      sketch.damp(nu);
    }

    @Override
    LinearOperator active() {
      return sketch.active();
    }

    @Override
    void used(int iterations) {
      header[STEPS] += iterations;
    }

    @Override
    public void apply(double[] r, double[] z) {
      sketch.apply(r, z);
    }
  }
}
