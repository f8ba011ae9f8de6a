package org.ironopt.fit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Folds;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.NumberEvaluation;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.CheckpointException;
import org.ironopt.run.Ending;
import org.ironopt.run.Fingerprint;

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
 * For each of five folds, which share the rows of every class, it walks a path from the largest
 * penalty to the smallest; each fit starts from the one before and ends at a certified gap of 1e-6.
 * The point of the smallest mean loss is the best; where that is the end of the path, the path is
 * made longer, up to a limit. An interrupt or a time limit cuts the search short; a file keeps what
 * is done, and a search that goes on from it finds the same path to the bit.
 */
public final class CrossValidation {
  private static final int FOLDS = 5;
  private static final double TOLERANCE = 1e-6;
  private static final long EVERY_NANOS = 1_000_000_000L;

  /** Points of the first path of l1 penalties, and points in a decade of it. */
  private static final int L1_POINTS = 25;

  private static final int L1_DECADE = 6;

  /** Points of the first path of quadratic penalties: 10 to 1e-6, two in a decade. */
  private static final int REG_POINTS = 15;

  /** How often a path is made longer, and by how many quadratic penalties. */
  private static final int LONGER = 3;

  private static final int REG_MORE = 4;

  /** Which penalty is looked for. */
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
   * @param loss mean loss on rows left out: log loss, half the mean square error or half the
   *     deviance
   * @param error standard error of that mean over the folds
   * @param training mean training objective
   * @param gap largest certified gap of its fits; infinite if one has none
   * @param used mean number of coefficients that are not zero
   */
  public record Point(
      double reg, double l1, double loss, double error, double training, double gap, double used) {}

  /** What a search ends with. */
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
  private record Made(double loss, double training, double gap, int used) {}

  private final Fit fit;
  private final Search search;
  private final Folds folds;
  private double ratio = 0.5;
  private Optional<Duration> limit = Optional.empty();
  private IntConsumer observer = fits -> {};

  /** Strengths of the penalty in the order of the fits: each part is walked fold by fold. */
  private final List<double[]> parts = new ArrayList<>();

  private final List<Made> made = new ArrayList<>();
  private Model last;
  private Path path;
  private Fingerprint fingerprint;
  private boolean resume;
  private long written = System.nanoTime();

  CrossValidation(Fit fit, Dataset data, long seed, Search search) {
    this.fit = fit;
    this.search = search;
    folds = Folds.stratified(data, seed, FOLDS);
    if (folds.count() < 2) {
      throw new UnfitDataException(
          "cross-validation needs rows to leave out, and no class has two: give the penalty as a"
              + " number");
    }
  }

  /** Changes the share of l1 in the strength of both penalties, 0.5 if never set. */
  public CrossValidation ratio(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("the share of l1 is " + share + ", expected 0 to 1");
    }
    ratio = share;
    return this;
  }

  /** Ends the search after this time; it is cut then. */
  public CrossValidation timeLimit(Duration limit) {
    this.limit = Optional.of(limit);
    return this;
  }

  /**
   * Saves the state to a file about every second and at the end; with resume goes on from it. The
   * fingerprint says which data and settings the file belongs to.
   */
  public CrossValidation checkpoint(Path path, Fingerprint fingerprint, boolean resume) {
    this.path = path;
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
    return folds.count() * points();
  }

  private int points() {
    return parts.isEmpty() ? first().length : parts.stream().mapToInt(p -> p.length).sum();
  }

  /** Walks to the end of the path, or until it is interrupted or out of time. */
  public End go() {
    long start = System.nanoTime();
    parts.add(first());
    if (resume) {
      read();
    }
    Optional<Best> best = Optional.empty();
    observer.accept(made.size());
    while (made.size() < total() || longer()) {
      Place at = place(made.size());
      Fit step = step(at).tolerance(TOLERANCE);
      limit.ifPresent(all -> step.timeLimit(left(all, start)));
      if (at.point > 0) {
        step.init(last);
      }
      FitResult result = step.go();
      if (result.ending() instanceof Ending.Interrupted
          || result.ending() instanceof Ending.TimeLimit) {
        write();
        return new Cut(ofWhole(result.ending(), limit), made.size(), total(), best);
      }
      double loss = loss(result.model(), folds.out(at.fold));
      if (best.isEmpty() || loss < best.get().loss()) {
        double strength = parts.get(at.part)[at.point];
        best = Optional.of(new Best(reg(strength), l1(strength), loss, result));
      }
      last = result.model();
      made.add(new Made(loss, result.objective(), result.gap(), used(last)));
      if (System.nanoTime() - written >= EVERY_NANOS) {
        write();
      }
      observer.accept(made.size());
    }
    write();
    List<Point> points = path();
    return new Found(points, best(points), parts.size() > 1);
  }

  private Fit step(Place at) {
    double strength = parts.get(at.part)[at.point];
    return fit.on(folds.in(at.fold)).reg(reg(strength)).l1(l1(strength));
  }

  private double reg(double strength) {
    return switch (search) {
      case REG -> strength;
      case L1 -> fit.reg();
      case BOTH -> (1 - ratio) * strength;
    };
  }

  private double l1(double strength) {
    return switch (search) {
      case REG -> fit.l1();
      case L1 -> strength;
      case BOTH -> ratio * strength;
    };
  }

  /** Where a fit stands. */
  private record Place(int part, int fold, int point) {}

  private Place place(int number) {
    int rest = number;
    int part = 0;
    while (rest >= folds.count() * parts.get(part).length) {
      rest -= folds.count() * parts.get(part).length;
      part++;
    }
    return new Place(part, rest / parts.get(part).length, rest % parts.get(part).length);
  }

  /** Returns the strengths of the first path. */
  private double[] first() {
    if (search == Search.REG) {
      return IntStream.range(0, REG_POINTS).mapToDouble(CrossValidation::decades).toArray();
    }
    double top = fit.largestL1() / (search == Search.BOTH ? ratio : 1);
    if (!(top > 0)) {
      throw new UnfitDataException(
          "no column goes with the target, so that every l1 penalty makes all coefficients zero:"
              + " give the penalty as a number");
    }
    return fall(top, 0, L1_POINTS);
  }

  /**
   * Returns the quadratic penalty of a place: 10 at 0, two for each decade, smaller ones behind.
   */
  private static double decades(int k) {
    int exponent = 1 - Math.floorDiv(k, 2);
    return k % 2 == 0 ? StrictMath.pow(10, exponent) : Double.parseDouble("3.16e" + (exponent - 1));
  }

  /** Returns places from a top one, with three digits, so that they can be typed again. */
  private static double[] fall(double top, int from, int count) {
    double[] fall = new double[count];
    for (int k = 0; k < count; k++) {
      double strength = top * StrictMath.pow(10, -(double) (from + k) / L1_DECADE);
      fall[k] = Double.parseDouble(String.format(Locale.ROOT, "%.2e", strength));
    }
    return fall;
  }

  /** Adds a part where the best point is at an end that may be moved; returns whether it did. */
  private boolean longer() {
    List<Point> points = path();
    Point best = best(points);
    if (parts.size() > LONGER) {
      return false;
    }
    if (best == points.getLast()) {
      double[] more =
          search == Search.REG
              ? IntStream.range(0, REG_MORE).mapToDouble(k -> decades(smaller() + k)).toArray()
              : fall(parts.getFirst()[0], smaller(), L1_DECADE);
      parts.add(more);
      return true;
    }
    if (best == points.getFirst() && search == Search.REG) {
      int from = -REG_MORE - larger();
      parts.add(IntStream.range(0, REG_MORE).mapToDouble(k -> decades(from + k)).toArray());
      return true;
    }
    return false;
  }

  /** Returns the place behind the smallest penalty. */
  private int smaller() {
    double top = parts.getFirst()[0];
    return parts.stream().filter(p -> p[0] <= top).mapToInt(p -> p.length).sum();
  }

  /** Returns how many places there are before the first path. */
  private int larger() {
    double top = parts.getFirst()[0];
    return parts.stream().filter(p -> p[0] > top).mapToInt(p -> p.length).sum();
  }

  private static Point best(List<Point> points) {
    return points.stream().min(Comparator.comparingDouble(Point::loss)).orElseThrow();
  }

  /** Returns the finished points, the largest penalty first. */
  private List<Point> path() {
    List<Point> points = new ArrayList<>();
    int from = 0;
    for (double[] part : parts) {
      for (int k = 0; k < part.length; k++) {
        List<Made> fits = new ArrayList<>();
        for (int f = 0; f < folds.count(); f++) {
          fits.add(made.get(from + f * part.length + k));
        }
        points.add(point(part[k], fits));
      }
      from += folds.count() * part.length;
    }
    points.sort(Comparator.comparingDouble((Point p) -> p.reg() + p.l1()).reversed());
    return List.copyOf(points);
  }

  private Point point(double strength, List<Made> fits) {
    int n = fits.size();
    double mean = 0;
    double training = 0;
    double gap = 0;
    double used = 0;
    for (Made one : fits) {
      mean += one.loss / n;
      training += one.training / n;
      gap = Math.max(gap, one.gap);
      used += (double) one.used / n;
    }
    double squares = 0;
    for (Made one : fits) {
      squares += (one.loss - mean) * (one.loss - mean);
    }
    double error = n > 1 ? Math.sqrt(squares / (n - 1) / n) : 0;
    return new Point(reg(strength), l1(strength), mean, error, training, gap, used);
  }

  private static double loss(Model model, Dataset rows) {
    return switch (Evaluation.of(model, rows)) {
      case ClassEvaluation e -> e.logLoss();
      case NumberEvaluation e ->
          Double.isNaN(e.deviance()) ? 0.5 * e.rmse() * e.rmse() : 0.5 * e.deviance();
    };
  }

  private static int used(Model model) {
    int used = 0;
    for (double[] w : model.weights()) {
      for (double e : w) {
        used += e != 0 ? 1 : 0;
      }
    }
    return used;
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
    if (path == null) {
      return;
    }
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    try {
      save(new DataOutputStream(payload));
      new Checkpoint(fingerprint, payload.toByteArray()).write(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the checkpoint " + path, e);
    }
    written = System.nanoTime();
  }

  private void save(DataOutputStream out) throws IOException {
    out.writeInt(made.size());
    for (Made one : made) {
      out.writeDouble(one.loss);
      out.writeDouble(one.training);
      out.writeDouble(one.gap);
      out.writeInt(one.used);
    }
    boolean warm = made.size() < total() && place(made.size()).point > 0;
    byte[] model = (warm ? ModelFile.text(last) : "").getBytes(StandardCharsets.UTF_8);
    out.writeInt(model.length);
    out.write(model);
  }

  /** Goes on from the file; one of other data or settings is refused. */
  private void read() {
    Checkpoint file = Checkpoint.read(path);
    fingerprint
        .difference(file.fingerprint())
        .ifPresent(
            difference -> {
              throw new CheckpointException(
                  path,
                  CheckpointException.Reason.OTHER_RUN,
                  "belongs to another run: " + difference);
            });
    try {
      restore(new DataInputStream(new ByteArrayInputStream(file.payload())));
    } catch (EOFException e) {
      throw unfit("its state ends too early");
    } catch (IOException e) {
      throw unfit(e.getMessage());
    }
  }

  private CheckpointException unfit(String sentence) {
    return new CheckpointException(path, CheckpointException.Reason.CORRUPT, sentence);
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
    boolean warm = made.size() < total() && place(made.size()).point > 0;
    if (length != in.available() || (length > 0) != warm) {
      throw new IOException(
          "its model has " + length + " bytes, but " + in.available() + " follow");
    }
    if (warm) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      last = ModelFile.parse("the saved state", text);
    }
  }
}
