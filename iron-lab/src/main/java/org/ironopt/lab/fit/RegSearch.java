package org.ironopt.lab.fit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.NumberEvaluation;
import org.ironopt.run.Ending;
import org.ironopt.run.Fingerprint;

/**
 * The cross-validation behind a {@link RegPath}, fold by fold and penalty by penalty. Its state is
 * saved on the way, so that it goes on after an interruption and finds the same path to the bit.
 */
public final class RegSearch {
  private static final double TOLERANCE = 1e-6;

  /** What a search ends with. */
  public sealed interface End {}

  /** All fits were made. */
  public record Found(RegPath path) implements End {}

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
  public record Best(double reg, double loss, FitResult result) {}

  private final Folds folds;
  private final BiFunction<Dataset, Double, Fit> fit;
  private final RegState state;
  private Optional<Duration> limit = Optional.empty();
  private IntConsumer said = fits -> {};
  private Optional<Best> best = Optional.empty();

  /**
   * Prepares a search.
   *
   * @param fit makes a fit of given rows with a given penalty
   */
  public RegSearch(Dataset data, long seed, BiFunction<Dataset, Double, Fit> fit) {
    this.fit = fit;
    folds = new Folds(data, seed);
    state = new RegState(folds.count());
  }

  /** Ends the search after this time; it is cut then. */
  public RegSearch timeLimit(Duration limit) {
    this.limit = Optional.of(limit);
    return this;
  }

  /**
   * Saves the state to a file about every second and at the end; with resume goes on from it. The
   * fingerprint says which data and settings the file belongs to.
   */
  public RegSearch checkpoint(Path path, Fingerprint fingerprint, boolean resume) {
    state.keep(path, fingerprint, resume);
    return this;
  }

  /** Is told how many fits are finished, after each. */
  public RegSearch observe(IntConsumer said) {
    this.said = said;
    return this;
  }

  /** Returns how many fits there are. */
  public int total() {
    return state.total();
  }

  /** Walks to the end of the path, or until it is interrupted or out of time. */
  public End run() {
    long start = System.nanoTime();
    said.accept(state.fits());
    while (state.fits() < state.total()) {
      int fold = state.fold();
      Dataset in = folds.in(fold);
      Dataset out = folds.out(fold);
      while (state.fits() < state.total() && state.fold() == fold) {
        double reg = RegPath.reg(state.point());
        Fit step = fit.apply(in, reg).tolerance(TOLERANCE);
        limit.ifPresent(all -> step.timeLimit(left(all, start)));
        state.warm().ifPresent(step::init);
        FitResult result = step.go();
        if (result.ending() instanceof Ending.Interrupted
            || result.ending() instanceof Ending.TimeLimit) {
          state.write();
          return new Cut(ofWhole(result.ending(), limit), state.fits(), state.total(), best);
        }
        double loss = loss(result.model(), out);
        if (best.isEmpty() || loss < best.get().loss()) {
          best = Optional.of(new Best(reg, loss, result));
        }
        state.add(loss, result.objective(), result.model());
        state.writeIfDue();
        said.accept(state.fits());
      }
    }
    state.write();
    return new Found(state.path());
  }

  /** A fit of several has only the rest of the time; the limit that a user knows is the whole. */
  static Ending ofWhole(Ending ending, Optional<Duration> limit) {
    return ending instanceof Ending.TimeLimit e
        ? new Ending.TimeLimit(limit.orElse(e.limit()), e.step())
        : ending;
  }

  /** Returns what is left of a time, at least a nanosecond. */
  static Duration left(Duration all, long start) {
    Duration left = all.minusNanos(System.nanoTime() - start);
    return left.isPositive() ? left : Duration.ofNanos(1);
  }

  private static double loss(Model model, Dataset rows) {
    return switch (Evaluation.of(model, rows)) {
      case ClassEvaluation e -> e.logLoss();
      case NumberEvaluation e -> 0.5 * e.rmse() * e.rmse();
    };
  }
}
