package org.ironopt.lab.compare;

import java.util.Arrays;
import java.util.function.Function;
import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Networks that methods are compared on. */
final class NetworkProblems {
  /** Strong convexity that methods are told; a network has none. */
  private static final double MU = 1e-4;

  private static final int ARMS = 3;

  private NetworkProblems() {}

  /**
   * The layers that a config asks for.
   *
   * @param hidden units
   * @param activation of the hidden layers; the narrowest of an autoencoder is linear
   * @param reg penalty on the weights
   * @param seed of data and start
   */
  private record Settings(int[] hidden, Activation activation, double reg, long seed) {
    static Settings read(TomlSection o, double... hidden) {
      int[] units =
          Arrays.stream(o.numbers("hidden").orElse(hidden)).mapToInt(u -> (int) u).toArray();
      if (units.length == 0 || Arrays.stream(units).anyMatch(u -> u < 1 || u > 4096)) {
        throw o.error("hidden", "'hidden' should be units of layers, such as [32, 16]");
      }
      String word = o.text("activation", "tanh");
      Activation activation =
          switch (word) {
            case "tanh" -> Activation.TANH;
            case "relu" -> Activation.RELU;
            case "sigmoid" -> Activation.SIGMOID;
            default ->
                throw o.error("activation", "'" + word + "' is none of tanh, relu and sigmoid");
          };
      return new Settings(units, activation, o.number("reg", true, 1e-5), o.seed(1));
    }

    Layers layers(int inputs, int outputs, boolean code) {
      int narrowest = Arrays.stream(hidden).min().orElseThrow();
      Layers layers = Layers.inputs(inputs);
      for (int units : hidden) {
        layers = layers.dense(units, code && units == narrowest ? Activation.LINEAR : activation);
      }
      return layers.outputs(outputs);
    }

    ProblemInstance instance(String name, String data, Network train, Network other) {
      String about =
          Numbers.format(
              "network %s, %s, on %s, reg %s, seed %s",
              train.layers().widths(), activation, data, reg, seed);
      double[] start = train.layers().fanIn(new RandomStreams(seed));
      return ProblemInstance.of(name, about, train.reg(reg), start, MU).judgedBy(other);
    }
  }

  /** Three spirals in the plane, a fifth of the rows held out. */
  static ProblemKinds.Maker spirals(TomlSection o) {
    int rows = o.whole("rows", 60, 1_000_000, 1500);
    Settings settings = Settings.read(o, 32, 16);
    return (name, fewer, data) -> {
      int n = Math.max(60, rows / fewer);
      RandomStream random = new RandomStreams(settings.seed()).stream("compare-rows");
      double[][] x = new double[n][2];
      String[] arm = new String[n];
      for (int i = 0; i < n; i++) {
        double t = Math.sqrt(random.uniform(0, i));
        double angle = Math.PI * (3 * t + 2.0 * (i % ARMS) / ARMS);
        x[i][0] = 2 * (t * StrictMath.cos(angle) + 0.02 * random.normal(1, i));
        x[i][1] = 2 * (t * StrictMath.sin(angle) + 0.02 * random.normal(2, i));
        arm[i] = "arm " + i % ARMS;
      }
      Dataset all = Dataset.classification(x, arm);
      TrainTestSplit split = TrainTestSplit.stratified(all, settings.seed(), n / 5, 0);
      Layers layers = settings.layers(2, ARMS, false);
      return settings.instance(
          name,
          n + " points of " + ARMS + " spirals",
          Network.of(layers, NetworkLoss.SOFTMAX, split.train()),
          Network.of(layers, NetworkLoss.SOFTMAX, split.validation().orElseThrow()));
    };
  }

  /** A classifier of the first images of MNIST, or of --data; a sixth of them held out. */
  static ProblemKinds.Maker classifier(TomlSection o) {
    return images(o, false, 64, 32);
  }

  /** A deep autoencoder of the same images; its narrowest layer is linear. */
  static ProblemKinds.Maker autoencoder(TomlSection o) {
    return images(o, true, 100, 40, 12, 40, 100);
  }

  private static ProblemKinds.Maker images(TomlSection o, boolean code, double... hidden) {
    int rows = o.whole("rows", 200, 60_000, 3000);
    Settings settings = Settings.read(o, hidden);
    return (name, fewer, folder) -> {
      TrainTestSplit split =
          ProblemKinds.images(folder, Math.max(200, rows / fewer), settings.seed());
      Dataset train = split.train();
      int outputs = code ? train.columns() : train.classes();
      Layers layers = settings.layers(train.columns(), outputs, code);
      Function<Dataset, Network> on =
          code
              ? data -> Network.autoencoder(layers, NetworkLoss.LOGISTIC, data)
              : data -> Network.of(layers, NetworkLoss.SOFTMAX, data);
      String what = train.rows() + " images" + (code ? ", to be reproduced" : "");
      Dataset other = split.validation().orElseThrow();
      return settings.instance(name, what, on.apply(train), on.apply(other));
    };
  }
}
