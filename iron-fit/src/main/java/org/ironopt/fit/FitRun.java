package org.ironopt.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.DelegatingMethod;
import org.ironopt.method.internal.DelegatingStepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.Separation;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;

/**
 * One fit at work: the steps of the chosen method, and what decides their end: the certificate,
 * signs of rounding, and the loss on validation rows. All of it is part of the saved state, so that
 * a resumed fit ends where an uninterrupted one does. Started once.
 */
final class FitRun implements DelegatingMethod, DelegatingStepper, Run.SelfStoppingStepper {
  /** Steps without progress after which a fit stops: rounding hides the rest. */
  private static final int STALLED = 4;

  /** EpochStepper without a smaller objective after which a method of rounds stops. */
  private static final int PATIENT = 30;

  /** A fit has diverged once its objective is so many times that of the start. */
  private static final double DIVERGED = 1e6;

  private final FitObjective f;
  private final Method method;

  /** Whether steps are rounds of any method, which need not descend. */
  private final boolean rounds;

  /** The mean loss, without penalty, on rows that the fit does not learn from. */
  private final Optional<LinearObjective> validation;

  private final double tolerance;

  /** Steps that the loss on those rows may stay above its smallest value; none: for ever. */
  private final OptionalInt patience;

  private final boolean unpenalized;
  private final Certificate certificate;
  private final long passesAtStart;
  private Stepper steps;
  private Certificate.Bound bound;
  private double bestSlope = Double.POSITIVE_INFINITY;
  private double bestValue = Double.POSITIVE_INFINITY;
  private double startValue = Double.NaN;
  private int stalled;
  private long passesBefore;

  /** The last point whose certificate was asked for, perhaps with better intercepts. */
  private double[] certified;

  private Certificate.Bound certifiedBound;

  /** Of a fit without penalty: where its predictions run to, and did a step before. */
  private Separation separation = new Separation(false, Double.POSITIVE_INFINITY);

  private double leastBefore = Double.POSITIVE_INFINITY;

  /** Where the validation loss was smallest, how large it was, and since how many steps. */
  private double[] chosen;

  private double validationLoss = Double.NaN;
  private double chosenLoss = Double.POSITIVE_INFINITY;
  private int sinceChosen;

  @SuppressWarnings("NullAway.Init")
  FitRun(
      FitObjective f,
      SolverSelection choice,
      Optional<LinearObjective> validation,
      double tolerance,
      OptionalInt patience) {
    this.f = f;
    method = choice.method();
    rounds = choice.rounds();
    this.validation = validation;
    this.tolerance = tolerance;
    this.patience = patience;
    unpenalized = f.reg() == 0 && f.l1() == 0;
    certificate = new Certificate(f);
    passesAtStart = f.passes();
  }

  @Override
  public Method method() {
    return method;
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    steps = method.start(objective, x0, streams);
    chosen = steps.x().clone();
    return this;
  }

  @Override
  public StepReport advance() {
    StepReport report = steps.advance();
    if (!Vectors.allFinite(x())) {
      bound = Certificate.Bound.unknown();
      return report;
    }
    look();
    boolean better = bound.value() < bestValue - 1e-15 * Math.abs(bestValue);
    double size = bound.size();
    boolean closer = size < 0.9 * bestSlope;
    stalled = better || closer ? 0 : stalled + 1;
    bestValue = Math.min(bestValue, bound.value());
    bestSlope = Math.min(bestSlope, size);
    return rounds ? report.measured(bound.value(), size) : report;
  }

  /** Measures the current point. */
  private void look() {
    bound = certificate.at(x());
    startValue = Double.isNaN(startValue) ? bound.value() : startValue;
    if (unpenalized) {
      leastBefore = separation.least();
      separation = f.curvatureAt(x()).rows().separation();
    }
    if (validation.isPresent()) {
      validationLoss = validation.get().value(f.coordinates().expanded(x()));
      sinceChosen++;
      if (validationLoss < chosenLoss) {
        chosenLoss = validationLoss;
        sinceChosen = 0;
        Vectors.copy(x(), chosen);
      }
    }
  }

  /** Returns what a history says of the step that was just made, or of the start. */
  FitStep entry(double alpha) {
    if (bound == null) {
      look();
    }
    return new FitStep(step(), alpha, bound.value(), bound.relative(), validationLoss, passes());
  }

  @Override
  public Optional<Ending> ending() {
    if (bound == null) {
      bound = certificate.at(x());
    }
    certify();
    if (certifiedBound.relative() <= tolerance || certifiedBound.exact()) {
      return Optional.of(proven(certifiedBound, step()));
    }
    if (rounds && !(bound.value() <= DIVERGED * startValue)) {
      return Optional.of(diverged());
    }
    Optional<Ending> free = unpenalized ? unpenalized() : Optional.empty();
    if (free.isPresent()) {
      return free;
    }
    if (stoppedEarly()) {
      return Optional.of(
          new Ending.ValidationStalled(
              step(), Ending.Check.STEP, sinceChosen, step() - sinceChosen));
    }
    if (rounds && stalled >= PATIENT) {
      return Optional.of(new Ending.NoiseFloor(step(), stalled));
    }
    if (!rounds && stalled >= STALLED) {
      return Optional.of(certificate.rounding().floor(step()));
    }
    return Optional.empty();
  }

  /** Takes the bound of the current point, with the best intercepts if they are what is left. */
  private void certify() {
    certified = x().clone();
    certifiedBound = bound;
    boolean nearly = bound.relativeSolved() <= 0.9 * tolerance || bound.negligible();
    if (!(bound.relative() <= tolerance) && nearly) {
      certifiedBound = certificate.solveIntercept(certified, tolerance);
    }
  }

  /** Returns the ending of a point with a bound that is good enough. */
  private Ending proven(Certificate.Bound of, long step) {
    return of.relative() <= tolerance
        ? new Ending.GapCertified(step, of.relative(), tolerance)
        : new Ending.ExactFit(step, of.value());
  }

  /** Returns the ending of a fit without penalty, whose optimum need not exist. */
  private Optional<Ending> unpenalized() {
    if (separation.complete()) {
      return Optional.of(new Ending.NotAttained(step(), true));
    }
    double asked = Math.sqrt(1e-6 * tolerance * bound.value());
    boolean compared = step() > 0 || separation.least() == Double.POSITIVE_INFINITY;
    if (!(bound.size() <= asked) || !compared) {
      return Optional.empty();
    }
    // Where the minimum lies at infinity, each step still takes predictions further away.
    if (separation.least() < 0.9 * leastBefore) {
      return Optional.of(new Ending.NotAttained(step(), false));
    }
    return Optional.of(new Ending.Converged(step(), bound.size(), Math.max(asked, bound.size())));
  }

  /** Returns the ending of steps that were too long. */
  private Ending diverged() {
    return new Ending.Diverged(step(), bound.value(), startValue);
  }

  private boolean stoppedEarly() {
    return patience.isPresent() && sinceChosen >= patience.getAsInt();
  }

  /** The parameters to hand back, in the user's units, their bound, and how the fit ended. */
  record FinalPoint(double[] w, Certificate.Bound bound, Ending ending) {}

  /** Returns what the run found. */
  FinalPoint found(RunResult result) {
    Ending ending = result.ending();
    if (ending instanceof Ending.GapCertified || ending instanceof Ending.ExactFit) {
      return found(certified, certifiedBound, ending);
    }
    // Each of the steps for l1 decreases the objective: the last one has the most zeros.
    boolean last = ending.goal() || f.l1() > 0 && !rounds;
    boolean early = ending instanceof Ending.ValidationStalled;
    double[] theta = (early ? chosen : last ? result.x() : result.best()).clone();
    Certificate.Bound best = certificate.solveIntercept(theta, tolerance);
    if (best.exact()) {
      ending = proven(best, result.steps());
    } else if (rounds && ending instanceof Ending.NotFinite) {
      ending = diverged();
    }
    return found(theta, best, ending);
  }

  /** Makes sure of the digits of the value; the ending goes by it. */
  private FinalPoint found(double[] theta, Certificate.Bound measured, Ending ending) {
    Certificate.Bound last = certificate.valued(theta, measured, tolerance);
    boolean within = last.relative() <= tolerance;
    Ending end = ending;
    if (within || last.exact()) {
      end = proven(last, ending.step());
    } else if (ending instanceof Ending.GapCertified) {
      end = certificate.rounding().floor(ending.step());
    }
    return new FinalPoint(f.coordinates().expanded(theta), last, end);
  }

  /** Returns the work by the cost model. */
  FitResult.SolverWork work(SolverSelection choice) {
    return new FitResult.SolverWork(
        choice.predicted(),
        passesBefore + f.work(),
        choice.method() instanceof LaggedPreconditioner.Steps s
            ? s.solver().matrices()
            : List.of());
  }

  /** Returns the passes over the rows, those before a resume included. */
  long passes() {
    return passesBefore + f.passes() - passesAtStart;
  }

  @Override
  public Stepper stepper() {
    return steps;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    DelegatingStepper.super.save(out);
    f.rows().save(out);
  }

  @Override
  @SuppressWarnings("NullAway")
  public void restore(DataInput in) throws IOException {
    DelegatingStepper.super.restore(in);
    f.rows().restore(in);
    bound = null;
  }

  @Override
  public void state(StateCodec archive) throws IOException {
    bestSlope = archive.number(bestSlope);
    bestValue = archive.number(bestValue);
    startValue = archive.number(startValue);
    stalled = (int) archive.count(stalled);
    separation =
        new Separation(archive.flag(separation.complete()), archive.number(separation.least()));
    leastBefore = archive.number(leastBefore);
    long all = archive.count(passes());
    passesBefore = archive.reads() ? all : passesBefore;
    chosenLoss = archive.number(chosenLoss);
    sinceChosen = (int) archive.count(sinceChosen);
    archive.array(chosen);
  }
}
