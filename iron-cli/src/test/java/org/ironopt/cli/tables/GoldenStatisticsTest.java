package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.cli.Cli;
import org.ironopt.cli.tables.GoldenTables.Golden;
import org.ironopt.fit.Inference;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Coefficients, errors, aliases and dispersions of tables, beside a dense solve of its own. */
class GoldenStatisticsTest {
  private static final double CLOSE = 1e-7;

  @TempDir Path folder;

  private static Golden table(String name) {
    return GoldenTables.statistics().stream()
        .filter(t -> t.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private JsonNode fit(String name) throws IOException {
    Golden table = table(name);
    Path file = Files.writeString(folder.resolve("table.csv"), table.text());
    List<String> args = new ArrayList<>(List.of("fit", file.toString(), "--json"));
    args.addAll(List.of("--tolerance", "1e-13"));
    args.addAll(table.options());
    Cli run = Cli.run(args.toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    assertEquals(table.rows(), run.json().get("rows").asLong());
    JsonNode found = run.json().get("coefficients");
    List<String> columns = new ArrayList<>(table.features());
    columns.add(Inference.INTERCEPT);
    assertEquals(
        columns,
        found.get("coefficients").valueStream().map(c -> c.get("column").asString()).toList());
    return found;
  }

  /** Returns the dense solve of a table of numbers, its target last. */
  private static DenseFit dense(String name, ModelKind kind, double reg, boolean weighted) {
    double[][] all =
        table(name)
            .text()
            .lines()
            .skip(1)
            .map(l -> Arrays.stream(unquoted(l).split(",")).mapToDouble(Double::parseDouble))
            .map(numbers -> numbers.toArray())
            .toArray(double[][]::new);
    int last = all[0].length - 1;
    int columns = weighted ? last - 1 : last;
    return new DenseFit(
        kind,
        Arrays.stream(all).map(row -> Arrays.copyOf(row, columns)).toArray(double[][]::new),
        Arrays.stream(all)
            .mapToDouble(row -> kind == ModelKind.LOGISTIC ? (row[last] + 1) / 2 : row[last])
            .toArray(),
        Arrays.stream(all).mapToDouble(row -> weighted ? row[columns] : 1).toArray(),
        reg);
  }

  private static String unquoted(String line) {
    return line.replace("'", "");
  }

  private static double[] numbers(JsonNode found, String field) {
    return found
        .get("coefficients")
        .valueStream()
        .mapToDouble(c -> c.get(field).asDouble())
        .toArray();
  }

  private static void near(double[] expected, double[] found, double relative) {
    assertEquals(expected.length, found.length);
    for (int j = 0; j < expected.length; j++) {
      assertEquals(expected[j], found[j], relative * (1 + Math.abs(expected[j])), "entry " + j);
    }
  }

  private static void kind(Inference.Kind expected, JsonNode found) {
    assertEquals(expected.name(), found.get("kind").asString());
  }

  /** Checks that b is 0.92 a. */
  private static JsonNode alias(JsonNode found, boolean exact) {
    assertEquals(1, found.get("aliases").size());
    JsonNode alias = found.at("/aliases/0");
    assertEquals("b", alias.get("column").asString());
    assertEquals(1, alias.get("terms").size());
    assertEquals("a", alias.at("/terms/0/column").asString());
    assertEquals(0.92, alias.at("/terms/0/factor").asDouble(), exact ? 1e-9 : 0.01);
    assertEquals(exact, alias.get("exact").asBoolean());
    return alias;
  }

  @Test
  void anAliasWithAPenalty() throws IOException {
    JsonNode found = fit("alias with a penalty");
    kind(Inference.Kind.CONDITIONAL, found);
    alias(found, true);
    double[] w = numbers(found, "value");
    near(dense("alias with a penalty", ModelKind.RIDGE, 1e-4, false).w, w, CLOSE);
    // Columns of unit spread share the slope.
    assertEquals(w[0], 0.92 * w[1], CLOSE);
    JsonNode list = found.get("coefficients");
    List<Boolean> intervals = list.valueStream().map(c -> !c.get("low").isNull()).toList();
    assertEquals(List.of(false, false, true, true), intervals);
  }

  @Test
  void anAliasWithoutAPenalty() throws IOException {
    JsonNode found = fit("alias without a penalty");
    kind(Inference.Kind.NONE, found);
    alias(found, true);
    double[] w = numbers(found, "value");
    near(new double[] {2, 3, 1}, new double[] {w[0] + 0.92 * w[1], w[2], w[3]}, CLOSE);
    assertTrue(found.get("coefficients").valueStream().allMatch(c -> c.get("error").isNull()));
    assertEquals(40 - 3, found.at("/likelihood/freedom").asDouble(), 1e-12);
  }

  @Test
  void aNearAlias() throws IOException {
    JsonNode found = fit("near alias");
    kind(Inference.Kind.LIKELIHOOD, found);
    DenseFit dense = dense("near alias", ModelKind.RIDGE, 0, false);
    near(dense.w, numbers(found, "value"), CLOSE);
    near(dense.errors(dense.dispersion(40)), numbers(found, "error"), CLOSE);
    double unexplained = alias(found, false).get("unexplained").asDouble();
    assertEquals(unexplained(), unexplained, CLOSE * unexplained);
  }

  /** 1 - R^2 of b on a. */
  private static double unexplained() {
    double[][] rows =
        table("near alias")
            .text()
            .lines()
            .skip(1)
            .map(l -> Arrays.stream(l.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toArray(double[][]::new);
    double[] mean = {0, 0};
    Arrays.stream(rows).forEach(r -> Arrays.setAll(mean, k -> mean[k] + r[k] / rows.length));
    double[] s = new double[3];
    for (double[] r : rows) {
      s[0] += (r[0] - mean[0]) * (r[0] - mean[0]);
      s[1] += (r[0] - mean[0]) * (r[1] - mean[1]);
      s[2] += (r[1] - mean[1]) * (r[1] - mean[1]);
    }
    return 1 - s[1] * s[1] / (s[0] * s[2]);
  }

  @Test
  void overdispersedCounts() throws IOException {
    JsonNode found = fit("overdispersed counts");
    DenseFit dense = dense("overdispersed counts", ModelKind.POISSON, 0, false);
    near(dense.w, numbers(found, "value"), CLOSE);
    near(dense.errors(1), numbers(found, "error"), CLOSE);
    assertTrue(found.at("/likelihood/overdispersed").asBoolean());
    double dispersion = dense.dispersion(60);
    assertTrue(dispersion > 1.2, "dispersion " + dispersion);
    assertEquals(dispersion, found.at("/likelihood/pearson").asDouble(), CLOSE * dispersion);
    assertEquals(58, found.at("/likelihood/freedom").asDouble(), 1e-12);
  }

  @Test
  void precisionsAndFrequencies() throws IOException {
    for (boolean precision : new boolean[] {true, false}) {
      String name = precision ? "precisions" : "frequencies";
      JsonNode found = fit(name);
      kind(Inference.Kind.LIKELIHOOD, found);
      DenseFit dense = dense(name, ModelKind.RIDGE, 0, true);
      near(dense.w, numbers(found, "value"), CLOSE);
      double observations = precision ? 30 : IntStream.range(0, 30).map(i -> 1 + i % 3).sum();
      double dispersion = dense.dispersion(observations);
      assertEquals(observations - 3, found.get("freedom").asDouble(), 1e-12);
      assertEquals(dispersion, found.get("dispersion").asDouble(), CLOSE * dispersion);
      near(dense.errors(dispersion), numbers(found, "error"), CLOSE);
    }
  }

  /** The second class in the order of the labels is +1. */
  @Test
  void signedLabelsInSingleQuotes() throws IOException {
    JsonNode found = fit("signed labels in single quotes");
    kind(Inference.Kind.CONDITIONAL, found);
    DenseFit dense = dense("signed labels in single quotes", ModelKind.LOGISTIC, 1e-2, false);
    near(dense.w, numbers(found, "value"), CLOSE);
    near(dense.errors(1), numbers(found, "error"), CLOSE);
    assertEquals(0, found.get("aliases").size());
  }

  @Test
  void unequalVariances() throws IOException {
    JsonNode found = fit("unequal variances");
    kind(Inference.Kind.ROBUST, found);
    DenseFit dense = dense("unequal variances", ModelKind.RIDGE, 0, false);
    near(dense.w, numbers(found, "value"), CLOSE);
    double[] errors = numbers(found, "error");
    near(dense.robustErrors(), errors, CLOSE);
    double classical = dense.errors(dense.dispersion(40))[0];
    assertFalse(Math.abs(errors[0] / classical - 1) < 0.1, errors[0] + " and " + classical);
  }
}
