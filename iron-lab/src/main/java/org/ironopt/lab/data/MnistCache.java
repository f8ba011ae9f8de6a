package org.ironopt.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.ironopt.data.MalformedData;
import org.ironopt.lab.InputError;

/** The folder of the four files. Nothing gets into it unchecked, and nothing in it is replaced. */
final class MnistCache {
  private final Path folder;

  MnistCache(Path folder) {
    this.folder = folder;
  }

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
        byte[] content = Gunzip.bytes(packed.toString(), bytes(packed, file.size()), file.size());
        put(file, packed.toString(), content);
        return true;
      }
      return false;
    } catch (MalformedData e) {
      throw new MalformedData(
          e.getMessage() + "; remove the file to have it fetched, or choose another folder");
    }
  }

  /** One byte more than a file may have is enough to see that it is too long. */
  private static byte[] bytes(Path path, int most) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new MalformedData(path + ": not a file");
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
    file.check(source + (source.contains(file.fileName()) ? "" : ": " + file.fileName()), content);
    long process = ProcessHandle.current().pid();
    Path partial = folder.resolve(file.fileName() + "." + process + ".partial");
    try {
      Files.write(partial, content);
      Files.move(
          partial,
          folder.resolve(file.fileName()),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(partial);
      throw cannotWrite();
    }
  }
}
