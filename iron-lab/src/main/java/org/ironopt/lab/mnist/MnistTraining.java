package org.ironopt.lab.mnist;

import static org.ironopt.lab.file.NamedValues.word;

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
    TUNE,
    /** Learns from all training rows, is measured on the test rows, and is timed. */
    FINAL,
    /** As {@link #FINAL}, short and without warm-up: what a step does to a method. */
    STEP
  }

  static final String COLUMNS =
      "epoch, train_loss, accuracy, gradients, products, newton_steps, cg_steps, passes,"
          + " failed_solves";

  private static final int STEPS_PER_SLICE = 64;

  /** Gradients and products of a method after which its code counts as compiled. */
  private static final int WARM = 5000;

  /** Gradients and products that each method has taken in this process. */
  private static final AtomicLongArray TAKEN =
      new AtomicLongArray(ComparedOptimizer.values().length);

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
    String name = word(purpose) + "-" + word(rival) + "-b" + batch + "-" + number;
    return purpose == Purpose.FINAL ? name + "-seed" + seed : name;
  }

  private int epochs(MnistSettings settings) {
    return switch (purpose) {
      case TUNE -> settings.tuningEpochs();
      case FINAL -> settings.epochs();
      case STEP -> settings.stepEpochs();
    };
  }

  /** Returns every setting that determines the result of the run. */
  NamedValues settings(MnistSettings settings) {
    NamedValues all = MnistExperiment.CHAPTER.write(settings);
    NamedValues cell =
        new NamedValues()
            .with("experiment", MnistExperiment.CHAPTER.name())
            .with("method", word(rival))
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
    return switch (rival) {
      case IRON -> cell.with("residual", settings.residual()).with(solver(settings));
      case IRON_RELATIVE ->
          cell.with("relative_residual", ComparedOptimizer.RELATIVE).with(solver(settings));
      default -> cell;
    };
  }

  private static NamedValues solver(MnistSettings settings) {
    return new NamedValues()
        .with("newton", (long) settings.newtonSteps())
        .with("cg", settings.cg());
  }

  /** Starts the run. */
  Task start(MnistSettings settings, MnistData data) {
    return new Run(settings, data, purpose == Purpose.TUNE ? data.part : data.all);
  }

  private Stepper stepper(MnistSettings settings, Softmax f) {
    RandomStreams streams = new RandomStreams(seed);
    return rival.method(step, batch, settings).start(f, new double[f.dimension()], streams);
  }

  private static long looks(StepReport.Counts work) {
    return work.evaluations() + work.products();
  }

  /**
   * A run at work: some steps per slice, and a look before the first and after every epoch. A run
   * whose iterate is no longer finite at the end of an epoch makes no more steps.
   */
  private final class Run extends TrainingTask {
    private final MnistSettings settings;
    private final MnistData data;
    private final Softmax objective;
    private final int stepsPerEpoch;
    private final int slicesPerEpoch;

    /** Counts slices, and what they cost: {@link #COLUMNS} from gradients on, rows for passes. */
    Run(MnistSettings settings, MnistData data, Softmax objective) {
      super(stepper(settings, objective), COLUMNS, 7);
      this.settings = settings;
      this.data = data;
      this.objective = objective;
      stepsPerEpoch = Math.ceilDiv(objective.terms(), batch);
      slicesPerEpoch = Math.ceilDiv(stepsPerEpoch, STEPS_PER_SLICE);
    }

    @Override
    public long done() {
      return (long) spent[0];
    }

    @Override
    public long total() {
      return (long) slicesPerEpoch * epochs(settings);
    }

    @Override
    public void advance() {
      if (done() == 0) {
        measure();
      }
      if (purpose == Purpose.FINAL) {
        warmUp();
      }
      int from = (int) (done() % slicesPerEpoch) * STEPS_PER_SLICE;
      int to = Math.min(stepsPerEpoch, from + STEPS_PER_SLICE);
      boolean going = finite();
      timed(
          () -> {
            for (int j = from; going && j < to; j++) {
              step(Math.min(batch, objective.terms() - j * batch));
            }
          });
      spent[0]++;
      if (to == stepsPerEpoch) {
        measure();
      }
    }

    private void step(int rows) {
      StepReport report = stepper.advance();
      StepReport.Counts work = report.work();
      spent[1] += work.evaluations();
      spent[2] += work.products();
      spent[3] += work.newtonSteps();
      spent[4] += work.linearSteps();
      spent[5] += rows * looks(work);
      spent[6] += report.failedSolves();
      TAKEN.addAndGet(rival.ordinal(), looks(work));
    }

    /**
     * Compiling takes the first second or two of a process, which must not be charged to the method
     * that is timed first: another stepper, which is thrown away, makes steps until the method's
     * code is compiled. A run of few steps is not worth a long warm-up.
     */
    private void warmUp() {
      long enough = Math.min(WARM, (long) stepsPerEpoch * epochs(settings));
      if (TAKEN.get(rival.ordinal()) < enough) {
        Stepper other = stepper(settings, objective);
        while (TAKEN.get(rival.ordinal()) < enough) {
          TAKEN.addAndGet(rival.ordinal(), looks(other.advance().work()));
        }
      }
    }

    private void measure() {
      double[] x = stepper.x();
      boolean tuning = purpose == Purpose.TUNE;
      boolean finite = (done() == 0 || finite()) && Vectors.allFinite(x);
      look(
          spent[0] / slicesPerEpoch,
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
