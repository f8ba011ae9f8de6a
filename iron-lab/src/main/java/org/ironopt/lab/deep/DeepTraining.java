package org.ironopt.lab.deep;

import java.util.List;
import java.util.Optional;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SavedState;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.network.Activation;
import org.ironopt.network.Network;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.random.RandomStreams;

/**
 * A run at work: it ends after the same number of row gradients for every variant, and is looked at
 * after equal parts of them. The clock runs during steps only. A run that is no longer finite makes
 * no more steps.
 */
final class DeepTraining implements Task {
  static final String COLUMNS = "gradients, epochs, loss, test_loss, test_error, lambda, refused";

  /** Looks at a run. */
  static final int LOOKS = 12;

  private final DeepVariant variant;
  private final Network train;
  private final DeepProblem.Pair pair;
  private final double budget;
  private final GradientWork costs;
  private final Stepper stepper;
  private final NumericColumns trace = NumericColumns.of(COLUMNS);

  /** Row gradients, lambda of the last step, refused steps and nanoseconds so far. */
  private final double[] spent = new double[4];

  private final NumericColumns clock = new NumericColumns("gradients", "seconds");

  DeepTraining(DeepVariant variant, DeepProblem.Pair pair, DeepSettings settings) {
    this.variant = variant;
    this.pair = pair;
    train = pair.train();
    budget = settings.gradients();
    costs = GradientWork.of(train.layers());
    long steps = (long) Math.max(1, budget / variant.batch());
    RandomStreams streams = new RandomStreams(settings.seed());
    boolean rectified = train.layers().activations().getFirst() == Activation.RELU;
    double[] start = rectified ? train.layers().fanIn(streams) : train.layers().sparse(streams);
    stepper = settings.choice().start(variant.method(steps), train, start, settings.seed());
  }

  @Override
  public long done() {
    return trace.rows().size();
  }

  @Override
  public long total() {
    return LOOKS + 1L;
  }

  @Override
  public void advance() {
    double until = budget * done() / LOOKS;
    long began = System.nanoTime();
    while (spent[0] < until && finite()) {
      step();
    }
    spent[3] += System.nanoTime() - began;
    double[] x = stepper.x();
    boolean usable = Vectors.allFinite(x);
    trace.add(
        spent[0],
        (double) stepper.step() * variant.batch() / train.terms(),
        usable ? train.value(x) : Double.NaN,
        usable ? pair.test().value(x) : Double.NaN,
        usable ? pair.error(x) : Double.NaN,
        spent[1],
        spent[2]);
    clock.add(spent[0], spent[3] * 1e-9);
  }

  private void step() {
    long solve = stepper.step();
    StepReport report = stepper.advance();
    spent[0] +=
        report
            .inner()
            .map(inner -> costs.of(solve, variant.batch(), inner, variant.preconditioner()))
            .orElse((double) variant.batch());
    spent[1] = report.lambda();
    spent[2] += report.failedSolves();
  }

  /** Returns whether the iterate was finite when it was last looked at. */
  private boolean finite() {
    return done() == 0 || Double.isFinite(trace.last("loss"));
  }

  @Override
  public List<SavedState> state() {
    return List.of(
        SavedState.of(trace), SavedState.of(clock), SavedState.of(spent), SavedState.of(stepper));
  }

  @Override
  public CellResult outcome() {
    NamedValues values = new NamedValues().with("finite", finite());
    if (stepper instanceof FitPlugin.RemoteStepper elsewhere) {
      values.with("device", elsewhere.device());
    }
    return CellResult.last(values, trace);
  }

  @Override
  public void close() {
    if (stepper instanceof FitPlugin.RemoteStepper elsewhere) {
      elsewhere.close();
    }
  }

  @Override
  public Optional<NumericColumns> clock() {
    return Optional.of(clock);
  }
}
