package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.cli.Cli;
import org.ironopt.cli.shared.Version;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data and options that do not fit together: one line on stderr, and nothing before it. */
class FitChecksTest {
  @TempDir private Path folder;
  private Path table;
  private Path constant;
  private Path oneClass;

  @BeforeEach
  void writeData() throws IOException {
    table =
        Files.writeString(
            folder.resolve("t.csv"), "a,b,y,z\n1,5,2,u\n2,4,3,v\n3,3,5,w\n4,1,4,u\n5,2,7,v\n");
    constant = Files.writeString(folder.resolve("c.csv"), "a,y\n1,3\n2,3\n4,3\n");
    oneClass = Files.writeString(folder.resolve("o.libsvm"), "1 1:2\n1 1:1 2:5\n");
  }

  private static void refused(String message, Object... args) {
    List<String> words = new ArrayList<>(List.of("fit"));
    for (Object arg : args) {
      words.add(arg.toString());
    }
    Cli cli = Cli.run(words.toArray(String[]::new));
    assertEquals("iron fit: " + message + "\n", cli.err());
    assertEquals("", cli.out());
    assertEquals(2, cli.code());
  }

  @Test
  void targetsThatTeachNothing() {
    String nothing = ", expected at least two different values; there is nothing to learn";
    refused(oneClass + ": the target is 1 in all 2 rows" + nothing, oneClass);
    refused(
        oneClass + ": the target is '1' in all 2 rows" + nothing, oneClass, "--model", "logistic");
    refused(
        constant + ": the target is 3 in all 3 rows" + nothing,
        constant,
        "--target",
        "y",
        "--model",
        "ridge");
  }

  @Test
  void targetsOfAnotherModel() {
    refused(
        table
            + ": the targets are 3 labels such as 'u', and ridge needs numbers; use --model"
            + " softmax",
        table,
        "--target",
        "z",
        "--model",
        "ridge");
    refused(
        table
            + ": the target has 5 different values, and logistic needs two; use --model softmax"
            + " for classes or --model ridge for numbers",
        table,
        "--target",
        "y",
        "--model",
        "logistic");
  }

  @Test
  void aShareWithoutRows() {
    refused(
        "--validation is 0.01, which leaves none of 5 rows for validation; take more",
        table,
        "--target",
        "y",
        "--validation",
        "0.01");
    refused(
        "--validation is 0.99, which leaves none of 5 rows to learn from; take less",
        table,
        "--target",
        "y",
        "--validation",
        "0.99");
  }

  @Test
  void aPlaceThatCannotBeWritten() {
    refused(
        "--out is '" + folder + "', a folder, expected a file such as model.json",
        table,
        "--target",
        "y",
        "--out",
        folder);
    Path none = folder.resolve("none");
    refused(
        "--out is '" + none + "/m.json', but there is no folder " + none + "; make it first",
        table,
        "--target",
        "y",
        "--out",
        none + "/m.json");
  }

  @Test
  void aCheckpointOfOtherSettings() {
    Path out = folder.resolve("m.json");
    List<Object> args = List.of(table, "--target", "y", "--ignore", "z", "--out", out);
    String[] first = words(args, "--steps", "0");
    assertEquals(1, Cli.run(first).code());
    String of = "checkpoint " + out + ".checkpoint: belongs to another run: data is ";
    String anew = " in this run; without --resume the run begins anew";
    refused(of + "'reg 1.0E-4' in the file but 'reg 1.0'" + anew, more(args, "--reg", "1"));
    refused(of + "'l1 0.0' in the file but 'l1 0.5'" + anew, more(args, "--l1", "0.5"));
  }

  private static Object[] more(List<Object> args, Object... more) {
    List<Object> all = new ArrayList<>(args);
    all.addAll(List.of(more));
    all.add("--resume");
    return all.toArray();
  }

  private static String[] words(List<Object> args, String... more) {
    List<String> words = new ArrayList<>(List.of("fit"));
    args.forEach(arg -> words.add(arg.toString()));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  /** What the model depends on is in its file; where it was written to is not. */
  @Test
  void theModelFileTellsHowItWasMade() throws IOException {
    Path out = folder.resolve("m.json");
    List<Object> args = List.of(table, "--target", "y", "--ignore", "z", "--out", out);
    assertEquals(0, Cli.run(words(args, "--seed", "3", "--threads", "1", "--quiet")).code());
    var training = ModelFile.read(out).training();
    assertEquals("iron " + Version.number(), training.get("library"));
    assertEquals(3L, training.get("seed"));
    assertEquals(
        "./iron fit " + table + " --ignore z --seed 3 --target y", training.get("command"));
    assertTrue(training.get("method").toString().startsWith("deterministic IRON"));
  }
}
