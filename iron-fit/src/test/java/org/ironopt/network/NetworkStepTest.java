package org.ironopt.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.Slow;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.problem.testing.WithoutSimd;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** IRON on a network: one linearisation, a few CG steps with kept factors, lambda that adapts. */
class NetworkStepTest {
  private static Iron iron(int batch, int steps, double lambda0) {
    return Iron.step(1 / .9 - 1)
        .adapting(Adaptation.standard().lambda0(lambda0))
        .batches(Batches.fullEpochs(batch))
        .inner(InnerMethod.linearized(steps, new Preconditioner.Averaged(7)));
  }

  @Test
  void sameBitsForAllThreads() {
    String straight = NetworkBits.straight();
    int before = Parallel.threads();
    try {
      for (int threads : new int[] {1, 2, 7}) {
        Parallel.setThreads(threads);
        assertEquals(straight, NetworkBits.straight(), threads + " threads");
      }
    } finally {
      Parallel.setThreads(before);
    }
    for (int at : new int[] {1, 9, 14}) {
      assertEquals(straight, NetworkBits.resumed(at), "resumed at " + at);
    }
  }

  @Test
  void sameBitsWithoutSimd(@TempDir Path folder) throws IOException, InterruptedException {
    assertEquals(NetworkBits.straight(), WithoutSimd.line(NetworkBits.class, folder));
  }

  /** Eight decades of lambda, one row to all rows, both starts, all kinds of units. */
  @Test
  void neverNotANumber() {
    Dataset data = Samples.classes(Samples.dense(60, 6, 3), 3, 4);
    for (Activation unit : Activation.values()) {
      Layers layers = Layers.inputs(6).dense(8, unit).dense(7, unit).outputs(3);
      Network f = Network.of(layers, NetworkLoss.SOFTMAX, data);
      for (double[] x0 :
          List.of(layers.sparse(new RandomStreams(1)), layers.fanIn(new RandomStreams(1)))) {
        double first = f.value(x0);
        for (double lambda = 1e-4; lambda < 2e4; lambda *= 10) {
          for (int batch : new int[] {1, 10, 60}) {
            Adaptation rule = Adaptation.standard().lambda0(lambda).largest(1e8);
            Iron full = iron(batch, 2, lambda).adapting(rule);
            Iron part = full.inner(InnerMethod.relaxed(.3, new Preconditioner.Averaged(7)));
            Globalization.Unchecked decaying =
                new Globalization.Unchecked(5, .5).budget(40).looks(20);
            Iron budget =
                full.inner(
                    InnerMethod.relaxed(.5, new Preconditioner.Averaged(7))
                        .globalization(decaying));
            for (Iron iron : List.of(full, part, budget)) {
              RunResult end = Run.of(iron, f).from(x0).stop(Stop.steps(40)).go();
              String name = unit + " " + lambda + " " + batch + ": " + end.ending();
              assertTrue(Vectors.allFinite(end.x()), name);
              assertTrue(Double.isFinite(f.value(end.x())), name);
              assertTrue(batch < 60 || f.value(end.x()) <= first, name);
              assertTrue(end.ending() instanceof Ending.StepLimit, name);
            }
          }
        }
      }
    }
  }

  /** A start at which the model of floats overflows ends the run with a reason. */
  @Test
  void aHopelessStartSaysSo() {
    Dataset data = Samples.classes(Samples.dense(60, 6, 3), 3, 4);
    Layers layers = Layers.inputs(6).dense(8, Activation.RELU).outputs(3);
    double[] x0 = NetworkTest.vector(layers.parameters(), 3, 1e30);
    Network f = Network.of(layers, NetworkLoss.SOFTMAX, data);
    RunResult end = Run.of(iron(10, 2, 1), f).from(x0).stop(Stop.steps(9)).go();
    assertTrue(end.ending() instanceof Ending.NotFinite, end.ending().toString());
  }

  @Test
  void theReportSaysHowTheModelDid() {
    Layers layers = Images.layers(Activation.TANH);
    Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, Images.of(300));
    Stepper stepper =
        iron(100, 2, 1).start(f, layers.fanIn(new RandomStreams(1)), new RandomStreams(2));
    double lambda = 1;
    int looks = 0;
    for (int k = 0; k < 20; k++) {
      StepReport report = stepper.advance();
      assertEquals(lambda, report.lambda(), 1e-12 * lambda);
      InnerReport inner = report.inner().orElseThrow();
      InnerReport.Model model = inner.model().orElseThrow();
      boolean looked = !Double.isNaN(model.ratio());
      boolean measured = model.linearResidual() > 0 && model.linearResidual() < 3;
      assertTrue(measured || k >= 5 && k % 5 != 0, k + ": " + model);
      assertTrue(measured || Double.isNaN(model.linearResidual()), k + ": " + model);
      assertTrue(looked || k >= 5 && k % 5 != 0, k + ": " + model);
      looks += looked ? 1 : 0;
      assertEquals(looked, !Double.isNaN(model.decrease()));
      assertEquals(looked ? 2 : 1, inner.evaluations());
      assertEquals(2, inner.products());
      assertTrue(Double.isNaN(inner.residual()));
      if (model.ratio() > .75) {
        lambda *= 1.2;
      } else if (model.ratio() < .25) {
        lambda /= 1.5;
      }
    }
    assertTrue(looks < 15, looks + " looks");
    assertTrue(lambda > 2, "lambda grew to " + lambda);
  }

  /** A lambda far too large for ReLU units: bad steps are refused and lambda falls. */
  @Test
  void badStepsAreRefused() {
    Dataset data = Samples.classes(Samples.dense(60, 6, 3), 3, 4);
    Layers layers =
        Layers.inputs(6).dense(30, Activation.RELU).dense(30, Activation.RELU).outputs(3);
    Network f = Network.of(layers, NetworkLoss.SOFTMAX, data);
    double[] x = layers.fanIn(new RandomStreams(1));
    Preconditioner none = new Preconditioner.None();
    Iron iron =
        iron(60, 1, 1e8)
            .inner(InnerMethod.linearized(30, none))
            .adapting(Adaptation.standard().lambda0(1e8));
    Stepper stepper = iron.start(f, x, new RandomStreams(2));
    int refused = 0;
    double last = f.value(x);
    for (int k = 0; k < 12; k++) {
      StepReport report = stepper.advance();
      double value = f.value(stepper.x());
      if (report.failedSolves() > 0) {
        refused++;
        assertEquals(last, value);
        assertTrue(report.inner().orElseThrow().model().orElseThrow().ratio() < 0);
      }
      last = value;
    }
    assertTrue(refused > 0);
    assertTrue(last < f.value(x));
  }

  @Test
  void factorsSaveConjugateGradients() {
    Layers layers = Images.layers(Activation.TANH);
    Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, Images.of(300));
    double[] x = layers.fanIn(new RandomStreams(1));
    double[] residual = new double[2];
    for (int k = 0; k < 2; k++) {
      Preconditioner choice =
          k == 0 ? new Preconditioner.None() : new Preconditioner.Averaged(1, 1, 1, 1, 3);
      InnerMethod inner = InnerMethod.linearized(20, choice);
      InnerReport report = Resolvent.of(f, inner).solve(1e3, x, x, new double[x.length]);
      residual[k] = report.model().orElseThrow().linearResidual();
    }
    assertTrue(residual[1] < .3 * residual[0], Arrays.toString(residual));
  }

  @Test
  void choicesThatMakeNoSenseAreRefused() {
    InnerMethod.Newton inner = InnerMethod.LINEARIZED;
    assertThrows(IllegalArgumentException.class, () -> inner.direction(new Direction.Minres()));
    Network f =
        Network.autoencoder(Images.layers(Activation.TANH), NetworkLoss.SQUARES, Images.of(9));
    assertThrows(IllegalArgumentException.class, () -> Resolvent.of(f, inner.truncate(2)));
    Dataset classes = Samples.classes(Samples.dense(60, 6, 3), 3, 4);
    assertThrows(IllegalArgumentException.class, () -> Resolvent.of(Softmax.of(classes, 0), inner));
  }

  /**
   * On a small deep autoencoder IRON with batches of 50 and two CG steps, and otherwise the numbers
   * of {@code Adaptation.standard} and {@code Preconditioner.Averaged}, ends below AdamW with any
   * of its step lengths, each decayed to its end, after work worth 300 gradients of all rows
   * ({@link GradientWork}).
   */
  @Test
  @Slow
  void ironReachesALossThatAdamWDoesNot() {
    Dataset data = Images.of(1000);
    Layers layers = Images.layers(Activation.TANH);
    Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, data);
    double[] x0 = layers.fanIn(new RandomStreams(1));
    double budget = 300_000;
    int b = 50;
    GradientWork costs = GradientWork.of(layers);
    Stepper iron = iron(b, 2, 1).start(f, x0, new RandomStreams(3));
    double spent = 0;
    while (spent < budget) {
      long solve = iron.step();
      InnerReport report = iron.advance().inner().orElseThrow();
      spent += costs.of(solve, b, report, new Preconditioner.Averaged(7));
    }
    double reached = f.value(iron.x());
    StringBuilder others = new StringBuilder();
    for (double rate : new double[] {3e-3, 1e-2, 3e-2}) {
      int steps = 300_000 / 20;
      Method adam = AdamW.steps(Schedule.linearDecay(rate, steps)).batches(Batches.epochs(20));
      Stepper stepper = adam.start(f, x0, new RandomStreams(3));
      while (stepper.step() < steps) {
        stepper.advance();
      }
      double other = f.value(stepper.x());
      others.append(String.format(Locale.ROOT, " %g: %.4f", rate, other));
      assertTrue(reached < other, "iron " + reached + ", adamw" + others);
    }
  }

  @Test
  void theNamedChoiceIsMadeOfItsParts() {
    assertEquals(new Globalization.Unchecked(5), InnerMethod.LINEARIZED.globalization());
    assertEquals(
        new Direction.ForcingTerm.Fixed(0),
        ((Direction.Cg) InnerMethod.LINEARIZED.direction()).forcing());
    Iron iron = iron(10, 1, 3);
    assertEquals(0, iron.mu());
    double alpha = 1 / .9 - 1;
    assertEquals(alpha * alpha / (3 * (1 + alpha)), iron.gamma0(), 1e-15);
    assertThrows(IllegalArgumentException.class, () -> new Adaptation(2, 1, 1.2, 1.5));
  }
}
