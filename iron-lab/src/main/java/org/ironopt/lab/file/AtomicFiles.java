package org.ironopt.lab.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Files that are either whole or not there, whatever happens to the process or the disk. */
public final class AtomicFiles {
  private static final String PARTIAL = ".*\\.iron-\\d+-\\d+\\.partial";
  private static final AtomicLong WRITTEN = new AtomicLong();

  private AtomicFiles() {}

  /** What a file is to hold, written piece by piece. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes content that is all there. */
  public static void write(Path target, byte[] content) throws IOException {
    write(target, (OutputStream out) -> out.write(content));
  }

  /**
   * Writes beside the target, forces it to disk and renames it over the target. No two writers
   * share a partial file: of several at once the last to rename wins, and its file is whole.
   */
  public static void write(Path target, Content content) throws IOException {
    String unique = ".iron-" + ProcessHandle.current().pid() + "-" + WRITTEN.incrementAndGet();
    Path partial = target.resolveSibling(target.getFileName() + unique + ".partial");
    try {
      // Not a FileChannel: an interrupt would close that one in the middle of the file.
      try (FileOutputStream file = new FileOutputStream(partial.toFile())) {
        content.writeTo(file);
        file.getFD().sync();
      }
      Files.move(
          partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
    force(target.toAbsolutePath().getParent());
  }

  /** Writes text as UTF-8. */
  public static void write(Path target, String text) throws IOException {
    write(target, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes the new name itself survive a loss of power, where the system can do that. */
  private static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException notHere) {
      // Windows cannot open a folder; the file itself is safe already.
      return;
    }
  }

  /** Removes what killed processes left half written; the caller holds the folder's lock. */
  public static void sweep(Path folder, int depth) throws IOException {
    try (Stream<Path> files = Files.find(folder, depth, (file, about) -> about.isRegularFile())) {
      for (Path file : files.filter(f -> f.getFileName().toString().matches(PARTIAL)).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
