package org.ironopt.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.IdxReader;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.DataUnavailableException;

/**
 * Images with labels: MNIST, or four IDX files of a user's own that are named like its files.
 *
 * @param path where the files are
 * @param mnist whether they are MNIST
 * @param hash of the files
 */
public record ImageFolder(Path path, boolean mnist, String hash) {
  private static final int MOST_CLASSES = 256;
  private static final List<MnistFile> FILES = List.of(MnistFile.values());

  /**
   * Opens a folder. MNIST is fetched into it if it does not have all four files.
   *
   * @param named value of {@code --data}, or null for the usual place, where MNIST has to be
   */
  public static ImageFolder open(String named, Consumer<String> log)
      throws IOException, DataUnavailableException {
    Path folder = DataFolder.mnist(named);
    if (named == null
        || !FILES.stream().allMatch(file -> Files.isRegularFile(folder.resolve(file.fileName())))) {
      Mnist.fetch(folder, log);
    }
    StringBuilder hashes = new StringBuilder();
    boolean mnist = true;
    for (MnistFile file : FILES) {
      String hash = Sha256.of(Files.readAllBytes(folder.resolve(file.fileName())));
      mnist &= hash.equals(file.sha256());
      hashes.append(hash);
    }
    return new ImageFolder(folder, mnist, Sha256.of(hashes.toString()));
  }

  /** Returns the name of the folder with the beginning of the hash, for people. */
  public String label() {
    Path name = path.toAbsolutePath().normalize().getFileName();
    return (name == null ? "images" : name) + ":" + hash.substring(0, 12);
  }

  /** Returns the images to learn from. */
  public Dataset train() throws IOException {
    return read(MnistFile.TRAIN_IMAGES, MnistFile.TRAIN_LABELS);
  }

  /** Returns the images to test on, with the classes of those to learn from. */
  public Dataset test() throws IOException {
    return read(MnistFile.TEST_IMAGES, MnistFile.TEST_LABELS);
  }

  private Dataset read(MnistFile images, MnistFile labels) throws IOException {
    int[] seen = IdxReader.labels(path.resolve(MnistFile.TRAIN_LABELS.fileName()), MOST_CLASSES);
    int classes = 1 + Arrays.stream(seen).max().orElse(0);
    return IdxReader.dataset(
        path.resolve(images.fileName()),
        path.resolve(labels.fileName()),
        classes,
        IdxReader.Scale.UNIT);
  }
}
