package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.io.AtomicFiles;

/**
 * Runs the short commands once, small, for the JVM to keep the classes that they load, linked. The
 * launcher calls it after a build; the files that it makes are of no use.
 */
final class Rehearsal {
  /** Enough for loops over rows to show that they are the ones worth compiling. */
  private static final int ROWS = 8000;

  private Rehearsal() {}

  /** Takes a table with a column {@code bought} and a folder to make. */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[1]));
    String table = args[0];
    Path data = folder.resolve("rows.libsvm");
    AtomicFiles.write(data, rows());
    String rows = data.toString();
    String model = folder.resolve("table.json").toString();
    String sparse = folder.resolve("rows.json").toString();
    String out = folder.resolve("predictions.csv").toString();
    run("fit", rows, "--out", sparse);
    run("predict", sparse, rows, "--out", out);
    run("fit", table, "--target", "bought", "--out", model);
    run("predict", model, table, "--out", out);
    run("evaluate", model, table);
    run("inspect", model);
    run("theory", "--eigenvalues", "1,3", "--alpha", "1,10");
    run("theory", "--eigenvalues", "1,3", "--alpha", "1", "--json");
    run("--help");
  }

  private static void run(String... args) {
    Main.run(args, OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
  }

  /** Returns rows of two classes that no line separates. */
  private static String rows() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append(i % 3 == 0 ? "-1" : "+1")
          .append(" " + (1 + i % 7) + ":1 " + (8 + i % 11) + ":1 " + (20 + i % 5) + ":0.5\n");
    }
    return text.toString();
  }
}
