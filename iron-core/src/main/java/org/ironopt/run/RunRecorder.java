package org.ironopt.run;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.GaussNewton.Tangent;
import org.ironopt.problem.Regularizer;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.run.StepRecord.Progress;
import org.ironopt.run.Stop.Need;
import org.jspecify.annotations.Nullable;

/** What a run remembers beside the stepper's state: the last record and the best point. */
final class RunRecorder {
  /** Relative changes of f that are rounding, as a sum of squares of differences has it. */
  private static final double ROUNDING = 0x1p-44;

  /** Share of what it was, or of the residuals, below which an influence has vanished. */
  private static final double VANISHED = 1e-6;

  private final Run run;
  private final Regularizer regularizer;
  private final Stepper stepper;
  private final double[] gradient;

  private final double[] best;
  private final boolean needsChange;

  /** Where a sum of squares began, and the norms of its columns of J there; else null. */
  private final double @Nullable [] start;

  private final double[] columns;
  private final boolean needsTangent;

  /** The point before the last step, and f there. */
  private final double[] before;

  private double valueBefore = Double.NaN;
  private final Optional<ChainMean> chain;
  private StepRecord last;
  private long failedSolves;
  private int failedInARow;

  RunRecorder(Run run, Stepper stepper) {
    this.run = run;
    this.stepper = stepper;
    regularizer = Regularizer.of(run.objective, run.method.regularizer());
    gradient = new double[run.objective.dimension()];
    best = stepper.x().clone();
    before = stepper.x().clone();
    needsChange = run.stop.needs().contains(Need.CHANGE);
    boolean squares = run.objective instanceof GaussNewton g && g.prefersGaussNewton();
    needsTangent = squares && run.stop.needs().contains(Need.TANGENT);
    start = squares ? stepper.x().clone() : null;
    columns = new double[squares ? before.length : 0];
    chain = run.discard.stream().mapToObj(k -> new ChainMean(k, before.length)).findFirst();
    last = StepRecord.standing(stepper.step());
  }

  /** Returns the record of the last step, or of the point where a run stands. */
  StepRecord last() {
    return last;
  }

  /** Returns the record of a step that was just made. */
  StepRecord record(StepReport report) {
    chain.ifPresent(mean -> mean.add(report.step(), stepper.x()));
    failedSolves += report.failedSolves();
    failedInARow = report.allSolvesFailed() ? failedInARow + 1 : 0;
    boolean due =
        (run.measureEvery > 0 && report.step() % run.measureEvery == 0)
            || (run.stop.needs().contains(Need.VALUE) && Double.isNaN(report.value()))
            || (run.stop.needs().contains(Need.GRADIENT) && Double.isNaN(report.gradientNorm()));
    valueBefore = last.value();
    int still = last.progress().still();
    double change = needsChange ? change() : Double.NaN;
    Progress progress = Progress.standing(still).change(change);
    StepReport.Counts work = last.work().plus(report.work());
    last = new StepRecord(report, false, last.bestValue(), work, progress);
    StepRecord record = due ? measure() : keep(report, false, Double.NaN);
    last = record.progressed(progress(still));
    return last;
  }

  /** Returns the largest relative change of a variable since the last call. */
  private double change() {
    double[] x = stepper.x();
    double largest = 0;
    for (int i = 0; i < x.length; i++) {
      double size = Math.max(Math.abs(x[i]), Math.abs(before[i]));
      largest = size > 0 ? Math.max(largest, Math.abs(x[i] - before[i]) / size) : largest;
    }
    Vectors.copy(x, before);
    return largest;
  }

  /** Returns the progress of the last step, after so many that changed f by rounding only. */
  private Progress progress(int still) {
    Progress known = last.progress();
    double value = last.value();
    double size = Math.max(Math.abs(value), Math.abs(valueBefore));
    double decrease = valueBefore == value ? 0 : (valueBefore - value) / size;
    Optional<Tangent> tangent = tangent();
    // Residuals r + e with rounding e have the squares |r|^2 + 2 r'e + |e|^2.
    double hidden = tangent.map(t -> t.rounding() * (t.norm() + t.rounding()) / size).orElse(0.0);
    int more = Math.abs(decrease) <= Math.max(ROUNDING, hidden) ? still + 1 : 0;
    String vanished = tangent.map(this::vanished).orElse("");
    return new Progress(known.change(), decrease, more, known.slope(), tangent, vanished);
  }

  private Optional<Tangent> tangent() {
    return needsTangent ? ((GaussNewton) run.objective).tangent(stepper.x()) : Optional.empty();
  }

  /**
   * Returns which variables went where: those that the residuals depended on at the start, and that
   * can now change by their size without a change of the residuals.
   */
  @SuppressWarnings("NullAway")
  private String vanished(Tangent here) {
    double[] x = stepper.x();
    StringJoiner words = new StringJoiner(", ");
    for (int j = 0; j < x.length; j++) {
      double norm = here.columns()[j];
      double size = Math.max(Math.abs(x[j]), Math.abs(start[j]));
      if (norm < VANISHED * columns[j] && norm * size <= VANISHED * here.norm()) {
        words.add(String.format(Locale.ROOT, "x%d went from %.3g to %.3g", j, start[j], x[j]));
      }
    }
    return words.length() == 0 ? "" : words + ", where the residuals hardly depend on it";
  }

  /** Looks at the point where a run begins. */
  StepRecord begin() {
    if (start != null) {
      ((GaussNewton) run.objective)
          .tangent(start)
          .ifPresent(tangent -> Vectors.copy(tangent.columns(), columns));
    }
    return measure();
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
    double slope = 0;
    for (int i = 0; i < x.length; i++) {
      slope += Math.abs(gradient[i] * x[i]);
    }
    if (regularizer.equals(Regularizer.none())) {
      return keep(last.report().measured(value, Vectors.norm(gradient)), true, slope);
    }
    Vectors.add(x, -1, gradient, gradient);
    regularizer.prox(1, gradient, gradient);
    double norm = Vectors.distance(x, gradient);
    double sum = Double.isFinite(value) ? value + regularizer.value(x) : Double.NaN;
    slope = 0;
    for (int i = 0; i < x.length; i++) {
      slope += Math.abs((x[i] - gradient[i]) * x[i]);
    }
    return keep(last.report().measured(sum, norm), true, slope);
  }

  private StepRecord keep(StepReport report, boolean measured, double slope) {
    double bestValue = last.bestValue();
    if (Double.isFinite(report.value()) && !(bestValue <= report.value())) {
      bestValue = report.value();
      Vectors.copy(stepper.x(), best);
    }
    Progress progress = last.progress().slope(slope);
    last = new StepRecord(report, measured, bestValue, last.work(), progress);
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
    boolean lost =
        inner.map(InnerReport::ending).equals(Optional.of(InnerReport.Ending.NOT_FINITE));
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
    Optional<ChainMean> known = chain.map(mean -> mean.of(run.method, run.objective));
    return new RunResult(
        ending, last, stepper.x().clone(), best.clone(), failedSolves, known, unsaved);
  }

  /** Names all of it; a record that is read has no more of its step than where it led. */
  void state(StateCodec archive) throws IOException {
    archive.array(best);
    if (start != null) {
      archive.arrays(start, columns);
    }
    failedSolves = archive.count(failedSolves);
    failedInARow = (int) archive.count(failedInARow);
    boolean measured = archive.flag(last.measured());
    double bestValue = archive.number(last.bestValue());
    double value = archive.number(last.value());
    double norm = archive.number(last.gradientNorm());
    int still = (int) archive.count(last.progress().still());
    if (chain.isPresent()) {
      chain.get().state(archive);
    }
    StepReport.Counts work =
        new StepReport.Counts(
            archive.count(last.work().evaluations()),
            archive.count(last.work().products()),
            archive.count(last.work().newtonSteps()),
            archive.count(last.work().linearSteps()));
    if (archive.reads()) {
      StepReport report = StepRecord.standing(stepper.step()).report().measured(value, norm);
      Progress progress = Progress.standing(still);
      last = new StepRecord(report, measured, bestValue, work, progress);
      Vectors.copy(stepper.x(), before);
    }
  }
}
