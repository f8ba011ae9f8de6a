package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What fit, predict, evaluate and inspect tell of a model. */
class ResultsTest {
  @TempDir private static Path folder;
  private static Path table;

  @BeforeAll
  static void write() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder text = new StringBuilder("id,age,town,noise,days,log,visits,left\n");
    for (int i = 0; i < 300; i++) {
      int age = 20 + random.nextInt(60);
      String town = List.of("Oslo", "Rome", "Lima").get(random.nextInt(3));
      int days = 30 + random.nextInt(300);
      double rate = Math.exp(0.02 * (age - 50) + (town.equals("Rome") ? 0.5 : 0) - 4);
      int visits = (int) Math.floor(days * rate + random.nextDouble());
      String left = random.nextDouble() < 0.3 * age / 80 ? "yes" : "no";
      text.append(
          String.format(
              Locale.ROOT,
              "p%d,%d,%s,%.4f,%d,%s,%d,%s%n",
              i,
              age,
              town,
              random.nextGaussian(),
              days,
              Math.log(days),
              visits,
              left));
    }
    table = Files.writeString(folder.resolve("people.csv"), text);
  }

  private static Cli run(String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.replaceAll(w -> w.equals("TABLE") ? table.toString() : w);
    words.replaceAll(w -> w.endsWith(".json") ? folder.resolve(w).toString() : w);
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static Cli good(String command, String... more) {
    Cli run = run(command, more);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  private static void refused(String line, String command) {
    Cli run = run(command);
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().endsWith(line + "\n"), run.err());
  }

  private static final String LEFT = "fit TABLE --target left --ignore id,days,log,visits ";
  private static final String VISITS = "fit TABLE --target visits --model poisson ";

  @Test
  void aFitWithoutAPenaltyIsTested() {
    Cli fit = good(LEFT + "--reg 0 --validation 0.3 --out left.json");
    assertTrue(fit.out().contains("(baseline "), fit.out());
    assertTrue(fit.out().contains("PR-AUC"), fit.out());
    assertTrue(fit.out().contains("threshold 0.5) on the validation rows"), fit.out());
    Cli json = good(LEFT + "--reg 0 --json");
    JsonNode all = json.json();
    assertEquals("LIKELIHOOD", all.get("coefficients").get("kind").asString());
    JsonNode first = all.get("coefficients").get("coefficients").get(0);
    assertEquals("age", first.get("column").asString());
    double z = first.get("value").asDouble() / first.get("error").asDouble();
    assertEquals(z, first.get("z").asDouble(), 1e-12);
    assertTrue(first.get("p").asDouble() < 1);
    assertTrue(all.get("training").get("prAuc").asDouble() > 0);
    assertTrue(all.get("notes").toString().contains("guessed: two labels"), all.toString());
    JsonNode penalized = good(LEFT + "--json").json().get("coefficients");
    assertEquals("CONDITIONAL", penalized.get("kind").asString());
    assertTrue(penalized.get("coefficients").get(0).get("p").isNull(), penalized.toString());
  }

  @Test
  void inspectShowsWhatTheFileHolds() {
    good(LEFT + "--reg 0 --out seen.json");
    Cli text = good("inspect seen.json --top 2");
    assertTrue(text.out().startsWith("model           logistic\n"), text.out());
    assertTrue(text.out().contains("classes         no, yes\n"), text.out());
    assertTrue(text.out().contains("the 2 of 4 with the largest standardized values"), text.out());
    assertTrue(text.out().contains("(intercept)"), text.out());
    JsonNode json = good("inspect seen.json --json").json();
    assertEquals("logistic", json.get("model").asString());
    assertEquals(3, json.get("tableColumns").size());
    JsonNode fit = good(LEFT + "--reg 0 --json").json();
    assertEquals(
        fit.get("coefficients").get("coefficients"), json.get("coefficients").get("coefficients"));
    assertEquals(
        fit.get("training").get("auc"),
        json.get("training").get("measures").get("training").get("auc"));
    refused("--top has the value 0, expected a number >= 1", "inspect seen.json --top 0");
  }

  @Test
  void predictPassesColumnsThroughAndNamesByAThreshold() throws IOException {
    good(LEFT + "--out model.json");
    Path out = folder.resolve("out.csv");
    Cli run = good("predict model.json TABLE --pass id,days --threshold 0.1 --out " + out);
    assertTrue(run.err().contains("300 rows: "), run.err());
    assertTrue(run.err().endsWith(" yes (threshold 0.1); wrote " + out + "\n"), run.err());
    List<String> lines = Files.readAllLines(out);
    assertEquals("id,days,prediction,p(no),p(yes)", lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",");
      assertEquals(Double.parseDouble(fields[4]) > 0.1 ? "yes" : "no", fields[2], line);
    }
    assertTrue(lines.get(300).startsWith("p299,"));
    assertEquals("", good("predict model.json TABLE --quiet --out " + out).err());
    JsonNode json = good("predict model.json TABLE --pass id --class-weight yes=9 --json").json();
    assertEquals("p0", json.get("passed").get("id").get(0).asString());
    assertEquals(0.1, json.get("threshold").asDouble(), 1e-15);
    JsonNode measured = good("evaluate model.json TABLE --threshold 0.1 --json").json();
    assertEquals(0.1, measured.get("threshold").asDouble(), 1e-15);
    refused(
        "--class-weight names 'maybe', expected classes of the model: [no, yes]",
        "predict model.json TABLE --class-weight maybe=2");
    refused(
        "--threshold has the value 1.5, expected a number from 0 to 1",
        "predict model.json TABLE --threshold 1.5");
    Cli none = run("predict model.json TABLE --pass name");
    assertEquals(2, none.code());
    assertTrue(none.err().contains("no column 'name' for --pass; the columns are id, age"));
  }

  @Test
  void countsHaveExposures() {
    good(VISITS + "--ignore id,log,left --exposure days --reg 0 --out counts.json");
    good(VISITS + "--ignore id,days,left --offset log --reg 0 --out logs.json");
    JsonNode byDays = good("inspect counts.json --json").json();
    JsonNode byLog = good("inspect logs.json --json").json();
    assertEquals("days", byDays.get("training").get("exposure").asString());
    assertEquals(List.of("age", "town=Oslo", "town=Rome", "noise"), texts(byDays.get("columns")));
    for (int i = 0; i < 5; i++) {
      JsonNode one = byDays.get("coefficients").get("coefficients").get(i);
      JsonNode two = byLog.get("coefficients").get("coefficients").get(i);
      assertEquals(one.get("value").asDouble(), two.get("value").asDouble(), 1e-7);
      assertEquals(one.get("error").asDouble(), two.get("error").asDouble(), 1e-7);
    }
    JsonNode measured = good("evaluate counts.json TABLE --json").json();
    assertTrue(measured.get("deviance").asDouble() < measured.get("baselineDeviance").asDouble());
    JsonNode same = good("evaluate logs.json TABLE --json").json();
    assertEquals(measured.get("rmse").asDouble(), same.get("rmse").asDouble(), 1e-7);
    refused(
        "--exposure is for Poisson counts, and the model is ridge; give --model poisson, or leave it out",
        "fit TABLE --target visits --model ridge --ignore id,left --exposure days");
    refused(
        "row 1: the exposure 'town' is 'Oslo', expected a number above 0"
            .replace("Oslo", firstTown()),
        VISITS + "--ignore id,left --exposure town");
    refused(
        "--method saga does not apply to --model poisson, whose gradient has no known largest slope;"
            + " leave it out, or use cg, cholesky or lbfgs",
        VISITS + "--ignore id,left --method saga");
  }

  @Test
  void gammaNegativeBinomialAndHuber() {
    String counts = "fit TABLE --target visits --ignore id,days,log,left --reg 0 --model ";
    JsonNode negbin = good(counts + "negbin:2 --out negbin.json --json").json();
    assertEquals("negbin", negbin.get("model").asString());
    assertEquals(2, negbin.get("shape").asDouble());
    assertEquals(1, negbin.get("coefficients").get("dispersion").asDouble());
    JsonNode measured = good("evaluate negbin.json TABLE --json").json();
    assertTrue(measured.get("deviance").asDouble() < measured.get("baselineDeviance").asDouble());
    String text = good("inspect negbin.json").out();
    assertTrue(text.contains("theta"), text);
    String days = "fit TABLE --target days --ignore id,log,left --model ";
    Cli gamma = good(days + "gamma --reg 0 --folds 3");
    assertTrue(gamma.out().contains("dispersion "), gamma.out());
    assertTrue(gamma.out().contains("deviance"), gamma.out());
    Cli huber = good(days + "huber:20 --reg auto --out huber.json");
    assertTrue(huber.out().contains("huber, delta 20, "), huber.out());
    assertTrue(huber.out().contains("(Huber's loss, mean"), huber.out());
    JsonNode path =
        good("path TABLE --target days --ignore id,log,left --model huber:20 --points 5 --json")
            .json();
    assertEquals(20, path.get("shape").asDouble());
    good("path TABLE --target days --ignore id,log,left --model gamma --points 5");
  }

  @Test
  void whatTheFamiliesRefuse() {
    String visits = "fit TABLE --target visits --ignore id,left --model ";
    refused("--model negbin needs its theta, as in negbin:2", visits + "negbin");
    refused("--model huber needs its delta, as in huber:2", visits + "huber");
    refused("--model gamma takes no number, got '3'", visits + "gamma:3");
    refused("--model negbin:THETA has the value -1, expected a number > 0", visits + "negbin:-1");
    refused(
        "the target 0 is not positive, and gamma needs positive numbers; use --model ridge",
        visits + "gamma");
    refused(
        "is not a whole number, and negbin needs counts; use --model poisson",
        "fit TABLE --target log --ignore id,left --model negbin:1");
    refused(
        "--exposure is for Poisson counts, and the model is negbin; give --model poisson, or leave it out",
        visits + "negbin:1 --exposure days");
    refused(
        "--model huber needs the rows on this machine; leave out either it or --spark",
        visits + "huber:1 --spark local[1]");
    refused(
        "--method saga does not apply to --model huber, whose gradient has no known largest slope;"
            + " leave it out, or use cg, cholesky or lbfgs",
        visits + "huber:1 --method saga");
  }

  private static String firstTown() {
    try {
      return Files.readAllLines(table).get(1).split(",")[2];
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.asString()));
    return texts;
  }

  @Test
  void penaltiesAreChosenAlongOnePath() throws IOException {
    for (String options : List.of("--l1 auto --reg 1e-6", "--l1 auto --reg auto --l1-ratio 0.9")) {
      Cli fit = good(LEFT + options + " --out chosen.json", "--json");
      JsonNode json = fit.json();
      double l1 = json.get("l1").asDouble();
      assertTrue(l1 > 0, fit.out());
      assertEquals(l1, json.get("path").get("best").get("l1").asDouble());
      json.get("path").get("points").forEach(p -> assertTrue(p.get("gap").asDouble() <= 1e-6));
      assertEquals("NONE", json.get("coefficients").get("kind").asString());
      long zeros = 0;
      for (double w : ModelFile.read(folder.resolve("chosen.json")).weights()[0]) {
        zeros += w == 0 ? 1 : 0;
      }
      assertEquals(zeros, json.get("zeros").asInt());
    }
    Cli said = good(LEFT + "--l1 0.01");
    assertTrue(said.out().contains("of 4 coefficients are zero\n"), said.out());
    assertTrue(said.out().contains("of 4 are zero and not listed\n"), said.out());
    assertFalse(said.out().matches("(?s).* 0 +0\n.*"), said.out());
    // The columns tell nothing about what is drawn beside them: the largest penalty is the best.
    Cli edge = good("fit TABLE --target noise --ignore id,days,log,visits,left --reg auto");
    assertTrue(
        edge.err().contains("is the largest tried, also after the path was made longer")
            || edge.err().contains("so it was made longer"),
        edge.err());
  }

  @Test
  void classWeightsAndOptionsOfAMethod() {
    Cli weighed = good(LEFT + "--class-weight yes=4 --json");
    assertTrue(
        weighed.json().get("coefficients").get("note").asString().contains("class weights"),
        weighed.out());
    Cli table = run(LEFT + "--method iron-table:alpha=8,batch=64 --steps 3 --json");
    assertEquals(8, table.json().get("step").asDouble());
    Cli averaged = run(LEFT + "--method sgd:step=0.1,averaged=true --steps 3");
    assertTrue(averaged.out().contains("averaged = true"), averaged.out());
    refused(
        "--step is given twice, by itself and in --method",
        LEFT + "--method saga:step=0.1 --step 0.2");
    Cli unknown = run(LEFT + "--method saga:step=0.1,speed=3");
    assertEquals(2, unknown.code());
    assertTrue(unknown.err().contains("unknown key 'speed'"), unknown.err());
    refused("--method cg has the option alpha only, not eta", LEFT + "--method cg:eta=3");
  }

  @Test
  void aGraphSaysWhatItTakes() {
    Cli fit = good(LEFT + "--onnx " + folder.resolve("graph.onnx"));
    assertTrue(
        fit.err()
            .contains(
                "takes the encoded columns, not those of the table: missing values filled and"
                    + " categories as 0 or 1, in this order: age, town=Oslo, town=Rome, noise"),
        fit.err());
  }
}
