package org.ironopt.lab.mnist;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.mnist.Training.Purpose;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.random.Streams;
import org.ironopt.regression.Softmax;

/**
 * A run at work: some steps per slice, and a row of the trace before the first and after every
 * epoch. The clock runs during steps only, not while the model is judged. A run whose iterate is no
 * longer finite at the end of an epoch makes no more steps.
 */
final class TrainingTask implements Task {
  static final String[] COLUMNS = {
    "epoch",
    "train_loss",
    "accuracy",
    "gradients",
    "products",
    "newton_steps",
    "cg_steps",
    "passes",
    "failed_solves"
  };

  private static final int STEPS_PER_SLICE = 64;

  private final Training run;
  private final MnistData data;
  private final Softmax objective;
  private final Method method;
  private final Stepper stepper;
  private final int stepsPerEpoch;
  private final int slicesPerEpoch;
  private final Columns trace = new Columns(COLUMNS);
  private final Columns clock = new Columns("epoch", "seconds");
  private Work work = Work.NONE;
  private long rows;
  private long failed;
  private long nanos;
  private long done;
  private boolean finite = true;

  TrainingTask(MnistSetup setup, Training run, MnistData data) {
    this.run = run;
    this.data = data;
    objective = run.purpose() == Purpose.TUNE ? data.part : data.all;
    method = run.rival().method(run.step(), run.batch(), setup);
    stepper = start(run.seed());
    stepsPerEpoch = Math.ceilDiv(objective.terms(), run.batch());
    slicesPerEpoch = Math.ceilDiv(stepsPerEpoch, STEPS_PER_SLICE);
  }

  private Stepper start(long seed) {
    return method.start(objective, new double[objective.dimension()], new Streams(seed));
  }

  @Override
  public long done() {
    return done;
  }

  @Override
  public long total() {
    return (long) slicesPerEpoch * run.epochs();
  }

  @Override
  public void advance() {
    if (done == 0) {
      judge(0);
    }
    if (run.purpose() == Purpose.FINAL) {
      long steps = (long) stepsPerEpoch * run.epochs();
      Warmth.ensure(run.rival(), steps, () -> start(run.seed()));
    }
    int slice = (int) (done % slicesPerEpoch);
    int from = slice * STEPS_PER_SLICE;
    int to = Math.min(stepsPerEpoch, from + STEPS_PER_SLICE);
    if (finite) {
      long began = System.nanoTime();
      for (int j = from; j < to; j++) {
        step(j);
      }
      nanos += System.nanoTime() - began;
    }
    done++;
    if (to == stepsPerEpoch) {
      judge((int) (done / slicesPerEpoch));
    }
  }

  private void step(int j) {
    StepReport report = stepper.advance();
    Work spent = report.work();
    int size = Math.min(run.batch(), objective.terms() - j * run.batch());
    work = work.plus(spent);
    Warmth.add(run.rival(), spent);
    rows += size * (spent.evaluations() + spent.products());
    failed += report.failedSolves();
  }

  private void judge(int epoch) {
    double[] x = stepper.x();
    finite = finite && Vectors.allFinite(x);
    boolean tuning = run.purpose() == Purpose.TUNE;
    double loss = tuning || !finite ? Double.NaN : data.exact.value(x);
    Judge judge = tuning ? data.validation : data.test;
    trace.add(
        epoch,
        loss,
        finite ? judge.accuracy(x) : Double.NaN,
        work.evaluations(),
        work.products(),
        work.newtonSteps(),
        work.linearSteps(),
        (double) rows / objective.terms(),
        failed);
    clock.add(epoch, nanos * 1e-9);
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(done);
    out.writeLong(work.evaluations());
    out.writeLong(work.products());
    out.writeLong(work.newtonSteps());
    out.writeLong(work.linearSteps());
    out.writeLong(rows);
    out.writeLong(failed);
    out.writeLong(nanos);
    out.writeBoolean(finite);
    write(trace, out);
    write(clock, out);
    stepper.save(out);
  }

  private static void write(Columns table, DataOutput out) throws IOException {
    out.writeInt(table.rows().size());
    for (double[] row : table.rows()) {
      for (double number : row) {
        out.writeLong(Double.doubleToRawLongBits(number));
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    done = in.readLong();
    work = new Work(in.readLong(), in.readLong(), in.readLong(), in.readLong());
    rows = in.readLong();
    failed = in.readLong();
    nanos = in.readLong();
    finite = in.readBoolean();
    read(trace, in);
    read(clock, in);
    stepper.restore(in);
  }

  private static void read(Columns table, DataInput in) throws IOException {
    table.rows().clear();
    for (int count = in.readInt(); count > 0; count--) {
      double[] row = new double[table.columns().size()];
      for (int c = 0; c < row.length; c++) {
        row[c] = Double.longBitsToDouble(in.readLong());
      }
      table.add(row);
    }
  }

  @Override
  public Outcome outcome() {
    double[] last = trace.rows().getLast();
    Values values = new Values().with("finite", finite);
    for (int c = 0; c < COLUMNS.length; c++) {
      if (Double.isFinite(last[c])) {
        values.with(COLUMNS[c], last[c]);
      }
    }
    return new Outcome(values, trace, Map.of());
  }

  @Override
  public Optional<Columns> clock() {
    return Optional.of(clock);
  }
}
