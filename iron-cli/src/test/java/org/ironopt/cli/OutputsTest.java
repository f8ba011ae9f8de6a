package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No command writes over what it reads, over two outputs at once, or over somebody else's file. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
class OutputsTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    write("d.csv", "x,y\n" + "1,2\n2,3.5\n3,6\n4,8.5\n".repeat(5));
    write("keep.txt", "my notes\n");
    write("other.html", "<!doctype html><title>My page</title>\n");
    write("mine.json.checkpoint", "not one of theirs\n");
    write("mine.penalties", "not one of theirs\n");
    Files.createDirectory(folder.resolve("sub"));
    assertEquals(0, fit("--out", "m.json").code());
    Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("d.csv"));
    Files.createSymbolicLink(folder.resolve("dangling.json"), Path.of("nowhere.json"));
    Files.createLink(folder.resolve("hard.csv"), folder.resolve("d.csv"));
    Files.createSymbolicLink(folder.resolve("here"), Path.of("."));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private Cli fit(String... options) {
    return run(Stream.concat(Stream.of("fit", "d.csv", "--target", "y"), Stream.of(options)));
  }

  private Cli predict(String... options) {
    return run(Stream.concat(Stream.of("predict", "m.json", "d.csv"), Stream.of(options)));
  }

  /** Names of files are of the test's folder. */
  private Cli run(Stream<String> words) {
    return Cli.run(
        words
            .map(w -> w.matches("[a-z./]+\\.[a-z]+|sub|runs") ? folder.resolve(w).toString() : w)
            .toArray(String[]::new));
  }

  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        if (Files.isSymbolicLink(file)) {
          contents.put(file.toString(), "-> " + Files.readSymbolicLink(file));
        } else if (Files.isRegularFile(file)) {
          contents.put(file.toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
        }
      }
    }
    return contents;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fit d.csv --target y --out d.csv                  | --out is 'd.csv', the file that DATA is read from; take another
          fit d.csv --target y --out sub/../d.csv           | --out is 'sub/../d.csv', the file that DATA is read from; take another
          fit d.csv --target y --out here/d.csv             | --out is 'here/d.csv', the file that DATA is read from; take another
          fit d.csv --target y --out hard.csv               | --out is 'hard.csv', the file that DATA is read from; take another
          fit link.csv --target y --out d.csv               | --out is 'd.csv', the file that DATA is read from; take another
          fit d.csv --target y --out link.csv               | --out is 'link.csv', a link to d.csv; give that one itself
          fit d.csv --target y --out dangling.json          | --out is 'dangling.json', a link to nowhere.json; give that one itself
          fit d.csv --target y --onnx d.csv                 | --onnx is 'd.csv', the file that DATA is read from; take another
          fit d.csv --target y --out a.txt --onnx a.txt     | --onnx is 'a.txt', the same file as --out; give each its own
          fit d.csv --target y --out a.txt --onnx ./a.txt   | --onnx is './a.txt', the same file as --out; give each its own
          fit d.csv --target y --out a.txt --onnx here/a.txt | --onnx is 'here/a.txt', the same file as --out; give each its own
          fit d.csv --target y --out a.json --onnx a.html   | --onnx is 'a.html', the same file as the page beside --out; give each its own
          fit d.csv --target y --out a.txt --onnx a.txt.checkpoint | --onnx is 'a.txt.checkpoint', the same file as a checkpoint beside --out; give each its own
          fit d.csv --target y --out other.json             | the page beside --out is 'other.html', a file that is there and is not a page of iron; choose another name, or replace it with --force
          fit d.csv --target y --out keep.txt               | --out is 'keep.txt', a file that is there and is not a model of iron; choose another name, or replace it with --force
          fit d.csv --target y --onnx keep.txt              | --onnx is 'keep.txt', a file that is there and is not an ONNX graph of iron; choose another name, or replace it with --force
          fit d.csv --target y --out mine.json              | a checkpoint beside --out is 'mine.json.checkpoint', a file that is there and is not a checkpoint of iron; choose another name, or replace it with --force
          fit d.csv --target y --out sub                    | --out is 'sub', a folder, expected a file such as model.json
          fit d.csv --target y --init m.json --out m.json   | --out is 'm.json', the file that --init is read from; take another
          predict m.json d.csv --out d.csv                  | --out is 'd.csv', the file that DATA is read from; take another
          predict m.json d.csv --out m.json                 | --out is 'm.json', the file that MODEL is read from; take another
          predict m.json link.csv --out here/d.csv          | --out is 'here/d.csv', the file that DATA is read from; take another
          predict m.json d.csv --out link.csv               | --out is 'link.csv', a link to d.csv; give that one itself
          predict m.json d.csv --out keep.txt               | --out is 'keep.txt', a file that is there and is not a file of predictions; choose another name, or replace it with --force
          predict m.json d.csv --out sub                    | --out is 'sub', a folder, expected a file such as model.json
          """)
  void refusesAndLeavesEveryFileAsItWas(String command, String line) throws IOException {
    Map<String, String> before = contents();
    Cli run = run(Arrays.stream(command.split(" +")));
    String prefix = folder + folder.getFileSystem().getSeparator();
    String name = command.split(" ")[0];
    assertEquals("iron " + name + ": " + line + "\n", run.err().replace(prefix, ""));
    assertEquals("", run.out());
    assertEquals(2, run.code());
    assertEquals(before, contents());
  }

  @Test
  void devicesAreNoFiles() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/null")));
    for (String option : new String[] {"--out", "--onnx"}) {
      Cli run = fit(option, "/dev/null");
      assertEquals(
          "iron fit: "
              + option
              + " is '/dev/null', a device or the like, expected a file such as model.json\n",
          run.err());
      assertEquals(2, run.code());
    }
    assertEquals(2, predict("--out", "/dev/null").code());
    assertTrue(!Files.isRegularFile(Path.of("/dev/null")));
  }

  @Test
  void forceReplacesForeignFilesAndNothingElse() throws IOException {
    assertEquals(0, fit("--out", "keep.txt", "--force").code());
    assertTrue(Files.readString(folder.resolve("keep.txt")).contains("iron-model"));
    assertEquals(0, fit("--out", "other.json", "--force").code());
    assertTrue(Files.readString(folder.resolve("other.html")).contains("generator"));
    Map<String, String> before = contents();
    assertEquals(2, fit("--out", "d.csv", "--force").code());
    assertEquals(2, fit("--out", "link.csv", "--force").code());
    assertEquals(2, predict("--out", "m.json", "--force").code());
    assertEquals(before, contents());
  }

  @Test
  void whatWasWrittenBeforeIsReplaced() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertEquals(0, fit("--out", "m.json", "--onnx", "g.onnx").code());
      assertEquals(0, predict("--out", "p.csv").code());
    }
    write("empty.csv", "");
    assertEquals(0, predict("--out", "empty.csv").code());
    String page = Files.readString(folder.resolve("m.html"));
    write("m.html", page.replaceAll("<meta name=\"generator\".*\n", ""));
    assertEquals(0, fit("--out", "m.json").code(), "pages of 0.3 have no generator");
  }

  @Test
  void nothingIsLeftBeside() throws IOException {
    assertEquals(0, fit("--out", "sub/m.json").code());
    assertEquals(0, predict("--out", "sub/p.csv").code());
    try (Stream<Path> files = Files.list(folder.resolve("sub"))) {
      assertEquals(
          "m.html m.json p.csv",
          files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.joining(" ")));
    }
  }

  /** A file that is written in place would change its other name too. */
  @Test
  void predictionsAreRenamedIntoPlace() throws IOException {
    write("old.csv", "prediction\n0.0\n");
    Files.createLink(folder.resolve("kept.csv"), folder.resolve("old.csv"));
    assertEquals(0, predict("--out", "old.csv").code());
    assertEquals("prediction\n0.0\n", Files.readString(folder.resolve("kept.csv")));
    assertEquals(21, Files.readAllLines(folder.resolve("old.csv")).size());
  }

  @Test
  void aRunFolderWithAnotherReportIsRefused() throws IOException {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    Files.writeString(runs.resolve("report.html"), "<title>Annual report</title>");
    Map<String, String> before = contents();
    for (String command :
        new String[] {
          "reproduce quadratic --scale smoke --out runs",
          "compare c.toml --out runs",
          "report runs",
        }) {
      write("c.toml", "");
      Cli run = run(Arrays.stream(command.split(" ")));
      assertEquals(2, run.code(), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
      Files.delete(folder.resolve("c.toml"));
      assertEquals(before, contents());
    }
    Cli reproduce = run(Stream.of("reproduce", "quadratic", "--out", "runs"));
    assertTrue(
        reproduce
            .err()
            .endsWith(
                "report.html is there and is not a page of iron; choose another" + " folder\n"),
        reproduce.err());
    Cli file = run(Stream.of("reproduce", "quadratic", "--out", "d.csv"));
    assertTrue(
        file.err().endsWith("is not a folder and cannot be written to as one; choose another\n"),
        file.err());
    assertEquals(2, file.code());
  }

  @Test
  void theReportOfAnotherBenchmarkIsRefused() throws IOException {
    Path runs = Files.createDirectories(folder.resolve("runs/bench-mnist")).getParent();
    Files.writeString(runs.resolve("bench-mnist/report.html"), "<title>Annual report</title>");
    Map<String, String> before = contents();
    Cli run = Cli.run("bench", "mnist", "--scale", "smoke", "--out", runs.toString());
    assertEquals(2, run.code());
    assertTrue(run.err().contains("is not a page of iron; choose another folder"), run.err());
    assertEquals(before, contents());
  }

  /** The settings that a run left can be run again; others do not take their place. */
  @Test
  void settingsInTheirOwnFolderAreNotChanged() throws IOException {
    Path own = Files.createDirectories(folder.resolve("runs/quadratic"));
    String settings = Cli.run("reproduce", "quadratic", "--print-config").out();
    Path config = Files.writeString(own.resolve("config.toml"), settings);
    Map<String, String> before = contents();
    for (String change : new String[] {"--alpha", "--rho"}) {
      String changed = "reproduce quadratic --out runs " + change + " 3 --config " + config;
      Cli run = run(Stream.of(changed.split(" ")));
      assertEquals(2, run.code(), run.err());
      assertTrue(run.err().endsWith("that is written; copy it first\n"), run.err());
      assertEquals(before, contents());
    }
    Files.createDirectories(folder.resolve("runs/c"));
    write("runs/c/c.toml", Files.readString(smoke()));
    before = contents();
    Cli compare = run(Stream.of("compare", "runs/c/c.toml", "--out", "runs"));
    assertEquals(2, compare.code(), compare.err());
    assertTrue(compare.err().endsWith("that is written; copy it first\n"), compare.err());
    assertEquals(before, contents());
  }

  private static Path smoke() {
    Path here = Path.of("compare/neighbours.toml");
    return Files.exists(here) ? here : Path.of("..").resolve(here);
  }

  @Test
  void imagesOfOthersAreNotReplaced() throws IOException {
    Path images = Files.createDirectory(folder.resolve("images"));
    Files.write(
        images.resolve("train-images-idx3-ubyte"), new byte[] {0, 0, 8, 3, 0, 0, (byte) 0xea, 96});
    Map<String, String> before = contents();
    Cli run = Cli.run("data", "synthetic", "--data", images.toString());
    assertEquals(2, run.code());
    assertTrue(run.err().contains("is not made by 'iron data synthetic'"), run.err());
    assertEquals(before, contents());
  }
}
