package org.ironopt.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;

/** What a run remembers beside the stepper's state: the last and the best point, and the bill. */
final class Track {
  private final Objective objective;
  private final Regularizer regularizer;
  private final Stepper stepper;
  private final Stop stop;
  private final long measureEvery;
  private final int toleratedFailures;
  private final double[] gradient;

  private final double[] best;
  private double bestValue = Double.NaN;
  private Measurement last = new Measurement(Double.NaN, Double.NaN);
  private boolean lastMeasured;
  private Work work = Work.NONE;
  private long failedSolves;
  private int failedInARow;

  Track(
      Objective objective,
      Regularizer regularizer,
      Stepper stepper,
      Stop stop,
      long measureEvery,
      int toleratedFailures) {
    this.objective = objective;
    this.regularizer = Regularizer.of(objective, regularizer);
    this.stepper = stepper;
    this.stop = stop;
    this.measureEvery = measureEvery;
    this.toleratedFailures = toleratedFailures;
    gradient = new double[objective.dimension()];
    best = stepper.x().clone();
  }

  /** Returns the record of the start. */
  StepRecord start() {
    keep(measure(), true);
    return resumed();
  }

  /** Returns the record of the point where a resumed run stands, as its checkpoint knew it. */
  StepRecord resumed() {
    return StepRecord.standing(stepper.step(), last, lastMeasured, bestValue, work);
  }

  /** Returns the record of a step that was just made. */
  StepRecord record(StepReport report) {
    work = work.plus(report.work());
    failedSolves += report.failedSolves();
    failedInARow = report.allSolvesFailed() ? failedInARow + 1 : 0;
    boolean due =
        (measureEvery > 0 && report.step() % measureEvery == 0)
            || (stop.needsValue() && Double.isNaN(report.value()))
            || (stop.needsGradient() && Double.isNaN(report.gradientNorm()));
    keep(due ? measure() : new Measurement(report.value(), report.gradientNorm()), due);
    return StepRecord.of(report, last, lastMeasured, bestValue, work);
  }

  /** Evaluates F and how far x is from stationary, at nobody's expense. */
  private Measurement measure() {
    return Measurement.of(objective, regularizer, stepper.x(), gradient);
  }

  private void keep(Measurement at, boolean measured) {
    last = at;
    lastMeasured = measured;
    if (Double.isFinite(at.value()) && !(bestValue <= at.value())) {
      bestValue = at.value();
      Vectors.copy(stepper.x(), best);
    }
  }

  /** Returns the ending that is due whatever the stop rule says. */
  Optional<Ending> trouble(StepRecord record) {
    Optional<InnerReport> inner = record.inner();
    if (!Vectors.allFinite(stepper.x())) {
      return Optional.of(new Ending.NotFinite(record.step(), "the iterate"));
    }
    if (record.measured() && !isFinite(last)) {
      return Optional.of(notFiniteHere(record.step()));
    }
    boolean lost = inner.map(InnerReport::ending).equals(Optional.of(InnerEnding.NOT_FINITE));
    if (lost && failedInARow > 0) {
      return Optional.of(
          new Ending.NotFinite(
              record.step(), "f, its gradient or its curvature in the inner solve"));
    }
    if (inner.isPresent() && failedInARow > toleratedFailures) {
      return Optional.of(new Ending.InnerFailure(record.step(), failedInARow, inner.get()));
    }
    return Optional.empty();
  }

  /** An infinity of r is an answer, one of f (then F is NaN, if there is an r) is trouble. */
  private boolean isFinite(Measurement m) {
    boolean outside =
        m.value() == Double.POSITIVE_INFINITY && !regularizer.equals(Regularizer.none());
    return m.finite() || (outside && Double.isFinite(m.gradientNorm()));
  }

  private Ending notFiniteHere(long step) {
    return new Ending.NotFinite(
        step, Double.isFinite(last.value()) ? "the gradient" : "the value of f");
  }

  /** Returns the record with measured numbers: a goal is believed only with those. */
  StepRecord confirm(StepRecord record) {
    keep(measure(), true);
    return record.with(last);
  }

  /** Measures the last point, if it was not, so that the result is complete and true. */
  Ending finish(Ending ending) {
    boolean hopeless = ending instanceof Ending.Failed || !Vectors.allFinite(stepper.x());
    if (!lastMeasured && !hopeless) {
      try {
        keep(measure(), true);
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Throwable e) {
        return new Ending.Failed(stepper.step(), e);
      }
    }
    boolean known = ending instanceof Ending.Failed || ending instanceof Ending.NotFinite;
    return known || isFinite(last) ? ending : notFiniteHere(stepper.step());
  }

  RunResult result(Ending ending, Optional<String> unsaved) {
    return new RunResult(
        ending,
        stepper.step(),
        stepper.x().clone(),
        last.value(),
        last.gradientNorm(),
        best.clone(),
        bestValue,
        failedSolves,
        work,
        unsaved);
  }

  void save(DataOutput out) throws IOException {
    for (double b : best) {
      out.writeDouble(b);
    }
    out.writeDouble(bestValue);
    out.writeDouble(last.value());
    out.writeDouble(last.gradientNorm());
    out.writeBoolean(lastMeasured);
    out.writeLong(failedSolves);
    out.writeInt(failedInARow);
    out.writeLong(work.evaluations());
    out.writeLong(work.products());
    out.writeLong(work.newtonSteps());
    out.writeLong(work.linearSteps());
  }

  void restore(DataInput in) throws IOException {
    for (int i = 0; i < best.length; i++) {
      best[i] = in.readDouble();
    }
    bestValue = in.readDouble();
    last = new Measurement(in.readDouble(), in.readDouble());
    lastMeasured = in.readBoolean();
    failedSolves = in.readLong();
    failedInARow = in.readInt();
    work = new Work(in.readLong(), in.readLong(), in.readLong(), in.readLong());
  }
}
