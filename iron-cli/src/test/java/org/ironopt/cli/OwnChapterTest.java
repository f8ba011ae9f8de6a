package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.Slow;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.RunFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The example chapter, from the command line and from Java. */
@Execution(ExecutionMode.CONCURRENT)
class OwnChapterTest {
  private static final Path SOURCE =
      Path.of(System.getProperty("basedir", "."), "..", "examples", "chapter", "OwnChapter.java")
          .normalize();

  @TempDir private Path folder;

  private Cli run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--class-path", SOURCE.toString(), "--chapter", "OwnChapter"));
    return Cli.run(all.toArray(String[]::new));
  }

  @Test
  void itIsRunReportedAndVerified() throws IOException {
    String out = folder.resolve("runs").toString();
    Cli first = run("reproduce", "--scale", "smoke", "--seed", "3", "--out", out);
    assertEquals(0, first.code(), first.err());
    for (String claim :
        List.of("reproduced     O1.1 ", "reproduced     O1.3 ", "reproduced     O2 ")) {
      assertTrue(first.out().contains(claim), first.out());
    }
    Path own = folder.resolve("runs").resolve("own");
    assertTrue(Files.readString(own.resolve("config.toml")).contains("chains = 40\n"));
    assertTrue(Files.exists(own.resolve("figures").resolve("own-spread.pdf")));
    Path result = results(own).getFirst();
    Files.setLastModifiedTime(result, FileTime.fromMillis(1000));
    Cli second = run("reproduce", "--scale", "smoke", "--seed", "3", "--out", out);
    assertEquals(first.out(), second.out());
    assertEquals(1000, Files.getLastModifiedTime(result).toMillis(), "finished cells are kept");
    assertEquals(0, run("report", out).code());
    Cli verify = run("verify", out);
    assertTrue(verify.out().endsWith("3 cells bit-identical, 0 different\n"), verify.out());
    assertTrue(verify.out().contains("made by this code"), verify.out());
    Cli stranger = Cli.run("report", out);
    assertEquals(2, stranger.code());
    assertTrue(
        stranger.err().contains("there is no chapter 'own'; give --class-path and --chapter"),
        stranger.err());
  }

  private static List<Path> results(Path own) throws IOException {
    try (Stream<Path> files = Files.walk(own)) {
      return files.filter(f -> f.endsWith("result.json")).sorted().toList();
    }
  }

  /** A run that is stopped goes on where it was, and ends with the same bytes. */
  @Test
  @Slow
  void itIsInterruptedAndResumed() throws IOException {
    RunFolder.UserClassPath own = RunFolder.UserClassPath.of(SOURCE.toString(), "OwnChapter");
    var chapter = own.chapter().orElseThrow();
    Manifest manifest = new Manifest(List.of(), "test", "", "", 1);
    List<String> whole = new ArrayList<>();
    List<String> resumed = new ArrayList<>();
    for (int most : new int[] {Integer.MAX_VALUE, 3}) {
      Path path = folder.resolve("most-" + most);
      RunFolder runs = new RunFolder(path, manifest, own, line -> {});
      RunFolder.Result result;
      int attempts = 0;
      do {
        int[] slices = {0};
        RunFolder.Mode mode =
            new RunFolder.Mode(
                null, false, new Silent(), () -> slices[0]++ >= most, Optional.empty());
        result = runs.runAll(List.of(chapter.open(chapter.smoke())), mode);
        attempts++;
      } while (!result.finished());
      assertEquals(most == 3, attempts > 1);
      assertFalse(result.claims().isEmpty());
      for (Path file : results(path.resolve("own"))) {
        (most == 3 ? resumed : whole).add(Files.readString(file));
      }
    }
    assertEquals(whole, resumed);
  }

  private static final class Silent implements Progress {
    @Override
    public void begin(String label, int cell, int cells) {}

    @Override
    public void update(long done, long total) {}

    @Override
    public void message(String text) {}

    @Override
    public void end() {}
  }

  /** All that the compiler says is there: every error with its line, the source and the place. */
  @Test
  void whatDoesNotCompileIsShownWhole() throws IOException {
    Path broken =
        Files.writeString(
            folder.resolve("Broken.java"),
            "public class Broken {\n  int x = nothing;\n  String y = neither;\n}\n");
    String[] command = {"reproduce", "--class-path", broken.toString(), "--chapter", "Broken"};
    Cli run = Cli.run(command);
    assertEquals(2, run.code());
    List<String> lines = run.err().lines().toList();
    assertEquals(
        "iron reproduce: --class-path: " + broken + " cannot be compiled", lines.getFirst());
    for (int line : new int[] {2, 3}) {
      int at = -1;
      for (int i = 1; i < lines.size(); i++) {
        at = lines.get(i).startsWith(broken + ":" + line + ": error: ") ? i : at;
      }
      String source = lines.get(at + 1);
      assertEquals(Files.readAllLines(broken).get(line - 1), source);
      assertEquals(source.indexOf('n', source.indexOf('=')), lines.get(at + 2).indexOf('^'));
    }
  }

  @Test
  void aClassWithoutAChapterIsRefused() throws IOException {
    Path plain = Files.writeString(folder.resolve("Plain.java"), "public class Plain {}\n");
    Cli none = Cli.run("reproduce", "--class-path", plain.toString(), "--chapter", "Plain");
    assertEquals(2, none.code());
    assertEquals(
        "iron reproduce: Plain needs a field 'public static final Chapter<Settings> CHAPTER'\n",
        none.err());
    Cli missing = Cli.run("reproduce", "--class-path", plain.toString(), "--chapter", "Other");
    assertEquals(
        "iron reproduce: --chapter: there is no class Other on --class-path\n", missing.err());
  }
}
