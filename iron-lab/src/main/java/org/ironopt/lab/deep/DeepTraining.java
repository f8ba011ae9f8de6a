package org.ironopt.lab.deep;

import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.TrainingTask;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.network.Activation;
import org.ironopt.network.Network;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.random.RandomStreams;

/**
 * A run at work: it ends after the same number of row gradients for every variant, and is looked at
 * after equal parts of them. A run that is no longer finite makes no more steps.
 */
final class DeepTraining extends TrainingTask {
  static final String COLUMNS = "gradients, epochs, loss, test_loss, test_error, lambda, refused";

  /** Looks at a run. */
  static final int LOOKS = 12;

  private final DeepVariant variant;
  private final Network train;
  private final DeepProblem.Pair pair;
  private final double budget;
  private final GradientWork costs;

  /** Counts row gradients, lambda of the last step and refused steps. */
  DeepTraining(DeepVariant variant, DeepProblem.Pair pair, DeepSettings settings) {
    super(stepper(variant, pair.train(), settings), COLUMNS, 3);
    this.variant = variant;
    this.pair = pair;
    train = pair.train();
    budget = settings.gradients();
    costs = GradientWork.of(train.layers());
  }

  private static Stepper stepper(DeepVariant variant, Network train, DeepSettings settings) {
    long steps = Math.max(1, settings.gradients() / variant.batch());
    RandomStreams streams = new RandomStreams(settings.seed());
    boolean rectified = train.layers().activations().getFirst() == Activation.RELU;
    double[] start = rectified ? train.layers().fanIn(streams) : train.layers().sparse(streams);
    return settings.choice().start(variant.method(steps), train, start, settings.seed());
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
    timed(
        () -> {
          while (spent[0] < until && finite()) {
            step();
          }
        });
    double[] x = stepper.x();
    boolean usable = Vectors.allFinite(x);
    look(
        spent[0],
        (double) stepper.step() * variant.batch() / train.terms(),
        usable ? train.value(x) : Double.NaN,
        usable ? pair.test().value(x) : Double.NaN,
        usable ? pair.error(x) : Double.NaN,
        spent[1],
        spent[2]);
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

  @Override
  protected boolean finite() {
    return done() == 0 || Double.isFinite(trace.last("loss"));
  }

  @Override
  public CellResult outcome() {
    CellResult outcome = super.outcome();
    if (stepper instanceof FitPlugin.RemoteStepper elsewhere) {
      outcome.values().with("device", elsewhere.device());
    }
    return outcome;
  }

  @Override
  public void close() {
    if (stepper instanceof FitPlugin.RemoteStepper elsewhere) {
      elsewhere.close();
    }
  }
}
