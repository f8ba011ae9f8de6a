package org.ironopt.bench.mnist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.IdxReader;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.data.MnistFile;
import org.ironopt.lab.file.Sha256;

/**
 * Images with labels.
 *
 * @param train to learn from
 * @param test to test on
 * @param mnist whether these are the files of MNIST
 * @param hash of the files
 */
public record Images(Dataset train, Dataset test, boolean mnist, String hash) {
  private static final int MOST_CLASSES = 256;
  private static final int DIGITS = 10;

  /** Reads a folder; MNIST is fetched if no folder is named. */
  public static Images read(Optional<String> named, Consumer<String> log)
      throws IOException, DataUnavailable {
    Path folder = DataFolder.mnist(named.orElse(null));
    if (named.isEmpty()) {
      Mnist.fetch(folder, log);
    }
    StringBuilder hashes = new StringBuilder();
    for (MnistFile file : MnistFile.values()) {
      Path path = folder.resolve(file.fileName());
      if (!Files.isReadable(path)) {
        throw new InputError(
            folder + " has no file " + file.fileName() + ", expected four IDX files (--data)");
      }
      hashes.append(Sha256.of(Files.readAllBytes(path)));
    }
    boolean mnist = hashes.indexOf(MnistFile.TRAIN_LABELS.sha256()) >= 0;
    int[] labels =
        IdxReader.labels(folder.resolve(MnistFile.TRAIN_LABELS.fileName()), MOST_CLASSES);
    int classes = named.isEmpty() ? DIGITS : 1 + Arrays.stream(labels).max().orElse(0);
    return new Images(
        read(folder, MnistFile.TRAIN_IMAGES, MnistFile.TRAIN_LABELS, classes),
        read(folder, MnistFile.TEST_IMAGES, MnistFile.TEST_LABELS, classes),
        mnist,
        Sha256.of(hashes.toString()));
  }

  private static Dataset read(Path folder, MnistFile images, MnistFile labels, int classes)
      throws IOException {
    return IdxReader.dataset(
        folder.resolve(images.fileName()),
        folder.resolve(labels.fileName()),
        classes,
        IdxReader.Scale.UNIT);
  }
}
