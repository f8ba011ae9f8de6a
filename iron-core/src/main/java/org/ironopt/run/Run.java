package org.ironopt.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Flow;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.jspecify.annotations.Nullable;

/**
 * A method on an objective, from a start to an ending: the loop of all runs.
 *
 * <pre>{@code
 * RunResult result = Run.of(Iron.step(10), f).from(x0).stop(Stop.gradientNorm(1e-8)).go();
 * }</pre>
 *
 * What a run returns is a function of method, objective, start, seed and stop rule; threads, SIMD,
 * interruption and resuming do not change a bit of it (a time limit does, by its nature). Limits,
 * interrupts and numerical failure are endings of a result. What the objective, a schedule or an
 * observer throws is thrown by {@link #go} as the cause of a {@link RunFailedException} that has
 * the best point so far, after a last checkpoint. Errors of the virtual machine pass unchanged, and
 * so does the {@link IllegalArgumentException} of a method that refuses to start on the objective.
 * A checkpoint that cannot be written does not end a run: see {@link #warn}.
 */
public final class Run {
  final Method method;
  final Objective objective;
  private final List<Observer> observers = new ArrayList<>();
  private double @Nullable [] x0;
  private double @Nullable [] v0;
  private long seed;
  Stop stop;
  long measureEvery;
  int toleratedFailures = 9;
  OptionalLong discard = OptionalLong.empty();
  private String data = "";
  Optional<CheckpointWriter.Plan> plan = Optional.empty();
  private Optional<Path> resume = Optional.empty();
  Consumer<String> warning = sentence -> {};
  LongSupplier nanoTime = System::nanoTime;

  private Run(Method method, Objective objective) {
    this.method = method;
    this.objective = objective;
    // The gradient of a sum of squares has units, and is tiny far from a fit or large at one.
    boolean squares = objective instanceof GaussNewton g && g.prefersGaussNewton();
    Stop small = squares ? Stop.angle(1e-10) : Stop.gradientNorm(1e-8);
    // Variables to 1e-5 of their errors are an answer, if no better one was found in time.
    Stop last = Stop.steps(1000);
    stop = Stop.any(small, Stop.rounding(), squares ? last.or(last.and(Stop.offset(1e-5))) : last);
  }

  /**
   * Returns a run that still needs a start; it stops at a gradient of 1e-8 (for residuals, at an
   * angle of 1e-10), where rounding hides any further progress, or after 1000 steps.
   */
  public static Run of(Method method, Objective objective) {
    return new Run(method, objective);
  }

  /**
   * Minimises f from {@code x0}, with the stops of {@link #of}. Where that fails, the gradient at
   * x0 is compared with differences of the value, by up to 6000 further values.
   *
   * @throws RunFailedException if the objective throws, or if its gradient is wrong
   */
  public static RunResult minimize(Method method, Objective f, double... x0) {
    RunResult result = of(method, f).from(x0).go();
    boolean suspect = !result.ending().goal() || result.value() > result.bestValue();
    if (suspect && !(result.ending() instanceof Ending.Interrupted)) {
      Objective first = Objective.of(f.dimension(), f::value, f::gradient);
      DerivativeCheck.Report report = DerivativeCheck.at(first, x0);
      // What is not finite near x0 cannot be judged.
      if (!report.passed() && Double.isFinite(report.part("gradient").error())) {
        Throwable wrong = new IllegalArgumentException("the gradient at x0 is wrong. " + report);
        throw new RunFailedException(result.ended(new Ending.Failed(result.steps(), wrong)), wrong);
      }
    }
    return result;
  }

  /** Starts at {@code x0}. */
  public Run from(double[] x0) {
    this.x0 = requirePoint("x0", x0);
    return this;
  }

  /** Starts a {@link Flow} at the point {@code x0} and the velocity point {@code v0}. */
  public Run from(double[] x0, double[] v0) {
    Require.that(method instanceof Flow, "%s has no velocity v0 to start with", method.name());
    this.v0 = requirePoint("v0", v0);
    return from(x0);
  }

  private double[] requirePoint(String name, double[] point) {
    return Require.finite(name, Require.length(name, objective.dimension(), point)).clone();
  }

  /** Changes the root of all randomness, which is 0 if never set. */
  public Run seed(long seed) {
    this.seed = seed;
    return this;
  }

  /** Changes when the run ends. */
  public Run stop(Stop stop) {
    this.stop = stop;
    return this;
  }

  /** Evaluates f and its gradient at every k-th iterate for records and the best point. */
  public Run measureEvery(int k) {
    measureEvery = Require.atLeast("measureEvery", 1, k);
    return this;
  }

  /** Ends the run after more than {@code inARow} failed inner solves in a row; 9 if never set. */
  public Run tolerateInnerFailures(int inARow) {
    toleratedFailures = Require.atLeast("tolerated inner failures", 0, inARow);
    return this;
  }

  /**
   * Averages the iterates after so many first steps, so that {@link RunResult#chain} has intervals
   * of the minimiser under noise. Takes 67 vectors, and a place in the checkpoint.
   */
  public Run averaging(int discardedSteps) {
    discard = OptionalLong.of(Require.atLeast("discarded steps", 0, discardedSteps));
    return this;
  }

  /** Shows every step to an observer, which may also look at the iterate. */
  public Run observe(Observer observer) {
    observers.add(observer);
    return this;
  }

  /** Hands every record to a consumer: {@code trace(list::add)}. */
  public Run trace(Consumer<StepRecord> consumer) {
    return observe((record, _) -> consumer.accept(record));
  }

  /** Names the data of the objective, by a hash for instance, so that resuming can compare it. */
  public Run data(String fingerprint) {
    data = fingerprint;
    return this;
  }

  /** Writes a checkpoint every so many steps, and at the end. */
  public Run checkpoint(Path path, int everySteps) {
    plan =
        Optional.of(
            new CheckpointWriter.Plan(path, Require.atLeast("everySteps", 1, everySteps), 0));
    return this;
  }

  /** Writes a checkpoint whenever so much time has passed, and at the end. */
  public Run checkpoint(Path path, Duration every) {
    plan = Optional.of(new CheckpointWriter.Plan(path, 0, Math.max(1, every.toNanos())));
    return this;
  }

  /**
   * Hands sentences to a consumer: those of {@link Method#warnings} at the start, and one as soon
   * as a checkpoint cannot be written, once in a run. The run continues and tries again when the
   * next one is due; {@link RunResult#unsaved} has the outcome.
   */
  public Run warn(Consumer<String> warning) {
    this.warning = warning;
    return this;
  }

  /** Continues the run that wrote this checkpoint; no start is needed. */
  public Run resume(Path path) {
    resume = Optional.of(path);
    return this;
  }

  /** Reads time elsewhere, for tests. */
  Run clock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    return this;
  }

  /**
   * Runs to the end.
   *
   * @throws RunFailedException if the objective, a schedule or an observer throws
   */
  public RunResult go() {
    Require.that(x0 != null || !resume.isEmpty(), "no start: call from(x0), or resume(checkpoint)");
    Stepper stepper;
    RunRecorder track;
    try {
      stepper = start();
      track = new RunRecorder(this, stepper);
    } catch (IllegalArgumentException | VirtualMachineError refused) {
      throw refused;
    } catch (Throwable e) {
      throw new RunFailedException(RunResult.notStarted(new Ending.Failed(0, e), where()), e);
    }
    CheckpointWriter saver = new CheckpointWriter(this, stepper, track);
    resume.ifPresent(saver::load);
    method.warnings().forEach(warning);
    Ending ending;
    try {
      ending = loop(stepper, track, saver);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      ending = new Ending.Failed(stepper.step(), e);
    }
    saver.atEnd();
    RunResult result = track.result(track.finish(ending), saver.unsaved());
    if (result.ending() instanceof Ending.Failed failed) {
      throw new RunFailedException(result, failed.cause());
    }
    return result;
  }

  /** The point at which a run begins; NaN if only a checkpoint knows it. */
  private double[] where() {
    double[] nowhere = new double[objective.dimension()];
    Arrays.fill(nowhere, Double.NaN);
    return x0 == null ? nowhere : x0.clone();
  }

  private Ending loop(Stepper stepper, RunRecorder track, CheckpointWriter saver) {
    long start = nanoTime.getAsLong();
    if (resume.isEmpty()) {
      show(track.begin(), stepper);
    }
    Optional<Ending> ending = decide(stepper, track, start);
    while (ending.isEmpty()) {
      StepReport report = stepper.advance();
      show(track.record(report), stepper);
      saver.afterStep();
      ending = decide(stepper, track, start);
    }
    return ending.get();
  }

  private void show(StepRecord record, Stepper stepper) {
    observers.forEach(observer -> observer.observe(record, stepper));
  }

  private Optional<Ending> decide(Stepper stepper, RunRecorder track, long start) {
    Optional<Ending> ending = met(stepper, track, start);
    if (ending.isPresent() && ending.get().goal() && !track.last().measured()) {
      track.measure(); // a goal is believed only with measured numbers
      ending = met(stepper, track, start);
    }
    boolean interrupted = Thread.currentThread().isInterrupted();
    return ending.isEmpty() && interrupted
        ? Optional.of(new Ending.Interrupted(track.last().step()))
        : ending;
  }

  private Optional<Ending> met(Stepper stepper, RunRecorder track, long start) {
    Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - start);
    Optional<Ending> own =
        stepper instanceof SelfStoppingStepper ends ? ends.ending() : Optional.empty();
    return track.trouble().or(() -> own).or(() -> stop.check(track.last(), elapsed));
  }

  private Stepper start() {
    double[] x = x0 == null ? new double[objective.dimension()] : x0;
    RandomStreams streams = new RandomStreams(seed);
    return v0 != null && method instanceof Flow flow
        ? flow.start(objective, x, v0, streams)
        : method.start(objective, x, streams);
  }

  Checkpoint.Fingerprint fingerprint() {
    return new Checkpoint.Fingerprint(method.id(), objective.dimension(), data, seed);
  }

  /** Looks at every step of a run. It must not change what it is shown. */
  @FunctionalInterface
  public interface Observer {
    /**
     * Is called after each step, and once for the start (step 0).
     *
     * @param record what the step did and what was measured
     * @param stepper the method at work; its arrays are overwritten by the next step
     */
    void observe(StepRecord record, Stepper stepper);
  }

  /** A stepper that detects when no further step helps; a run ends there. */
  public interface SelfStoppingStepper extends Stepper {
    /** Returns why the last point is the end, empty while more steps may help. */
    Optional<Ending> ending();
  }

  /**
   * The objective, a schedule or an observer of a {@link Run} threw, or {@link Run#minimize} found
   * its gradient wrong: its {@linkplain #getCause cause} is what was thrown, its {@link #result}
   * what the run had found until then.
   */
  public static final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient RunResult result;

    RunFailedException(RunResult result, Throwable cause) {
      super(result.ending().sentence(), cause);
      this.result = result;
    }

    /** Returns the result so far, with the best point; null once the exception was serialised. */
    public RunResult result() {
      return result;
    }
  }
}
