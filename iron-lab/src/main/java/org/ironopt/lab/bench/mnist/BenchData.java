package org.ironopt.lab.bench.mnist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.IdxReader;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.data.MnistFile;

/**
 * Images with labels.
 *
 * @param train to learn from
 * @param test to test on
 * @param mnist whether these are the files of MNIST
 */
public record BenchData(Dataset train, Dataset test, boolean mnist) {
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
    return org.ironopt.lab.file.Sha256.of(labels).equals(MnistFile.TRAIN_LABELS.sha256());
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

  /** Returns the goal of the benchmark: as published on MNIST, else as far above the minimum. */
  public Goal goal(Consumer<String> log) {
    return mnist ? Goal.mnist() : likeMnist(log);
  }

  /** Returns the goal as far above the minimum, which is computed, as that of MNIST. */
  public Goal likeMnist(Consumer<String> log) {
    return Goal.like(Goal.minimum(this, log));
  }

  /** Returns given objectives as a goal. */
  public Goal goal(double[] objectives, Consumer<String> log) {
    return Goal.given(objectives, mnist ? Goal.MNIST_MINIMUM : Goal.minimum(this, log));
  }
}
