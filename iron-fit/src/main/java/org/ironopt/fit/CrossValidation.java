package org.ironopt.fit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.Folds;
import org.ironopt.io.internal.FileFailure;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.NumberEvaluation;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Ending;

/**
 * Chooses the penalties of a fit by the loss on rows left out:
 *
 * <pre>{@code
 * Fit fit = Fit.logistic(data);
 * if (fit.crossValidation(Search.REG).go() instanceof CrossValidation.Found found) {
 *   FitResult result = fit.penalty(found.best()).go();
 * }
 * }</pre>
 *
 * The l1 penalty, alone or with the quadratic one, is chosen along a {@link PathFit}. For the
 * quadratic one alone, which leaves no column out, fits run from the largest penalty to the
 * smallest for each of five folds, which share the rows of every class; each starts from the one
 * before. If its best point is at an end, the path is extended, up to a limit. Every point has a
 * certified gap of 1e-6. An interrupt or a time limit ends the search early; a file keeps the
 * finished fits, and a resumed search finds the same path to the bit.
 */
public final class CrossValidation {
  static final int FOLDS = 5;
  private static final double TOLERANCE = 1e-6;
  private static final long EVERY_NANOS = 1_000_000_000L;

  /** The penalty to search. */
  public enum Search {
    /** The quadratic one; l1 stays. */
    REG,
    /** The one that makes coefficients zero, from where all are; the quadratic one stays. */
    L1,
    /** Both in a fixed ratio (the elastic net). */
    BOTH
  }

  /**
   * A point of the path.
   *
   * @param reg the quadratic penalty
   * @param l1 the other
   * @param loss mean loss on rows left out: log loss, half the mean square error, half the deviance
   *     or Huber's loss
   * @param error standard error of that mean over the folds
   * @param training training objective: of all rows, without l1 mean of the folds
   * @param gap largest certified gap of its fits, relative to the null loss, without l1 to the
   *     objective; infinite if one has none
   * @param used number of columns in use, without l1 mean number of coefficients that are not zero
   */
  public record Point(
      double reg, double l1, double loss, double error, double training, double gap, double used) {}

  /** The outcome of a search. */
  public sealed interface End {}

  /**
   * All fits were made.
   *
   * @param points from the largest penalty to the smallest
   * @param best that of the smallest loss
   * @param longer whether the first path had its best point at an end and was made longer
   */
  public record Found(List<Point> points, Point best, boolean longer) implements End {
    /** Returns whether larger penalties than those tried might be better still. */
    public boolean atLargest() {
      return best == points.getFirst();
    }

    /** Returns whether smaller penalties than those tried might be better still. */
    public boolean atSmallest() {
      return best == points.getLast();
    }
  }

  /**
   * The search was cut short.
   *
   * @param ending an interruption or a time limit
   * @param fits how many are finished
   * @param total how many there are
   * @param best the one with the smallest loss on rows left out, of those made by this process
   */
  public record Cut(Ending ending, int fits, int total, Optional<Best> best) implements End {}

  /** A fit to the rows of one fold that is the best so far. */
  public record Best(double reg, double l1, double loss, FitResult result) {}

  /** One fit. */
  record Made(double loss, double training, double gap, int used) {}

  private final Fit fit;
  private final Search search;
  private final Folds folds;
  private double ratio = 0.5;
  private Optional<Duration> limit = Optional.empty();
  private IntConsumer observer = fits -> {};

  /** Points and folds of a path, once it is known how long it is. */
  private OptionalInt total = OptionalInt.empty();

  private final List<Made> made = new ArrayList<>();
  private Model last;

  /** The fold at work, the rows that it learns from and those left out. */
  private int fold = -1;

  private Dataset in;
  private Dataset out;
  private SearchPath path;
  private Path file;
  private Checkpoint.Fingerprint fingerprint;
  private boolean resume;
  private long written = System.nanoTime();

  @SuppressWarnings("NullAway.Init")
  CrossValidation(Fit fit, Folds folds, Search search) {
    this.fit = fit;
    this.search = search;
    this.folds = folds;
    if (folds.count() < 2) {
      throw new UnfitDataException(
          "cross-validation needs rows to leave out, and no class has two: give the penalty as a"
              + " number");
    }
  }

  /** Changes the share of l1 in the strength of both penalties, 0.5 if never set. */
  public CrossValidation ratio(double share) {
    Require.that(share > 0 && share < 1, "the share of l1 is %s, expected 0 to 1", share);
    ratio = share;
    return this;
  }

  /** Ends the search after this time; it is cut then. */
  public CrossValidation timeLimit(Duration limit) {
    this.limit = Optional.of(limit);
    return this;
  }

  /**
   * Saves the state to a file about every second and at the end; with resume continues from it. The
   * fingerprint identifies the data and settings of the file; a path of l1 has its own.
   */
  public CrossValidation checkpoint(Path path, Checkpoint.Fingerprint fingerprint, boolean resume) {
    this.file = path;
    this.fingerprint = fingerprint;
    this.resume = resume;
    return this;
  }

  /** Is told how many fits are finished, at the start and after each. */
  public CrossValidation observe(IntConsumer observer) {
    this.observer = observer;
    return this;
  }

  /** Returns how many fits there are, as far as is known. */
  public int total() {
    if (search != Search.REG) {
      return total.orElse((folds.count() + 1) * l1Path().most());
    }
    return (path == null ? firstPath() : path).fits();
  }

  /** Returns how many penalties are tried at first, at most. */
  public int penalties() {
    return total() / (search == Search.REG ? folds.count() : folds.count() + 1);
  }

  private SearchPath firstPath() {
    return new SearchPath(fit.task().l1(), folds.count());
  }

  /** Walks to the end of the path, or until it is interrupted or out of time. */
  public End go() {
    return search == Search.REG ? ridges() : l1();
  }

  /** Walks the path of all rows and those of the folds side by side. */
  private End l1() {
    FitTask task = fit.task();
    PathFit walk = l1Path();
    limit.ifPresent(walk::timeLimit);
    if (file != null) {
      walk.checkpoint(file, Duration.ofNanos(EVERY_NANOS));
      if (resume) {
        walk.resume(file);
      }
    }
    int[] done = new int[folds.count() + 1];
    observer.accept(0);
    walk.observe(
        at -> {
          done[at.fold()] = at.point() + 1;
          total = OptionalInt.of(at.points() * done.length);
          observer.accept(Arrays.stream(done).sum());
        });
    PenaltyPath found = walk.go();
    if (found.minimum().isEmpty()) {
      int fits = Arrays.stream(done).sum();
      return new Cut(ofWhole(found.ending(), limit), fits, total(), Optional.empty());
    }
    List<Point> points = found.points().stream().map(point -> point(task, point)).toList();
    return new Found(points, points.get(found.minimum().getAsInt()), false);
  }

  private PathFit l1Path() {
    PathFit walk = fit.path().folds(FOLDS).tolerance(TOLERANCE);
    return search == Search.BOTH ? walk.mixing(ratio) : walk.ridge(fit.task().reg());
  }

  private Point point(FitTask task, PenaltyPath.Point at) {
    double l1 = search == Search.BOTH ? ratio * at.lambda() : at.lambda();
    double reg = search == Search.BOTH ? (1 - ratio) * at.lambda() : task.reg();
    return new Point(reg, l1, at.loss(), at.error(), at.objective(), at.largestGap(), at.columns());
  }

  private End ridges() {
    long start = System.nanoTime();
    path = firstPath();
    if (resume) {
      read();
    }
    Optional<Best> best = Optional.empty();
    observer.accept(made.size());
    while (made.size() < total() || longer()) {
      SearchPath.Place at = path.place(made.size());
      double reg = at.strength();
      double l1 = path.l1();
      open(at.fold());
      Fit step = fit.on(in).reg(reg).l1(l1).tolerance(TOLERANCE);
      limit.ifPresent(all -> step.timeLimit(left(all, start)));
      if (!at.first()) {
        step.init(last);
      }
      FitResult result = step.go();
      if (result.ending() instanceof Ending.Interrupted
          || result.ending() instanceof Ending.TimeLimit) {
        write();
        return new Cut(ofWhole(result.ending(), limit), made.size(), total(), best);
      }
      double loss = loss(result.model(), out);
      if (best.isEmpty() || loss < best.get().loss()) {
        best = Optional.of(new Best(reg, l1, loss, result));
      }
      last = result.model();
      made.add(new Made(loss, result.objective(), result.gap(), used(last)));
      if (System.nanoTime() - written >= EVERY_NANOS) {
        write();
      }
      observer.accept(made.size());
    }
    write();
    List<Point> points = points();
    return new Found(points, best(points), path.extended());
  }

  /** Gets the rows of a fold, once for all of its penalties. */
  private void open(int next) {
    if (next != fold) {
      fold = next;
      in = folds.in(next);
      out = folds.out(next);
    }
  }

  /** Makes the path longer where its best point is at an end that may be moved. */
  private boolean longer() {
    List<Point> points = points();
    Point best = best(points);
    return path.extend(best == points.getFirst(), best == points.getLast());
  }

  private static Point best(List<Point> points) {
    return points.stream().min(Comparator.comparingDouble(Point::loss)).orElseThrow();
  }

  private List<Point> points() {
    return path.points(made);
  }

  private static double loss(Model model, Dataset rows) {
    return switch (Evaluation.of(model, rows)) {
      case ClassEvaluation e -> e.logLoss();
      case NumberEvaluation e ->
          Double.isNaN(e.deviance()) ? 0.5 * e.rmse() * e.rmse() : 0.5 * e.deviance();
    };
  }

  private static int used(Model model) {
    return (int)
        Arrays.stream(model.weights()).flatMapToDouble(Arrays::stream).filter(w -> w != 0).count();
  }

  /** A fit of several has only the rest of the time; the limit that a user knows is the whole. */
  public static Ending ofWhole(Ending ending, Optional<Duration> limit) {
    return ending instanceof Ending.TimeLimit e
        ? new Ending.TimeLimit(limit.orElse(e.limit()), e.step())
        : ending;
  }

  /** Returns what is left of a time that began at a {@code System.nanoTime}, at least 1 ns. */
  public static Duration left(Duration all, long start) {
    Duration left = all.minusNanos(System.nanoTime() - start);
    return left.isPositive() ? left : Duration.ofNanos(1);
  }

  private void write() {
    if (file == null) {
      return;
    }
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(payload)) {
      out.writeInt(made.size());
      for (Made one : made) {
        out.writeDouble(one.loss);
        out.writeDouble(one.training);
        out.writeDouble(one.gap);
        out.writeInt(one.used);
      }
      byte[] model = (warm() ? ModelFile.text(last) : "").getBytes(StandardCharsets.UTF_8);
      out.writeInt(model.length);
      out.write(model);
      new Checkpoint(fingerprint, payload.toByteArray()).write(file);
    } catch (IOException e) {
      throw new FileFailure("cannot write the checkpoint " + file, e);
    }
    written = System.nanoTime();
  }

  /** Returns whether the next fit starts from the last one. */
  private boolean warm() {
    return made.size() < total() && !path.place(made.size()).first();
  }

  /** Goes on from the file; one of other data or settings is refused. */
  private void read() {
    byte[] state = Checkpoint.read(file, fingerprint).payload();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
      restore(in);
    } catch (IOException e) {
      String sentence =
          e instanceof EOFException ? "its state ends too early" : String.valueOf(e.getMessage());
      throw new Checkpoint.UnusableException(
          file, Checkpoint.UnusableException.Reason.CORRUPT, sentence);
    }
  }

  private void restore(DataInputStream in) throws IOException {
    int fits = in.readInt();
    for (int i = 0; i < fits; i++) {
      // What a path that is longer than the first one looks like follows from the fits themselves.
      if (made.size() == total() && !longer()) {
        break;
      }
      made.add(new Made(in.readDouble(), in.readDouble(), in.readDouble(), in.readInt()));
    }
    if (fits != made.size()) {
      throw new IOException("its state has " + fits + " fits, expected 0 to " + total());
    }
    int length = in.readInt();
    boolean warm = warm();
    if (length != in.available() || (length > 0) != warm) {
      int left = in.available();
      throw new IOException("its model has " + length + " bytes, but " + left + " follow");
    }
    if (warm) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      last = ModelFile.parse("the saved state", text);
    }
  }
}
