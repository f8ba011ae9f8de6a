package org.ironopt.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.io.internal.Sha256;
import org.ironopt.linalg.Parallel;

/** A folder of small data files, models and runs, in which commands are tried without a network. */
final class Workshop implements AutoCloseable {
  private static final String OFFLINE = "iron.offline";

  private final Path folder;
  private int runs;

  /**
   * What came of a command, without the time that it took.
   *
   * @param code its exit code
   * @param out what it printed
   * @param err what it said
   * @param files what it wrote, with hashes of those that people or programs read
   * @param replaced files of the prepared runs that it wrote again
   * @param threads how many are used afterwards
   */
  record Seen(
      int code,
      String out,
      String err,
      Map<String, String> files,
      List<String> replaced,
      int threads) {
    /** Returns its start, for messages. */
    String brief() {
      return code + " " + first(out) + " | " + first(err) + " | " + replaced;
    }

    private static String first(String text) {
      return text.strip().lines().findFirst().orElse("");
    }
  }

  Workshop(Path folder) throws IOException {
    this.folder = folder;
    System.setProperty(OFFLINE, "true");
    tables();
    Files.writeString(folder.resolve("q.toml"), "rho = 2.0\n");
    Files.writeString(folder.resolve("page.md"), "<!-- ledger quadratic -->\n<!-- end -->\n");
    String head = "steps = [0.1, 1]\ntuning_passes = 2\npasses = 3\nwarm_up = 0\npoints = 3\n";
    String methods = "[[method]]\nname = \"sgd\"\n[[method]]\nname = \"iron\"\nbatch = 5\n";
    String logistic = "[[problem]]\nname = \"logistic\"\nrows = 60\ncolumns = 3\n";
    Files.writeString(folder.resolve("small.toml"), head + logistic + methods);
    Files.writeString(
        folder.resolve("images.toml"), head + "[[problem]]\nname = \"softmax-mnist\"\n" + methods);
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    Files.write(foreign.resolve("train-images-idx3-ubyte"), new byte[] {0, 0, 8, 3, 0, 0, 1, 1});
    prepared(0, "fit {w}/t.csv --target y --out {w}/m.json --quiet");
    prepared(0, OptionCases.SMALL + "{w}/runs --quiet");
    prepared(0, "compare {w}/small.toml --out {w}/compared --quiet");
    prepared(
        0,
        "reproduce --class-path ../examples/chapter/OwnChapter.java --chapter OwnChapter --scale"
            + " smoke --quiet --out {w}/own");
    prepared(1, "reproduce mnist --quiet --data {w}/none --out {w}/absent");
  }

  @Override
  public void close() {
    System.clearProperty(OFFLINE);
  }

  private void prepared(int code, String command) {
    Cli run = Cli.run(command.replace("{w}", folder.toString()).split(" "));
    if (run.code() != code) {
      throw new AssertionError(command + ": " + run);
    }
  }

  private void tables() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<String> rows = new ArrayList<>();
    List<String> sparse = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double x = random.nextInt(1000) / 100.0 - 5;
      int n = random.nextInt(6);
      String y = x + 2 * random.nextDouble() - 1 > n - 3 ? "yes" : "no";
      String c = List.of("a", "b", "c").get(random.nextInt(3));
      rows.add(
          String.format(
              Locale.ROOT,
              "%s,%s,%d,%03d,%s,%d,%s",
              x,
              c,
              1 + random.nextInt(3),
              random.nextInt(4),
              1 + i % 3,
              n,
              y));
      sparse.add((y.equals("yes") ? 1 : -1) + " 1:" + x + " 3:" + n);
    }
    write("t.csv", "x,c,k,z,w,n,y", rows);
    write("more.csv", "x,c,k,z,w,n,y,more", rows.stream().map(row -> row + ",1").toList());
    // The exact errors of a plan take the fourth power of the columns.
    List<String> few =
        rows.subList(0, 16).stream()
            .map(r -> r.replace(",c,", ",b,").replace(",002,", ",000,").replace(",003,", ",001,"))
            .toList();
    write("few.csv", "x,c,k,z,w,n,y", few);
    write(
        "gaps.csv", "x,c,k,z,w,n,y", few.stream().map(r -> r.replaceFirst("^-[^,]*", "")).toList());
    write(
        "holes.csv",
        "x,c,k,z,w,n,y",
        rows.stream().map(r -> r.replaceFirst("^-4[^,]*", "")).toList());
    write("other.csv", "x,c,k,z,w,n,y", rows.stream().map(r -> r.replace(",c,", ",new,")).toList());
    write(
        "dates.csv",
        "d,y",
        IntStream.range(0, 30)
            .mapToObj(
                i -> String.format(Locale.ROOT, "%02d/%02d/2020,%d", 1 + i % 12, 1 + i % 11, i % 7))
            .toList());
    write(
        "soon.csv",
        "d,y",
        IntStream.range(0, 30)
            .mapToObj(i -> (i == 7 ? "soon" : "2020-01-" + (10 + i % 20)) + "," + i % 7)
            .toList());
    write(
        "c.csv",
        "x,y,w",
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    i / 10.0
                        + ","
                        + (StrictMath.exp(-i / 7.0) + (i % 3) / 50.0)
                        + ","
                        + (1 + i % 2))
            .toList());
    Files.write(folder.resolve("t.libsvm"), sparse);
    List<String> wide = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String row =
          IntStream.rangeClosed(1, 1280)
              .mapToObj(j -> j + ":" + random.nextInt(9))
              .collect(Collectors.joining(" "));
      wide.add(i % 2 + " " + row);
    }
    Files.write(folder.resolve("wide.libsvm"), wide);
  }

  private void write(String name, String header, List<String> rows) throws IOException {
    Files.writeString(folder.resolve(name), header + "\n" + String.join("\n", rows) + "\n");
  }

  /** Runs a command in a folder of its own. */
  Seen run(String command) throws IOException {
    Path out = Files.createDirectory(folder.resolve("out" + runs++));
    Files.writeString(out.resolve("mine.txt"), "my notes\n");
    Map<String, String> before = keys();
    int threads = Parallel.threads();
    try {
      String line = command.strip().replace("{w}", folder.toString());
      String[] words = line.replace("{out}", out.toString()).split(" +");
      Cli run = Cli.run(command.isBlank() ? new String[0] : words);
      List<String> replaced = new ArrayList<>();
      keys()
          .forEach(
              (file, key) -> {
                if (!key.equals(before.get(file))) {
                  replaced.add(file);
                }
              });
      return new Seen(
          run.code(),
          plain(run.out(), out),
          plain(run.err(), out),
          files(out),
          replaced,
          Parallel.threads());
    } finally {
      Parallel.setThreads(threads);
    }
  }

  /** Returns the identities of the files of cells, which change when a file is written again. */
  private Map<String, String> keys() throws IOException {
    Map<String, String> keys = new TreeMap<>();
    for (String name : List.of("runs", "compared", "page.md")) {
      if (Files.exists(folder.resolve(name))) {
        try (Stream<Path> files = Files.walk(folder.resolve(name))) {
          for (Path file : files.filter(Workshop::kept).toList()) {
            keys.put(
                folder.relativize(file).toString(),
                Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class)
                    .fileKey()
                    .toString());
          }
        }
      }
    }
    return keys;
  }

  private static boolean kept(Path file) {
    return file.endsWith("result.json") || file.endsWith("page.md");
  }

  private Map<String, String> files(Path out) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        boolean read = name.matches("(config.toml|result.json|claims.json|m.json|c.json|.*[.]csv)");
        contents.put(
            out.relativize(file).toString(),
            read
                    && !file.toString().contains("tables")
                    && !name.matches("(timing|clock|.*-seconds|.*benchopt).*")
                ? Sha256.of(plain(Files.readString(file), out).getBytes(StandardCharsets.UTF_8))
                : "");
      }
    }
    return contents;
  }

  /** Leaves out what differs between two runs of the same command: names and times. */
  private String plain(String text, Path out) {
    return text.replace(out.toString(), "OUT")
        .replaceAll("\"seconds\" ?: ?[-0-9.eE]+", "\"seconds\":T")
        .replaceAll("\\b[0-9.]+(e-?[0-9]+)? s\\b", "T s")
        .replaceAll("(?m)^.*: [0-9]+/[0-9]+(, [0-9]+/s)?(, T s left)?\n", "")
        .replaceAll("[\\w-]+ T s", "T s")
        .replaceAll(" {2,}", " ")
        .replaceAll("iron-defect-[0-9]+", "DEFECT");
  }
}
