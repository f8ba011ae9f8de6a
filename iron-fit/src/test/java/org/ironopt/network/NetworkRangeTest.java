package org.ironopt.network;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.Slow;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Samples;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * As many rows as MNIST has: eight decades of lambda, batches from 10 rows to all of them, both
 * starts, and an end that says what happened. Few units and steps, more of them on smaller batches;
 * many on demand: {@code -Diron.network.units=64 -Diron.network.steps=100}.
 */
@Execution(ExecutionMode.CONCURRENT)
@Slow
class NetworkRangeTest {
  private static final int ROWS = 60_000;
  private static final int CLASSES = 3;
  private static final int UNITS = Integer.getInteger("iron.network.units", 5);
  private static final int STEPS = Integer.getInteger("iron.network.steps", 2);

  @Test
  void neverNotANumber() {
    Dataset data = Samples.classes(Samples.dense(ROWS, 4, 3), CLASSES, 4);
    for (Activation unit : List.of(Activation.SIGMOID, Activation.RELU)) {
      Layers layers = Layers.inputs(4).dense(UNITS, unit).dense(UNITS, unit).outputs(CLASSES);
      Network f = Network.of(layers, NetworkLoss.SOFTMAX, data);
      // The starts that these units are used with; NetworkStepTest has all pairs on fewer rows.
      double[] x0 =
          unit == Activation.RELU
              ? layers.fanIn(new RandomStreams(1))
              : layers.sparse(new RandomStreams(1));
      double first = f.value(x0);
      for (int exponent = -4; exponent <= 4; exponent++) {
        for (int batch : new int[] {10, 1000, ROWS}) {
          check(f, x0, first, StrictMath.pow(10, exponent), batch);
        }
      }
    }
  }

  private static void check(Network f, double[] x0, double first, double lambda, int batch) {
    Iron iron =
        Iron.step(1 / .9 - 1)
            .adapting(Adaptation.standard().lambda0(lambda).largest(1e8))
            .batches(Batches.fullEpochs(batch));
    int steps = batch == ROWS ? STEPS : 10 * STEPS;
    Preconditioner factors = new Preconditioner.Averaged(7);
    for (InnerMethod inner :
        List.of(
            InnerMethod.linearized(2, factors),
            InnerMethod.relaxed(.3, factors),
            InnerMethod.relaxed(.5, factors)
                .globalization(new Globalization.Unchecked(5, .5).budget(steps).looks(20)))) {
      RunResult end = Run.of(iron.inner(inner), f).from(x0).stop(Stop.steps(steps)).go();
      double last = f.value(end.x());
      String name =
          f.layers() + ", lambda " + lambda + ", b " + batch + ": " + end.ending().sentence();
      assertTrue(Vectors.allFinite(end.x()) && Double.isFinite(last), name);
      assertTrue(batch < ROWS || last <= first, name + " from " + first + " to " + last);
      assertTrue(end.ending() instanceof Ending.StepLimit, name);
    }
  }
}
