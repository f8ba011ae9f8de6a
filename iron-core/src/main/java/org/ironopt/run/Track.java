package org.ironopt.run;

import java.io.IOException;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Archive;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.problem.Regularizer;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;

/** What a run remembers beside the stepper's state: the last record and the best point. */
final class Track {
  private final Run run;
  private final Regularizer regularizer;
  private final Stepper stepper;
  private final double[] gradient;

  private final double[] best;
  private StepRecord last;
  private long failedSolves;
  private int failedInARow;

  Track(Run run, Stepper stepper) {
    this.run = run;
    this.stepper = stepper;
    regularizer = Regularizer.of(run.objective, run.method.regularizer());
    gradient = new double[run.objective.dimension()];
    best = stepper.x().clone();
    last = StepRecord.standing(stepper.step());
  }

  /** Returns the record of the last step, or of the point where a run stands. */
  StepRecord last() {
    return last;
  }

  /** Returns the record of a step that was just made. */
  StepRecord record(StepReport report) {
    failedSolves += report.failedSolves();
    failedInARow = report.allSolvesFailed() ? failedInARow + 1 : 0;
    boolean due =
        (run.measureEvery > 0 && report.step() % run.measureEvery == 0)
            || (run.stop.needsValue() && Double.isNaN(report.value()))
            || (run.stop.needsGradient() && Double.isNaN(report.gradientNorm()));
    last = new StepRecord(report, false, last.bestValue(), last.work().plus(report.work()));
    return due ? measure() : keep(report, false);
  }

  /**
   * Returns the last record with {@code F = f + r} and the norm of {@code x - prox_r(x - grad
   * f(x))}, which is 0 exactly at stationary points and the norm of the gradient if {@code r = 0}.
   * F is infinite where r is, at a start outside the constraints for instance. Not counted as the
   * method's work.
   */
  StepRecord measure() {
    double[] x = stepper.x();
    double value = run.objective.valueAndGradient(x, gradient);
    if (regularizer.equals(Regularizer.none())) {
      return keep(last.report().measured(value, Vectors.norm(gradient)), true);
    }
    Vectors.add(x, -1, gradient, gradient);
    regularizer.prox(1, gradient, gradient);
    double norm = Vectors.distance(x, gradient);
    double sum = Double.isFinite(value) ? value + regularizer.value(x) : Double.NaN;
    return keep(last.report().measured(sum, norm), true);
  }

  private StepRecord keep(StepReport report, boolean measured) {
    double bestValue = last.bestValue();
    if (Double.isFinite(report.value()) && !(bestValue <= report.value())) {
      bestValue = report.value();
      Vectors.copy(stepper.x(), best);
    }
    last = new StepRecord(report, measured, bestValue, last.work());
    return last;
  }

  /** Returns the ending that is due whatever the stop rule says. */
  Optional<Ending> trouble() {
    Optional<InnerReport> inner = last.inner();
    if (!Vectors.allFinite(stepper.x())) {
      return Optional.of(new Ending.NotFinite(last.step(), "the iterate"));
    }
    if (last.measured() && !isFinite()) {
      return Optional.of(notFiniteHere());
    }
    boolean lost = inner.map(InnerReport::ending).equals(Optional.of(InnerEnding.NOT_FINITE));
    if (lost && failedInARow > 0) {
      return Optional.of(
          new Ending.NotFinite(last.step(), "f, its gradient or its curvature in the inner solve"));
    }
    if (inner.isPresent() && failedInARow > run.toleratedFailures) {
      return Optional.of(new Ending.InnerFailure(last.step(), failedInARow, inner.get()));
    }
    return Optional.empty();
  }

  /** An infinity of r is an answer, one of f (then F is NaN, if there is an r) is trouble. */
  private boolean isFinite() {
    boolean outside =
        last.value() == Double.POSITIVE_INFINITY && !regularizer.equals(Regularizer.none());
    return Double.isFinite(last.gradientNorm()) && (outside || Double.isFinite(last.value()));
  }

  private Ending notFiniteHere() {
    return new Ending.NotFinite(
        last.step(), Double.isFinite(last.value()) ? "the gradient" : "the value of f");
  }

  /** Measures the last point, if it was not, so that the result is complete and true. */
  Ending finish(Ending ending) {
    boolean hopeless = ending instanceof Ending.Failed || !Vectors.allFinite(stepper.x());
    if (!last.measured() && !hopeless) {
      try {
        measure();
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Throwable e) {
        return new Ending.Failed(last.step(), e);
      }
    }
    boolean known = ending instanceof Ending.Failed || ending instanceof Ending.NotFinite;
    return known || isFinite() ? ending : notFiniteHere();
  }

  RunResult result(Ending ending, Optional<String> unsaved) {
    return new RunResult(ending, last, stepper.x().clone(), best.clone(), failedSolves, unsaved);
  }

  /** Names all of it; a record that is read has no more of its step than where it led. */
  void state(Archive archive) throws IOException {
    archive.array(best);
    failedSolves = archive.count(failedSolves);
    failedInARow = (int) archive.count(failedInARow);
    boolean measured = archive.flag(last.measured());
    double bestValue = archive.number(last.bestValue());
    double value = archive.number(last.value());
    double norm = archive.number(last.gradientNorm());
    Work work =
        new Work(
            archive.count(last.work().evaluations()),
            archive.count(last.work().products()),
            archive.count(last.work().newtonSteps()),
            archive.count(last.work().linearSteps()));
    if (archive.reads()) {
      StepReport report = StepRecord.standing(stepper.step()).report().measured(value, norm);
      last = new StepRecord(report, measured, bestValue, work);
    }
  }
}
