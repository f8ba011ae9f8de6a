package org.ironopt.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.run.Ending;

/**
 * A method at work on a fit, and what decides its end: the certificate, signs of rounding, and the
 * loss on validation rows. All of it is part of the saved state, so that a resumed fit ends where
 * an uninterrupted one does.
 */
final class FitStepper implements Stepper {
  /** Steps without progress after which rounding is to blame. */
  private static final int STALLED = 4;

  /** Rounds without a smaller objective after which a method of rounds has done what it can. */
  private static final int PATIENT = 30;

  /** An objective so many times that of the start is on its way to infinity. */
  private static final double DIVERGED = 1e6;

  private final Stepper method;

  /** Whether steps are rounds of any method, which need not descend. */
  private final boolean rounds;

  private final FitObjective f;
  private final boolean unpenalized;
  private final Certificate certificate;
  private final Optional<Validation> validation;
  private Certificate.Bound bound;
  private double bestSlope = Double.POSITIVE_INFINITY;
  private double bestValue = Double.POSITIVE_INFINITY;
  private double startValue = Double.NaN;
  private int stalled;
  private long passesBefore;
  private final long passesAtStart;

  /** Where the validation loss was smallest, how large it was, and since how many steps. */
  private final double[] chosen;

  /** The point that is returned if its certificate is good enough. */
  record Certified(double[] theta, Certificate.Bound bound) {}

  private Certified certified;

  /** Of a fit without penalty: where its predictions run to, and did a step before. */
  private Separation separation = new Separation(false, Double.POSITIVE_INFINITY);

  private double leastBefore = Double.POSITIVE_INFINITY;

  private double validationLoss = Double.NaN;
  private double chosenLoss = Double.POSITIVE_INFINITY;
  private int sinceChosen;

  FitStepper(Stepper method, boolean rounds, FitObjective f, Optional<Validation> validation) {
    this.method = method;
    this.rounds = rounds;
    this.f = f;
    unpenalized = f.reg() == 0 && f.l1() == 0;
    this.validation = validation;
    certificate = new Certificate(f);
    passesAtStart = f.passes();
    chosen = method.x().clone();
  }

  @Override
  public StepReport advance() {
    StepReport report = method.advance();
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

  /** Takes the measures of the current point. */
  void look() {
    bound = certificate.at(x());
    startValue = Double.isNaN(startValue) ? bound.value() : startValue;
    if (unpenalized) {
      leastBefore = separation.least();
      separation = Separation.of(f.loss(), f.curvatureAt(x()).rows());
    }
    if (validation.isPresent()) {
      validationLoss = validation.get().loss(x());
      sinceChosen++;
      if (validationLoss < chosenLoss) {
        chosenLoss = validationLoss;
        sinceChosen = 0;
        System.arraycopy(x(), 0, chosen, 0, chosen.length);
      }
    }
  }

  /** Returns the ending that is due at the current point. */
  Optional<Ending> ending(double tolerance, int patience) {
    if (bound == null) {
      bound = certificate.at(x());
    }
    if (certify(tolerance)) {
      return Optional.of(new Ending.GapCertified(step(), certified.bound.relative(), tolerance));
    }
    if (certified.bound.exact()) {
      return Optional.of(new Ending.ExactFit(step(), certified.bound.value()));
    }
    if (rounds && !(bound.value() <= DIVERGED * startValue)) {
      return Optional.of(diverged());
    }
    Optional<Ending> free = unpenalized ? unpenalized(tolerance) : Optional.empty();
    if (free.isPresent()) {
      return free;
    }
    if (validation.isPresent() && sinceChosen >= patience) {
      return Optional.of(
          new Ending.Stopped(
              step(),
              "the validation loss did not improve for "
                  + sinceChosen
                  + " steps; the model of its smallest value is returned"));
    }
    if (rounds && stalled >= PATIENT) {
      return Optional.of(
          new Ending.Stopped(
              step(),
              "the objective did not decrease for "
                  + stalled
                  + " rounds; without variance reduction a constant step ends in its own noise:"
                  + " take a smaller or a decreasing one"));
    }
    if (!rounds && stalled >= STALLED) {
      return Optional.of(
          new Ending.Stopped(
              step(), "rounding hides any further progress; " + certificate.rounding().advice()));
    }
    return Optional.empty();
  }

  /** Looks whether the gap is small enough, with the best intercepts if they are what is left. */
  private boolean certify(double tolerance) {
    certified = new Certified(x().clone(), bound);
    if (bound.relative() <= tolerance) {
      return true;
    }
    if (bound.relativeSolved() <= 0.9 * tolerance || bound.negligible()) {
      certified =
          new Certified(certified.theta, certificate.solveIntercept(certified.theta, tolerance));
    }
    return certified.bound.relative() <= tolerance;
  }

  /** Returns the ending of a fit without penalty, whose optimum need not exist. */
  private Optional<Ending> unpenalized(double tolerance) {
    if (separation.complete()) {
      return Optional.of(
          new Ending.NotAttained(
              step(),
              "the classes can be separated, so that without a penalty the objective has no"
                  + " minimum: it falls to zero while the coefficients grow; add a penalty"));
    }
    double asked = Math.sqrt(1e-6 * tolerance * bound.value());
    boolean compared = step() > 0 || separation.least() == Double.POSITIVE_INFINITY;
    if (!(bound.size() <= asked) || !compared) {
      return Optional.empty();
    }
    // Where the minimum lies at infinity, each step still takes predictions further away.
    if (separation.least() < 0.9 * leastBefore) {
      return Optional.of(
          new Ending.NotAttained(
              step(),
              "the gradient is small, but some predictions still grow: without a penalty the"
                  + " objective seems to have no minimum; add a penalty"));
    }
    return Optional.of(new Ending.Converged(step(), bound.size(), Math.max(asked, bound.size())));
  }

  /** Returns the ending of steps that were too long. */
  Ending diverged() {
    return new Ending.Diverged(step(), bound.value(), startValue);
  }

  boolean stoppedEarly(int patience) {
    return validation.isPresent() && sinceChosen >= patience;
  }

  double[] chosen() {
    return chosen;
  }

  Certificate certificate() {
    return certificate;
  }

  /** Returns the last point that was looked at for its certificate. */
  Certified certified() {
    return certified;
  }

  FitStep entry(double alpha) {
    return new FitStep(step(), alpha, bound.value(), bound.relative(), validationLoss, passes());
  }

  /** Returns the passes of this run, those before a resume included. */
  long passes() {
    return passesBefore + f.passes() - passesAtStart;
  }

  @Override
  public long step() {
    return method.step();
  }

  @Override
  public double[] x() {
    return method.x();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    method.save(out);
    out.writeDouble(bestSlope);
    out.writeDouble(bestValue);
    out.writeDouble(startValue);
    out.writeInt(stalled);
    out.writeBoolean(separation.complete());
    out.writeDouble(separation.least());
    out.writeDouble(leastBefore);
    out.writeLong(passes());
    out.writeDouble(chosenLoss);
    out.writeInt(sinceChosen);
    for (double c : chosen) {
      out.writeDouble(c);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    method.restore(in);
    bestSlope = in.readDouble();
    bestValue = in.readDouble();
    startValue = in.readDouble();
    stalled = in.readInt();
    separation = new Separation(in.readBoolean(), in.readDouble());
    leastBefore = in.readDouble();
    passesBefore = in.readLong();
    chosenLoss = in.readDouble();
    sinceChosen = in.readInt();
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = in.readDouble();
    }
    bound = null;
  }
}
