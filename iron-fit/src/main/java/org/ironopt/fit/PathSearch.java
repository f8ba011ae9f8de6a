package org.ironopt.fit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import org.ironopt.data.Folds;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.fit.PenaltyPath.Work;
import org.ironopt.fit.path.SparseSolver;
import org.ironopt.linalg.Parallel;
import org.ironopt.run.Ending;

/** The path of all rows, then those of the folds side by side, and what they say together. */
final class PathSearch {
  /** Ends all of it. */
  private static final class CutException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient LongFunction<Ending> ending;

    CutException(LongFunction<Ending> ending) {
      super("cut short", null, false, false);
      this.ending = ending;
    }
  }

  private final PathFit settings;
  private final Thread caller = Thread.currentThread();
  private final long start = System.nanoTime();
  private PathRun run;
  private double[] grid;
  private double[][] losses;
  private Work work = new Work(0, 0, 0, 0);

  @SuppressWarnings("NullAway.Init")
  PathSearch(PathFit settings) {
    this.settings = settings;
  }

  long memory() {
    return 0;
  }

  private void check() {
    if (caller.isInterrupted()) {
      throw new CutException(Ending.Interrupted::new);
    }
    if (settings.timeLimit.isPresent()) {
      Duration limit = settings.timeLimit.get();
      if (System.nanoTime() - start > limit.toNanos()) {
        throw new CutException(points -> new Ending.TimeLimit(limit, points));
      }
    }
  }

  PenaltyPath go() {
    FitTask task = settings.fit.task();
    int most = settings.grid.map(g -> g.length).orElse(settings.points);
    run = new PathRun(settings, task, most);
    run.solver().check(this::check);
    grid = settings.grid.orElseGet(() -> fall(run.largest(), task));
    Ending ending;
    try {
      walk();
      if (settings.folds > 0) {
        folds();
      }
      ending = ending();
    } catch (CutException cut) {
      ending = cut.ending.apply(run.points.size());
      run.why = "the path was cut short";
    }
    work = work.plus(run.solver().work());
    return new PenaltyPath(run, validated(), run.coefficients, ending, run.why, work);
  }

  private double[] fall(double top, FitTask task) {
    int n = settings.points;
    boolean wide = task.data().rows() < task.columns().size();
    double ratio = Double.isNaN(settings.ratio) ? (wide ? 1e-2 : 1e-4) : settings.ratio;
    double[] grid = new double[n];
    for (int k = 0; k < n; k++) {
      grid[k] = k == 0 ? top : top * StrictMath.pow(ratio, k / (n - 1.0));
    }
    return grid;
  }

  private void walk() {
    run.why = "the grid ends there";
    for (int k = run.points.size(); k < grid.length; k++) {
      run.next(grid[k], null);
      boolean end = run.ended();
      if (k < run.points.size()) {
        tell(0, k, run.points.getLast());
      }
      if (end) {
        break;
      }
    }
  }

  private synchronized void tell(int fold, int k, Point point) {
    settings.observer.accept(new PathFit.Progress(fold, settings.folds, k, grid.length, point));
  }

  private void folds() {
    Folds folds = settings.fit.folds(settings.folds);
    if (folds.count() < 2) {
      throw new UnfitDataException(
          "cross-validation needs rows to leave out, and no class has two: leave the folds out");
    }
    losses = new double[folds.count()][];
    SparseSolver.Work[] done = new SparseSolver.Work[folds.count()];
    Parallel.forEach(
        folds.count(),
        f -> {
          check();
          FitTask task = settings.fit.on(folds.in(f)).task();
          PathRun fold = new PathRun(settings, task, run.points.size());
          fold.solver().check(this::check);
          for (int k = 0; k < run.points.size(); k++) {
            fold.next(grid[k], run.support(k));
            tell(f + 1, k, fold.points.getLast());
          }
          losses[f] = fold.losses(folds.out(f));
          done[f] = fold.solver().work();
        });
    for (SparseSolver.Work one : done) {
      work = work.plus(one);
    }
  }

  private List<Point> validated() {
    if (losses == null || Arrays.stream(losses).anyMatch(l -> l == null)) {
      return run.points;
    }
    List<Point> all = new ArrayList<>();
    int n = losses.length;
    for (int k = 0; k < run.points.size(); k++) {
      double mean = 0;
      for (double[] fold : losses) {
        mean += fold[k] / n;
      }
      double squares = 0;
      for (double[] fold : losses) {
        squares += (fold[k] - mean) * (fold[k] - mean);
      }
      all.add(run.points.get(k).validated(mean, Math.sqrt(squares / (n - 1) / n)));
    }
    return all;
  }

  private Ending ending() {
    double gap = run.points.stream().mapToDouble(Point::gap).max().orElse(0);
    int points = run.points.size();
    return gap <= settings.tolerance
        ? new Ending.GapCertified(points, gap, settings.tolerance)
        : new Ending.RoundingFloor(points, OptionalInt.empty(), Double.NaN);
  }
}
