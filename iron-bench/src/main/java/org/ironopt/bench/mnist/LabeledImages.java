package org.ironopt.bench.mnist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.io.InputError;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.ImageFolder;
import org.ironopt.lab.data.MnistFile;

/**
 * Images with labels.
 *
 * @param train to learn from
 * @param test to test on
 * @param mnist whether these are the files of MNIST
 * @param hash of the files
 */
public record LabeledImages(Dataset train, Dataset test, boolean mnist, String hash) {
  /** Reads a folder; MNIST is fetched if no folder is named. */
  public static LabeledImages read(Optional<String> named, Consumer<String> log)
      throws IOException, DataUnavailableException {
    Path folder = DataFolder.mnist(named.orElse(null));
    for (MnistFile file : named.isEmpty() ? new MnistFile[0] : MnistFile.values()) {
      if (!Files.isReadable(folder.resolve(file.fileName()))) {
        throw new InputError(
            folder + " has no file " + file.fileName() + ", expected four IDX files (--data)");
      }
    }
    ImageFolder images = ImageFolder.open(named.orElse(null), log);
    return new LabeledImages(images.train(), images.test(), images.mnist(), images.hash());
  }
}
