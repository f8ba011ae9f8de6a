package org.ironopt.lab.mnist;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import org.ironopt.lab.data.TestAccuracy;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SavedState;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Softmax;

/**
 * One training run, from zero.
 *
 * @param purpose what it is for
 * @param rival the method
 * @param step its step
 * @param batch rows of a batch
 * @param seed seed of the permutations
 */
record MnistTraining(Purpose purpose, ComparedOptimizer rival, double step, int batch, long seed) {
  /** What a run is for, which decides the rows it learns from and is measured on. */
  enum Purpose {
    /** Learns from the training part of the split, is measured on the validation part. */
    TUNE("tune"),
    /** Learns from all training rows, is measured on the test rows, and is timed. */
    FINAL("final"),
    /** As {@link #FINAL}, short and without warm-up: what a step does to a method. */
    ROBUST("step");

    final String label;

    Purpose(String label) {
      this.label = label;
    }
  }

  static final String COLUMNS =
      "epoch, train_loss, accuracy, gradients, products, newton_steps, cg_steps, passes,"
          + " failed_solves";

  /** Returns the row of the paper's table with this method, batch size and step. */
  Optional<PaperTable.Row> paper() {
    return PaperTable.row(rival, batch).filter(row -> row.step() == step);
  }

  /** Returns the same run with another seed. */
  MnistTraining withSeed(long other) {
    return new MnistTraining(purpose, rival, step, batch, other);
  }

  String label() {
    String number = BigDecimal.valueOf(step).stripTrailingZeros().toPlainString();
    String name = purpose.label + "-" + rival.label + "-b" + batch + "-" + number;
    return purpose == Purpose.FINAL ? name + "-seed" + seed : name;
  }

  private int epochs(MnistSettings settings) {
    return switch (purpose) {
      case TUNE -> settings.tuningEpochs();
      case FINAL -> settings.epochs();
      case ROBUST -> settings.stepEpochs();
    };
  }

  /** Returns every setting that determines the result of the run. */
  NamedValues settings(MnistSettings settings) {
    NamedValues all = MnistExperiment.CHAPTER.write(settings);
    NamedValues cell =
        new NamedValues()
            .with("experiment", MnistExperiment.CHAPTER.name())
            .with("method", rival.label)
            .with("step", step)
            .with("batch", (long) batch)
            .with("epochs", (long) epochs(settings))
            .with("seed", seed)
            .with(all.of("reg, precision, train_rows"));
    if (purpose == Purpose.TUNE) {
      cell.with(all.of("validation_rows")).with("split_seed", settings.seed());
    } else {
      cell.with(all.of("test_rows"));
    }
    switch (rival) {
      case IRON -> cell.with("residual", settings.residual());
      case IRON_RELATIVE -> cell.with("relative_residual", ComparedOptimizer.RELATIVE);
      default -> {
        return cell;
      }
    }
    return cell.with("newton", (long) settings.newtonSteps()).with("cg", settings.cg());
  }

  /** Starts the run. */
  Task start(MnistSettings settings, MnistData data) {
    return new Run(this, settings, data);
  }

  /**
   * A run at work: some steps per slice, and a row of the trace before the first and after every
   * epoch. The clock runs during steps only, not while the model is measured. A run whose iterate
   * is no longer finite at the end of an epoch makes no more steps.
   */
  private static final class Run implements Task {
    private static final int STEPS_PER_SLICE = 64;

    /** Gradients and products of a method after which its code counts as compiled. */
    private static final int WARM = 5000;

    /** Gradients and products that each method has taken in this process. */
    private static final AtomicLongArray TAKEN =
        new AtomicLongArray(ComparedOptimizer.values().length);

    private final MnistTraining run;
    private final MnistSettings settings;
    private final MnistData data;
    private final Softmax objective;
    private final Stepper stepper;
    private final int epochs;
    private final int stepsPerEpoch;
    private final int slicesPerEpoch;
    private final NumericColumns trace = NumericColumns.of(COLUMNS);

    /** What each slice cost. */
    private final NumericColumns spent =
        NumericColumns.of(
            "gradients, products, newton_steps, cg_steps, rows, failed_solves, nanos");

    Run(MnistTraining run, MnistSettings settings, MnistData data) {
      this.run = run;
      this.settings = settings;
      this.data = data;
      objective = run.purpose == Purpose.TUNE ? data.part : data.all;
      stepper = stepper();
      epochs = run.epochs(settings);
      stepsPerEpoch = Math.ceilDiv(objective.terms(), run.batch);
      slicesPerEpoch = Math.ceilDiv(stepsPerEpoch, STEPS_PER_SLICE);
    }

    private Stepper stepper() {
      return run.rival
          .method(run.step, run.batch, settings)
          .start(objective, new double[objective.dimension()], new RandomStreams(run.seed));
    }

    @Override
    public long done() {
      return spent.rows().size();
    }

    @Override
    public long total() {
      return (long) slicesPerEpoch * epochs;
    }

    @Override
    public void advance() {
      if (done() == 0) {
        measure(0);
      }
      if (run.purpose == Purpose.FINAL) {
        warmUp();
      }
      int from = (int) (done() % slicesPerEpoch) * STEPS_PER_SLICE;
      int to = Math.min(stepsPerEpoch, from + STEPS_PER_SLICE);
      if (finite()) {
        steps(from, to);
      } else {
        spent.add(new double[spent.columns().size()]);
      }
      if (to == stepsPerEpoch) {
        measure((int) (done() / slicesPerEpoch));
      }
    }

    private void steps(int from, int to) {
      StepReport.Counts work = StepReport.Counts.NONE;
      long rows = 0;
      long failed = 0;
      long began = System.nanoTime();
      for (int j = from; j < to; j++) {
        StepReport report = stepper.advance();
        int size = Math.min(run.batch, objective.terms() - j * run.batch);
        work = work.plus(report.work());
        rows += size * looks(report.work());
        failed += report.failedSolves();
      }
      long nanos = System.nanoTime() - began;
      TAKEN.addAndGet(run.rival.ordinal(), looks(work));
      spent.add(
          work.evaluations(),
          work.products(),
          work.newtonSteps(),
          work.linearSteps(),
          rows,
          failed,
          nanos);
    }

    private static long looks(StepReport.Counts work) {
      return work.evaluations() + work.products();
    }

    /**
     * Compiling takes the first second or two of a process, which must not be charged to the method
     * that is timed first: another stepper, which is thrown away, makes steps until the method's
     * code is compiled. A run of few steps is not worth a long warm-up.
     */
    private void warmUp() {
      long enough = Math.min(WARM, (long) stepsPerEpoch * epochs);
      int method = run.rival.ordinal();
      if (TAKEN.get(method) < enough) {
        Stepper other = stepper();
        while (TAKEN.get(method) < enough) {
          TAKEN.addAndGet(method, looks(other.advance().work()));
        }
      }
    }

    private void measure(int epoch) {
      double[] x = stepper.x();
      boolean tuning = run.purpose == Purpose.TUNE;
      boolean finite = (epoch == 0 || finite()) && Vectors.allFinite(x);
      TestAccuracy accuracy = tuning ? data.validation : data.test;
      trace.add(
          epoch,
          tuning || !finite ? Double.NaN : data.exact.value(x),
          finite ? accuracy.of(x) : Double.NaN,
          sum("gradients"),
          sum("products"),
          sum("newton_steps"),
          sum("cg_steps"),
          sum("rows") / objective.terms(),
          sum("failed_solves"));
    }

    /** Returns whether the iterate was finite when it was last measured. */
    private boolean finite() {
      return !Double.isNaN(trace.last("accuracy"));
    }

    /** Returns a cost of all slices so far, a sum of whole numbers. */
    private double sum(String column) {
      return Arrays.stream(spent.column(column)).sum();
    }

    @Override
    public List<SavedState> state() {
      return List.of(SavedState.of(trace), SavedState.of(spent), SavedState.of(stepper));
    }

    @Override
    public CellResult outcome() {
      return CellResult.last(new NamedValues().with("finite", finite()), trace);
    }

    @Override
    public Optional<NumericColumns> clock() {
      NumericColumns clock = new NumericColumns("epoch", "seconds");
      double[] nanos = spent.column("nanos");
      for (int epoch = 0; epoch <= epochs; epoch++) {
        double sum = Arrays.stream(nanos, 0, epoch * slicesPerEpoch).sum();
        clock.add(epoch, sum * 1e-9);
      }
      return Optional.of(clock);
    }
  }
}
