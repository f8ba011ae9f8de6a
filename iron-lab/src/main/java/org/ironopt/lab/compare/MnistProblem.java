package org.ironopt.lab.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.problem.Regularizer;
import org.ironopt.regression.Softmax;

/** Softmax regression on the first rows of MNIST, a sixth of them held out. */
final class MnistProblem {
  private MnistProblem() {}

  static ProblemKinds.Maker read(TomlSection o) {
    int rows = o.whole("rows", 200, 60_000, 3000);
    double reg = o.number("reg", true, 1e-3);
    long seed = o.seed(1);
    return (name, fewer, folder) -> {
      int n = Math.max(200, rows / fewer);
      Dataset data = images(folder).range(0, n);
      Split split = Split.random(data, seed, n / 6, 0);
      Softmax f = Softmax.of(split.train(), reg);
      return new Instance(
          name,
          "softmax regression on " + n + " rows of MNIST, reg " + reg + ", seed " + seed,
          f,
          Regularizer.none(),
          new double[f.dimension()],
          Optional.of(Softmax.of(split.validation().orElseThrow(), 0)),
          OptionalDouble.empty(),
          Math.max(1e-4, reg));
    };
  }

  private static Dataset images(String folder) {
    try {
      return Mnist.fetch(DataFolder.mnist(folder), line -> {}).train();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DataUnavailable e) {
      throw new IllegalStateException(e.getMessage());
    }
  }
}
