package org.ironopt.fit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.ironopt.data.Folds;
import org.ironopt.fit.PathRun.Points;
import org.ironopt.fit.PenaltyPath.End;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.fit.PenaltyPath.Work;
import org.ironopt.linalg.Parallel;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Checkpoint.UnusableException;
import org.ironopt.run.Ending;
import org.jspecify.annotations.Nullable;

/**
 * The path of all rows and, side by side behind it, those of the folds, and what they say together.
 * The state that a file keeps is the finished points.
 */
final class PathSearch {
  /** Points before the growth of the explained deviance may end a path. */
  private static final int FIRST = 5;

  /** How long a fold waits before it looks whether all is cut short. */
  private static final long PAUSE_MILLIS = 20;

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
  private final FitTask task;
  private final Optional<Folds> folds;
  private final Thread caller = Thread.currentThread();
  private final long start = System.nanoTime();
  private final Points whole = new Points(true);
  private final List<Points> parts;
  private final Work[] work;
  private double[] grid = new double[0];
  private @Nullable PathRun run;
  private End end = new End.Cut();
  private volatile boolean ended;
  private volatile @Nullable UnfitDataException refusal;
  private long written = start;
  private boolean failed;

  PathSearch(PathFit settings) {
    this.settings = settings;
    task = settings.fit.task();
    folds =
        settings.folds == 0 ? Optional.empty() : Optional.of(settings.fit.folds(settings.folds));
    int count = folds.map(Folds::count).orElse(0);
    if (settings.folds > 0 && count < 2) {
      throw new UnfitDataException(
          "cross-validation needs rows to leave out, and no class has two: leave the folds out");
    }
    parts = IntStream.range(0, count).mapToObj(_ -> new Points(false)).toList();
    work = new Work[1 + count];
    Arrays.fill(work, new Work(0, 0, 0, 0));
  }

  private void check() {
    if (refusal != null) {
      throw new CutException(Ending.Interrupted::new);
    }
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
    PenaltyPath.Models models = open();
    Optional<CutException> cut = Optional.empty();
    try {
      if (parts.isEmpty()) {
        walk();
      } else {
        // Tasks begin in their order, so that no fold waits for a path that nobody walks.
        Parallel.forEach(1 + parts.size(), this::walk);
      }
    } catch (CutException e) {
      if (refusal != null) {
        throw refusal;
      }
      cut = Optional.of(e);
    }
    write();
    Work all = Arrays.stream(work).reduce(new Work(0, 0, 0, 0), Work::plus);
    List<Point> points = validated();
    Ending ending = cut.map(c -> c.ending.apply(points.size())).orElseGet(() -> ending(points));
    return new PenaltyPath(models, points, whole.coefficients, ending, end, all);
  }

  /** Prepares the path of all rows, and takes what is finished from a file. */
  private PenaltyPath.Models open() {
    PathRun first = new PathRun(settings, task, settings.most(), whole, null, this::check);
    grid = settings.grid.orElseGet(() -> fall(first.largest()));
    settings.resume.ifPresent(path -> read(path, first.variables()));
    run = first;
    return first.models();
  }

  private double[] fall(double top) {
    int n = settings.points;
    boolean wide = task.data().rows() < task.columns().size();
    double ratio = Double.isNaN(settings.ratio) ? (wide ? 1e-2 : 1e-4) : settings.ratio;
    double[] grid = new double[n];
    for (int k = 0; k < n; k++) {
      grid[k] = k == 0 ? top : top * StrictMath.pow(ratio, k / (n - 1.0));
    }
    return grid;
  }

  private void walk(int path) {
    if (path == 0) {
      walk();
    } else {
      fold(path - 1);
    }
  }

  /** Walks the path of all rows, whose solver and copy of the rows are gone then. */
  private void walk() {
    PathRun now = Objects.requireNonNull(run);
    run = null;
    try {
      end = walk(now);
    } finally {
      work[0] = new Work(now.work());
      synchronized (this) {
        ended = true;
        notifyAll();
      }
    }
  }

  private End walk(PathRun now) {
    Optional<End> early = end();
    if (early.isEmpty() && whole.size() < grid.length) {
      now.restore(grid);
    }
    while (early.isEmpty() && whole.size() < grid.length) {
      int k = whole.size();
      Point point = now.solve(grid[k], k);
      if (point.columns() > settings.mostColumns) {
        return new End.MostColumns(point.columns(), settings.mostColumns);
      }
      finished(0, point, now.v());
      early = end();
    }
    return early.orElseGet(End.Grid::new);
  }

  /** Returns why the path ends with its last point, if it does. */
  private Optional<End> end() {
    int n = whole.size();
    if (n == 0) {
      return Optional.empty();
    }
    double last = whole.points.getLast().explained();
    if (last > settings.mostExplained()) {
      return Optional.of(new End.Explained(settings.mostExplained()));
    }
    double least = settings.leastGrowth();
    boolean flat =
        n > FIRST && least > 0 && last - whole.points.get(n - 2).explained() < least * last;
    return flat ? Optional.of(new End.Growth(least)) : Optional.empty();
  }

  /** Follows the path of all rows to where that ends. */
  private void fold(int f) {
    check();
    Points done = parts.get(f);
    if (!reached(done.size())) {
      return;
    }
    PathRun now = open(f, done);
    try {
      now.restore(grid);
      for (int k = done.size(); reached(k); k++) {
        Point point = now.solve(grid[k], k);
        finished(f + 1, point, now.v());
      }
    } finally {
      work[f + 1] = new Work(now.work());
    }
  }

  private PathRun open(int f, Points done) {
    Folds all = folds.orElseThrow();
    try {
      FitTask learnt = settings.fit.on(all.in(f)).task();
      return new PathRun(settings, learnt, settings.most(), done, all.out(f), this::check);
    } catch (UnfitDataException e) {
      refusal =
          new UnfitDataException(
              "the rows without fold %d of %d cannot be fitted (%s): take fewer folds, or none",
              f + 1, parts.size(), String.valueOf(e.getMessage()));
      throw refusal;
    }
  }

  /** Waits until the path of all rows has a point in place k; false if it ended before. */
  private synchronized boolean reached(int k) {
    while (whole.size() <= k && !ended) {
      try {
        wait(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      check();
    }
    return whole.size() > k;
  }

  private Points points(int fold) {
    return fold == 0 ? whole : parts.get(fold - 1);
  }

  private synchronized void finished(int fold, Point point, double[] v) {
    points(fold).add(point, v);
    notifyAll();
    tell(fold);
    if (System.nanoTime() - written >= settings.checkpointEvery.toNanos()) {
      write();
    }
  }

  /** Shows the last point of a fold, or of all rows, if there is one. */
  private synchronized void tell(int fold) {
    Points done = points(fold);
    if (done.size() > 0) {
      int most = ended ? whole.size() : grid.length;
      Point last = done.points.getLast();
      settings.observer.accept(
          new PathFit.Progress(fold, parts.size(), done.size() - 1, most, last));
    }
  }

  private List<Point> validated() {
    int n = parts.size();
    if (n == 0 || parts.stream().anyMatch(part -> part.size() < whole.size())) {
      return whole.points;
    }
    List<Point> all = new ArrayList<>();
    for (int k = 0; k < whole.size(); k++) {
      double mean = 0;
      double gap = 0;
      for (Points part : parts) {
        mean += part.points.get(k).loss() / n;
        gap = Math.max(gap, part.points.get(k).gap());
      }
      double squares = 0;
      for (Points part : parts) {
        double off = part.points.get(k).loss() - mean;
        squares += off * off;
      }
      all.add(whole.points.get(k).validated(mean, Math.sqrt(squares / (n - 1) / n), gap));
    }
    return all;
  }

  private Ending ending(List<Point> points) {
    double gap = points.stream().mapToDouble(Point::largestGap).max().orElse(0);
    int n = points.size();
    return gap <= settings.tolerance
        ? new Ending.GapCertified(n, gap, settings.tolerance)
        : new Ending.RoundingFloor(n, OptionalInt.empty(), Double.NaN);
  }

  private Checkpoint.Fingerprint fingerprint() {
    String data = settings.fit.fingerprint() + "; " + task.id();
    return new Checkpoint.Fingerprint(
        settings.id(), task.columns().size(), data, settings.fit.seed());
  }

  private synchronized void write() {
    if (settings.checkpoint.isEmpty() || failed) {
      return;
    }
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(payload)) {
      whole.write(out);
      for (Points part : parts) {
        part.write(out);
      }
      new Checkpoint(fingerprint(), payload.toByteArray()).write(settings.checkpoint.get());
    } catch (IOException e) {
      failed = true;
      settings.warning.accept(
          "the checkpoint " + settings.checkpoint.get() + " cannot be written (" + e + ")");
    }
    written = System.nanoTime();
  }

  /** Goes on from a file; one of other data or settings is refused. */
  private void read(Path file, int variables) {
    byte[] state = Checkpoint.read(file, fingerprint()).payload();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
      whole.read(in, grid, variables);
      for (Points part : parts) {
        part.read(in, Arrays.copyOf(grid, whole.size()), variables);
      }
      if (in.available() > 0) {
        throw new IOException("its state has " + in.available() + " bytes too many");
      }
    } catch (IOException e) {
      String sentence =
          e instanceof EOFException ? "its state ends too early" : String.valueOf(e.getMessage());
      throw new UnusableException(file, UnusableException.Reason.CORRUPT, sentence);
    }
    IntStream.rangeClosed(0, parts.size()).forEach(this::tell);
  }
}
