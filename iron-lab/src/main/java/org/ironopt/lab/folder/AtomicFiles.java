package org.ironopt.lab.folder;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are either whole or not there, whatever happens to the process or the disk. */
public final class AtomicFiles {
  private static final String PARTIAL = ".partial";

  private AtomicFiles() {}

  /** Writes beside the target, forces it to disk and renames it over the target. */
  public static void write(Path target, byte[] content) throws IOException {
    Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
    try {
      // Not a FileChannel: an interrupt would close that one in the middle of the file.
      try (FileOutputStream file = new FileOutputStream(partial.toFile())) {
        file.write(content);
        file.getFD().sync();
      }
      Files.move(
          partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(partial);
      throw e;
    }
  }

  /** Writes text as UTF-8. */
  public static void write(Path target, String text) throws IOException {
    write(target, text.getBytes(StandardCharsets.UTF_8));
  }
}
