package org.ironopt.run;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.method.Method;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Layers.LayeredObjective;
import org.ironopt.network.Muon;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.problem.Objective;

/** Muon on a network of three inputs, four hidden units and one output. */
class MuonContractTest extends MethodContract {
  private static final Layers LAYERS = Layers.inputs(3).dense(4, Activation.TANH).outputs(1);

  @Override
  Method method() {
    return Muon.step(.05);
  }

  @Override
  Method other() {
    return Muon.step(.05).momentum(.9);
  }

  @Override
  Objective objective() {
    double[][] rows = {{1, 0, 2}, {0, 1, -1}, {2, 1, 0}, {-1, 1, 1}, {1, -2, 1}, {0, 2, 1}};
    return Network.of(
        LAYERS, NetworkLoss.SQUARES, Dataset.regression(rows, new double[] {1, -1, 2, 0, 1, -2}));
  }

  @Override
  Objective nan() {
    return new NotANumber();
  }

  @Override
  boolean random() {
    return false;
  }

  /** NaN everywhere, with the layers that Muon asks for. */
  private static final class NotANumber implements LayeredObjective {
    @Override
    public Layers layers() {
      return LAYERS;
    }

    @Override
    public int dimension() {
      return LAYERS.parameters();
    }

    @Override
    public double value(double[] x) {
      return Double.NaN;
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      Arrays.fill(gradient, Double.NaN);
    }
  }
}
