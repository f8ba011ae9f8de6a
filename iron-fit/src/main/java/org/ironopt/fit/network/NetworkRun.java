package org.ironopt.fit.network;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.DelegatingMethod;
import org.ironopt.method.internal.DelegatingStepper;
import org.ironopt.network.Network;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.ironopt.run.Ending;

/**
 * The steps of a method on a network, the loss on other rows after every epoch, and where it was
 * smallest. All of it is part of the saved state, so that a resumed fit ends where an uninterrupted
 * one does. Started once.
 */
final class NetworkRun implements DelegatingMethod, DelegatingStepper {
  /** A loss is better if it is smaller by this part: less is no reason to go on. */
  private static final double BETTER = 1e-3;

  private final Method method;
  private final Network f;
  private final Network validation;
  private final int batch;
  private final long stepsPerEpoch;
  private final int patience;
  private Stepper steps;
  private double[] chosen;
  private double chosenLoss = Double.POSITIVE_INFINITY;
  private long chosenEpoch;
  private double mark = Double.POSITIVE_INFINITY;
  private long marked;
  private double loss = Double.NaN;
  private double objective = Double.NaN;
  private double alpha = Double.NaN;
  private long rowsRead;

  @SuppressWarnings("NullAway.Init")
  NetworkRun(Method method, Network f, Network validation, int batch, int patience) {
    this.method = method;
    this.f = f;
    this.validation = validation;
    this.batch = batch;
    this.patience = patience;
    stepsPerEpoch = Math.max(1, f.terms() / batch);
  }

  @Override
  public Method method() {
    return method;
  }

  @Override
  public String id() {
    return method.id() + ", patience " + patience;
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    steps = method.start(objective, x0, streams);
    chosen = x0.clone();
    look();
    return this;
  }

  @Override
  public StepReport advance() {
    StepReport report = steps.advance();
    alpha = report.alpha();
    rowsRead += batch * (report.work().evaluations() + report.work().products());
    if (ofEpoch() && Vectors.allFinite(x())) {
      look();
    }
    return report;
  }

  /** Returns whether an epoch ends here. */
  boolean ofEpoch() {
    return step() % stepsPerEpoch == 0;
  }

  long epoch() {
    return step() / stepsPerEpoch;
  }

  private void look() {
    loss = validation.value(x());
    objective = f.value(x());
    if (loss < chosenLoss) {
      chosenLoss = loss;
      chosenEpoch = epoch();
      Vectors.copy(x(), chosen);
    }
    if (loss < mark * (1 - BETTER)) {
      mark = loss;
      marked = epoch();
    }
  }

  /** Returns what a history says of the epoch that was just made, or of the start. */
  FitStep entry() {
    return new FitStep(step(), alpha, objective, Double.POSITIVE_INFINITY, loss, passes());
  }

  /** Returns the ending that is due after the last epoch. */
  Optional<Ending> ending() {
    long since = epoch() - marked;
    if (since < patience) {
      return Optional.empty();
    }
    return Optional.of(
        new Ending.ValidationStalled(step(), Ending.Check.EPOCH, since, chosenEpoch));
  }

  /** Notes for the manifest of the model how far the steps went, and which network was chosen. */
  void note(Map<String, Object> training) {
    training.put("steps", step());
    training.put("epochs", epoch());
    training.put("epoch", chosenEpoch);
  }

  double[] chosen() {
    return chosen;
  }

  long chosenEpoch() {
    return chosenEpoch;
  }

  long passes() {
    return Math.ceilDiv(rowsRead, f.terms());
  }

  @Override
  public Stepper stepper() {
    return steps;
  }

  @Override
  public void state(StateCodec archive) throws IOException {
    archive.array(chosen);
    chosenLoss = archive.number(chosenLoss);
    chosenEpoch = archive.count(chosenEpoch);
    mark = archive.number(mark);
    marked = archive.count(marked);
    rowsRead = archive.count(rowsRead);
  }
}
