package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are either whole or not there, whatever happens to the process or the disk. */
public final class AtomicFiles {
  private static final String PARTIAL = ".partial";

  private AtomicFiles() {}

  /** Writes beside the target, forces it to disk and renames it over the target. */
  public static void write(Path target, byte[] content) throws IOException {
    Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
    try {
      try (FileChannel channel =
          FileChannel.open(
              partial,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
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
