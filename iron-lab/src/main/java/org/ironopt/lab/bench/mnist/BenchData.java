package org.ironopt.lab.bench.mnist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.IdxReader;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.DataUnavailable;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.data.MnistFile;
import org.ironopt.learn.Centered;
import org.ironopt.learn.Softmax;
import org.ironopt.method.Iron;
import org.ironopt.resolvent.Inner;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/**
 * Images with labels.
 *
 * @param train to learn from
 * @param test to test on
 * @param mnist whether these are the files of MNIST
 */
public record BenchData(Dataset train, Dataset test, boolean mnist) {
  private static final double[] TARGETS = {0.2657, 0.2640, 0.2620};

  /** The minimum on MNIST with the ridge of the benchmark. */
  private static final double MINIMUM = 0.259249;

  private static final int MOST_CLASSES = 256;

  /** Reads a folder; MNIST is fetched if no folder was named. */
  public static BenchData read(Path folder, boolean named, Consumer<String> log)
      throws IOException, DataUnavailable {
    if (!named) {
      Mnist fetched = Mnist.fetch(folder, log);
      return new BenchData(fetched.train(), fetched.test(), true);
    }
    for (MnistFile file : MnistFile.values()) {
      if (!Files.isReadable(folder.resolve(file.fileName()))) {
        throw new InputError(
            folder + " has no file " + file.fileName() + ", expected four IDX files (--data)");
      }
    }
    int classes = 1 + largest(IdxReader.labels(path(folder, MnistFile.TRAIN_LABELS), MOST_CLASSES));
    Dataset train = read(folder, MnistFile.TRAIN_IMAGES, MnistFile.TRAIN_LABELS, classes);
    Dataset test = read(folder, MnistFile.TEST_IMAGES, MnistFile.TEST_LABELS, classes);
    boolean mnist = train.rows() == MnistFile.TRAIN_IMAGES.count() && isMnist(folder);
    return new BenchData(train, test, mnist);
  }

  private static boolean isMnist(Path folder) throws IOException {
    byte[] labels = Files.readAllBytes(path(folder, MnistFile.TRAIN_LABELS));
    return org.ironopt.lab.folder.Sha256.of(labels).equals(MnistFile.TRAIN_LABELS.sha256());
  }

  private static int largest(int[] labels) {
    return Arrays.stream(labels).max().orElse(0);
  }

  private static Path path(Path folder, MnistFile file) {
    return folder.resolve(file.fileName());
  }

  private static Dataset read(Path folder, MnistFile images, MnistFile labels, int classes)
      throws IOException {
    return IdxReader.dataset(
        path(folder, images), path(folder, labels), classes, IdxReader.Scale.UNIT);
  }

  /** Returns the targets: those of MNIST, or as far above the minimum relative to it. */
  public double[] objectives(Consumer<String> log) {
    if (mnist) {
      return TARGETS.clone();
    }
    Softmax f = Softmax.of(train, Problem.REG);
    Centered centered = Centered.of(f, Centered.mean(train, Integer.MAX_VALUE));
    RunResult result =
        Run.of(Iron.step(1e6).inner(Inner.NEWTON_CG), centered)
            .from(new double[f.dimension()])
            .stop(Stop.any(Stop.gradientNorm(1e-6), Stop.steps(50)))
            .go();
    log.accept("the minimum is " + result.bestValue() + " (" + result.ending().sentence() + ")");
    return Arrays.stream(TARGETS).map(t -> t / MINIMUM * result.bestValue()).toArray();
  }
}
