package org.ironopt.lab.mnist;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.experiment.TrainingTask;
import org.ironopt.lab.file.NamedValues;
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

  private Softmax objective(MnistData data) {
    return purpose == Purpose.TUNE ? data.part : data.all;
  }

  private Stepper stepper(MnistSettings settings, MnistData data) {
    Softmax f = objective(data);
    RandomStreams streams = new RandomStreams(seed);
    return rival.method(step, batch, settings).start(f, new double[f.dimension()], streams);
  }

  /** Starts the run. */
  Task start(MnistSettings settings, MnistData data) {
    return new Run(this, settings, data);
  }

  /**
   * A run at work: some steps per slice, and a look before the first and after every epoch. A run
   * whose iterate is no longer finite at the end of an epoch makes no more steps.
   */
  private static final class Run extends TrainingTask {
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
    private final int epochs;
    private final int stepsPerEpoch;
    private final int slicesPerEpoch;

    /** Counts slices, and what they cost: {@link #COLUMNS} from gradients on, rows for passes. */
    Run(MnistTraining run, MnistSettings settings, MnistData data) {
      super(run.stepper(settings, data), COLUMNS, 7);
      this.run = run;
      this.settings = settings;
      this.data = data;
      objective = run.objective(data);
      epochs = run.epochs(settings);
      stepsPerEpoch = Math.ceilDiv(objective.terms(), run.batch);
      slicesPerEpoch = Math.ceilDiv(stepsPerEpoch, STEPS_PER_SLICE);
    }

    @Override
    public long done() {
      return (long) spent[0];
    }

    @Override
    public long total() {
      return (long) slicesPerEpoch * epochs;
    }

    @Override
    public void advance() {
      if (done() == 0) {
        measure();
      }
      if (run.purpose == Purpose.FINAL) {
        warmUp();
      }
      int from = (int) (done() % slicesPerEpoch) * STEPS_PER_SLICE;
      int to = Math.min(stepsPerEpoch, from + STEPS_PER_SLICE);
      boolean going = finite();
      timed(
          () -> {
            for (int j = from; going && j < to; j++) {
              StepReport.Counts work = step(Math.min(run.batch, objective.terms() - j * run.batch));
              TAKEN.addAndGet(run.rival.ordinal(), looks(work));
            }
          });
      spent[0]++;
      if (to == stepsPerEpoch) {
        measure();
      }
    }

    private StepReport.Counts step(int rows) {
      StepReport report = stepper.advance();
      StepReport.Counts work = report.work();
      spent[1] += work.evaluations();
      spent[2] += work.products();
      spent[3] += work.newtonSteps();
      spent[4] += work.linearSteps();
      spent[5] += rows * looks(work);
      spent[6] += report.failedSolves();
      return work;
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
        Stepper other = run.stepper(settings, data);
        while (TAKEN.get(method) < enough) {
          TAKEN.addAndGet(method, looks(other.advance().work()));
        }
      }
    }

    private void measure() {
      double[] x = stepper.x();
      boolean tuning = run.purpose == Purpose.TUNE;
      boolean finite = (done() == 0 || finite()) && Vectors.allFinite(x);
      double epoch = spent[0] / slicesPerEpoch;
      look(
          epoch,
          tuning || !finite ? Double.NaN : data.exact.value(x),
          finite ? (tuning ? data.validation : data.test).of(x) : Double.NaN,
          spent[1],
          spent[2],
          spent[3],
          spent[4],
          spent[5] / objective.terms(),
          spent[6]);
    }

    @Override
    protected boolean finite() {
      return !Double.isNaN(trace.last("accuracy"));
    }
  }
}
