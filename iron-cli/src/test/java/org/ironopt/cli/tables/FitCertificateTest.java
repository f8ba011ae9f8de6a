package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.ironopt.cli.Cli;
import org.ironopt.io.internal.Numbers;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fit says about its distance from the optimum: one number, wherever it is shown. */
class FitCertificateTest {
  @TempDir private Path folder;

  private Path rare(String weight) throws IOException {
    String rows = "x,y,w\n-1,a,1\n0,a,1\n1,a,1\n2,a,1\n3,b," + weight + "\n";
    return Files.writeString(folder.resolve("rare.csv"), rows);
  }

  private static Cli fit(Path data, String options) {
    String all = "fit " + data + " --target y --seed 1 " + options;
    return Cli.run(all.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"iron", "cg", "cholesky", "lbfgs", "minibatch", "saga", "sgd", "l-bfgs", "svrp"})
  void aRareRowEndsHonestly(String method) throws IOException {
    String options = "--weight w --model logistic --reg 0.01 --json";
    Cli run = fit(rare("1e-9"), options + " --steps 60 --method " + method);
    Cli tight = fit(rare("1e-9"), options + " --tolerance 1e-14 --method cholesky");
    double best = tight.json().get("objective").asDouble();
    double gap = (run.json().get("objective").asDouble() - best) / best;
    boolean none = run.json().get("gap").isNull();
    assertEquals(none, run.json().get("certificate").asString().equals("none"));
    assertTrue(none || run.json().get("gap").asDouble() >= gap - 1e-12, run.out());
    assertEquals(!none && run.json().get("gap").asDouble() <= 1e-9, run.code() == 0, run.out());
  }

  @Test
  void oneGapOnScreenInJsonInTheModelAndOnThePage() throws IOException {
    Path model = folder.resolve("model.json");
    String options = "--weight w --model logistic --reg 0.01 --method lbfgs --out " + model;
    Cli json = fit(rare("1e-9"), options + " --json");
    double gap = json.json().get("gap").asDouble();
    assertEquals(gap, ModelFile.read(model).training().get("gap"));
    assertEquals("gap", ModelFile.read(model).training().get("certificate"));
    String shown = "proven to be within " + Numbers.text(gap, 2) + " of its optimum, relative";
    assertTrue(fit(rare("1e-9"), options).out().contains(shown));
    assertTrue(Files.readString(folder.resolve("model.html")).contains(shown));
  }

  @Test
  void theEndingAgreesWithTheGap() throws IOException {
    Cli run = fit(rare("1e-10"), "--weight w --model logistic --reg 10000 --method cg --json");
    assertEquals(0, run.code());
    assertTrue(run.json().get("gap").asDouble() <= 1e-9, run.out());
  }

  @Test
  void withoutAPenaltySeparableRowsEndByName() throws IOException {
    String rows = "x,y\n1,a\n2,a\n3,b\n4,b\n";
    Path data = Files.writeString(folder.resolve("rows.csv"), rows);
    Cli run = fit(data, "--reg 0 --json");
    assertEquals(1, run.code());
    assertEquals("not-attained", run.json().get("ending").asString());
    assertTrue(run.json().get("gap").isNull());
    assertTrue(fit(data, "--reg 0").out().contains("add a penalty, such as --reg 1e-4"));
  }

  @Test
  void theOnlyRowOfAClassIsNeverLeftOut() throws IOException {
    StringBuilder rows = new StringBuilder("x,y\n");
    IntStream.range(0, 12).forEach(i -> rows.append(i * i % 7).append(i == 5 ? ",b\n" : ",a\n"));
    Path data = Files.writeString(folder.resolve("rows.csv"), rows);
    Cli run = fit(data, "--reg auto --json");
    assertEquals(0, run.code(), run.err());
  }
}
