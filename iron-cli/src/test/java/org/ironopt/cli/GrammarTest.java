package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ironopt.lab.reproduce.ChapterCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One word has one meaning, and every chapter, data set and method can be found by asking. */
class GrammarTest {
  @TempDir private Path folder;

  private static void refused(String message, String command) {
    Cli run = Cli.run(command);
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains(message), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertEquals("", run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          reproduce mnist --batch 32           | --batch is '--batches' now
          reproduce mnist --seeds 1,2          | --seeds is '--run-seeds' now
          reproduce mnist --newton 3           | --newton is '--newton-steps' now
          reproduce mnist --steps=1            | --steps is '--step-grid' now
          reproduce logistic --max-steps 3     | --max-steps is '--newton-steps' now
          reproduce logistic --tolerances 1    | --tolerances is '--residuals' now
          reproduce logcosh --tolerance 1      | --tolerance is '--residual' now
          bench fit --quick                    | --quick is '--scale smoke' now
          theory --eigenvalues 1 --alpha 1 --method euler | --method euler is 'explicit-euler' now
          predict m d --missing drop           | --missing is for 'iron fit', the model file says
          evaluate m d --max-categories 3      | --max-categories is for 'iron fit', the model file
          predict m d --target y               | --target is for 'iron fit', the model file says
          """)
  void formerWordsAreToldTheNewOnes(String command, String message) {
    refused(message, command);
  }

  @Test
  void formerKeysOfAConfigToo() throws IOException {
    Path config = Files.writeString(folder.resolve("c.toml"), "newton = 3\n");
    refused(
        "c.toml:1:1: unknown key 'newton', it is 'newton_steps' now",
        "reproduce mnist --config " + config);
  }

  @Test
  void theHelpOfReproduceIsShortAndAChapterListsItsSettings() {
    String all = Cli.run("reproduce --help").out();
    assertFalse(all.contains("--grid-particles"), all);
    assertTrue(all.lines().count() < 50, all);
    String quadratic = Cli.run("reproduce quadratic --help").out();
    assertTrue(quadratic.contains("Settings of quadratic:"), quadratic);
    assertTrue(
        quadratic
            .replaceAll("\\s+", " ")
            .contains("--particles=N Particles of each cloud. Default: 200000; smoke: 4000."),
        quadratic);
    assertFalse(quadratic.contains("--chain-seeds"), quadratic);
    String two = Cli.run("reproduce quadratic logistic --help").out();
    assertTrue(two.contains("Settings of logistic:") && two.contains("--chain-seeds"), two);
    assertEquals(quadratic, Cli.run("help reproduce quadratic").out());
  }

  @Test
  void severalChaptersMayBeNamedAndShareSettings() {
    Cli run = Cli.run("reproduce quadratic logcosh --alpha 7 --diagonal 2,3 --print-config");
    assertEquals(0, run.code(), run.err());
    assertEquals(2, run.out().lines().filter(line -> line.equals("alpha = [7.0]")).count());
    assertTrue(run.out().contains("# quadratic\n") && run.out().contains("# logcosh\n"));
    assertEquals(1, run.out().lines().filter(line -> line.startsWith("diagonal")).count());
    Cli all = Cli.run("reproduce --alpha 5,9 --print-config");
    List<String> steps = all.out().lines().filter(line -> line.startsWith("alpha = ")).toList();
    assertTrue(steps.size() > 1, all.out());
    assertEquals(Set.of("alpha = [5.0, 9.0]"), Set.copyOf(steps));
    assertEquals(
        Cli.run("reproduce quadratic --print-config").out(),
        Cli.run("reproduce quadratic quadratic --print-config").out());
    refused(
        "--grid is a setting of quadratic, not of logcosh, mnist; leave it out",
        "reproduce logcosh mnist --grid 1 --print-config");
    refused("logistic: alpha has one number, expected at least 2 (--alpha)", "reproduce --alpha 1");
    refused("'quad' is not a chapter", "reproduce mnist quad");
    refused("--config has the settings of one chapter", "reproduce --config c.toml");
  }

  @Test
  void rawWordsAreNoJson() {
    Cli run = Cli.run("bench words --json");
    assertEquals(2, run.code());
    assertEquals(
        "iron bench: words are raw bytes, not JSON; leave --json out\n", run.err(), run.out());
  }

  @Test
  void listsAndHelp() {
    assertTrue(Cli.run("reproduce --list").out().startsWith("foundations  the identities"));
    assertEquals(
        ChapterCatalog.all().stream()
            .map(chapter -> chapter.name() + "\n")
            .collect(Collectors.joining()),
        Cli.run("reproduce --list --quiet").out());
    assertEquals(
        "particles\nkernels\nrandom\nwords\nfit\nmnist\ncurves\ndeep\nread\nchoice\npath\nspark\nspark-cost\nspark-memory\n",
        Cli.run("bench --list --quiet").out());
    assertTrue(Cli.run("data --list").out().contains("synthetic"));
    assertEquals(Cli.run("fit --help").out(), Cli.run("help fit").out());
    assertEquals(Cli.run("theory minibatch --help").out(), Cli.run("help theory minibatch").out());
    assertEquals(Cli.run("--help").out(), Cli.run("help").out());
    assertTrue(Cli.run("help methods").out().contains("saga"));
    assertTrue(Cli.run("--help").out().contains("Three things to try"));
    refused("unknown command 'fti', did you mean 'fit'?", "help fti");
  }

  @Test
  void aTraceIsPrintedOnRequest() {
    String wrong = "theory --eigenvalues 1 --alpha 0";
    assertEquals(1, Cli.run(wrong).err().lines().count());
    Cli traced = Cli.run(wrong + " --trace");
    assertEquals(2, traced.code());
    assertTrue(traced.err().startsWith(Cli.run(wrong).err()), traced.err());
    assertTrue(traced.err().contains("\tat org.ironopt.cli.shared.OptionChecks"), traced.err());
  }

  @Test
  void noPartOfAValueIsRefusedWithoutItsOption() throws IOException {
    Path data = Files.writeString(folder.resolve("d.csv"), "x,y\n1,a\n2,b\n3,a\n4,b\n");
    String fit = "fit " + data + " --target y ";
    refused("--class-weight: 'many' is not a finite number", fit + "--class-weight a=many,b=1");
    refused("--method: 'long' is not a finite number", fit + "--method iron:alpha=long");
    refused("--reg: 'abc' is not a finite number", fit + "--reg abc");
    String curve = "curve " + data + " --model x=a*x ";
    refused("--start: 'one' is not a finite number, expected such as a=1", curve + "--start a=one");
  }

  @Test
  void optionsThatWouldDoNothingAreRefused() throws IOException {
    Path data = Files.writeString(folder.resolve("d.libsvm"), "1 1:2\n0 1:3\n1 1:4\n0 1:1\n");
    Path table = Files.writeString(folder.resolve("d.csv"), "x,y\n1,a\n2,b\n3,a\n4,b\n");
    refused("--missing is for tables, but " + data, "fit " + data + " --missing drop");
    refused("--header is for tables, but " + data, "fit " + data + " --header no");
    refused(
        "--features is for LIBSVM files, but " + table,
        "fit " + table + " --target y --features 3");
    refused("--header is for tables, but " + data, "plan " + data + " --header no --passes 1");
    refused("--force does nothing without --out", "fit " + table + " --target y --force");
    refused("--reg needs DATA", "plan --eigenvalues 1 --target-rmse 1 --reg 1");
    refused("--class-path does nothing without --chapter", "reproduce --class-path x");
  }

  @Test
  void theTheoryRemarksOnAMuThatIsNoConvexityConstant() {
    Cli run = Cli.run("theory --eigenvalues 1,3 --alpha 10 --mu 5");
    assertTrue(
        run.out().contains("\nNote: mu = 5 is above the smallest eigenvalue, 1:"), run.out());
    assertEquals("", run.err());
    assertFalse(
        Cli.run("theory --eigenvalues 1,3 --alpha 10 --noise-model gradient")
            .out()
            .contains("Theorem 3.1"));
  }

  @Test
  void aCheckpointThatIsFurtherThanTheLimitSaysSo() throws IOException {
    Path data = folder.resolve("d.csv");
    Files.writeString(data, "x,y\n" + "1,a\n2,b\n3,a\n4,b\n5,b\n".repeat(4));
    String fit =
        "fit %s --target y --method sgd --step 0.01 --out %s --quiet --steps "
            .formatted(data, folder.resolve("m.json"));
    assertEquals(1, Cli.run(fit + "50").code());
    Cli less = Cli.run(fit + "20 --resume");
    assertEquals(1, less.code());
    assertTrue(
        less.out().contains("The checkpoint is of 50 steps already, more than --steps 20"),
        less.out());
  }
}
