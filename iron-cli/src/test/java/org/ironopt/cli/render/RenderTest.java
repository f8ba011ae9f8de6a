package org.ironopt.cli.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.cli.shared.Json;
import org.ironopt.curve.Curve;
import org.ironopt.curve.CurveResult;
import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.Inference;
import org.ironopt.fit.PenaltyPath;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.lab.compare.CompareOutcome;
import org.ironopt.lab.compare.CompareRemark;
import org.ironopt.lab.compare.Unjudged;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.ironopt.table.TableDecision;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every kind of ending, decision and remark in text, JSON and page, which say the same. The kinds
 * are those that the sealed types permit, so that a new one is in this test, and {@code switch}
 * without a default refuses to compile before it is rendered.
 */
class RenderTest {
  private static final Dataset DATA = data();
  private static final FitResult FITTED = Fit.of(ModelKind.LOGISTIC, DATA).go();

  private static Dataset data() {
    double[][] x = new double[60][1];
    String[] labels = new String[60];
    for (int i = 0; i < x.length; i++) {
      x[i][0] = i * 37 % 61;
      labels[i] = i * 11 % 7 < 3 ? "no" : "yes";
    }
    return Dataset.classification(x, labels);
  }

  private static FitReport report(FitOutcome outcome, List<Remark> remarks) {
    return report(outcome, remarks, Optional.empty());
  }

  private static FitReport report(
      FitOutcome outcome, List<Remark> remarks, Optional<Inference> inference) {
    return new FitReport(
        new FitReport.Asked("iron", OptionalDouble.empty(), "", 1e-9),
        ModelKind.LOGISTIC,
        FITTED,
        outcome,
        0,
        DATA.rows(),
        new TrainingSplit(DATA, Optional.empty(), Optional.empty()),
        Optional.empty(),
        inference,
        Optional.empty(),
        Optional.empty(),
        remarks,
        "iron fit");
  }

  /** Returns the text of a page, as a person reads it. */
  private static String read(String page) {
    return page.replaceAll("<[^>]*>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  private static JsonNode json(Object value) {
    return JsonMapper.builder().build().readTree(Json.text(value));
  }

  private static Stream<DynamicTest> each(Class<?> sealed, ThrowingTest test) {
    return Samples.kinds(sealed).stream()
        .flatMap(
            kind ->
                Samples.of(kind).stream()
                    .map(one -> DynamicTest.dynamicTest(one.toString(), () -> test.run(one))));
  }

  private interface ThrowingTest {
    void run(Object sample) throws Exception;
  }

  @TestFactory
  Stream<DynamicTest> decisionsAndRemarks() {
    return Stream.concat(
        each(TableDecision.class, d -> same(new Remark.OfFile((TableDecision) d), (Record) d)),
        each(Remark.class, r -> same((Remark) r, (Record) r)));
  }

  private static void same(Remark remark, Record value) {
    if (value instanceof Remark.OfFile) {
      return;
    }
    String text = remark.text();
    assertFalse(text.isBlank() || text.contains("\n") || text.contains("null"), text);
    FitReport report = report(new FitOutcome("converged", true, "Done."), List.of(remark));
    String page = FitPage.render("Fit", report);
    assertTrue(read(page).contains(text), text);
    for (Object object :
        List.of(report.summary(List.of()), Remark.with(Map.of(), List.of(remark)))) {
      JsonNode all = json(object);
      assertEquals(text, all.get("notes").get(0).asString());
      JsonNode told = all.get("remarks").get(0);
      assertEquals(Json.word(value.getClass()), told.get("kind").asString());
      assertEquals(members(value.getClass()), Set.copyOf(told.propertyNames()), text);
      Samples.components(value)
          .forEach(
              (name, is) -> {
                if (is instanceof Number || is instanceof String || is instanceof Boolean) {
                  assertEquals(String.valueOf(is), told.get(name).asString(), name);
                }
              });
    }
    TreeMap<String, Object> kept = new TreeMap<>();
    report.keep(kept);
    assertEquals(List.of(text), kept.get("notes"), "the model file");
  }

  private static Set<String> members(Class<?> type) {
    return Stream.concat(
            Stream.of("kind"), Arrays.stream(type.getRecordComponents()).map(c -> c.getName()))
        .collect(Collectors.toSet());
  }

  /** What standard errors rest on, or why there are none and what would give them. */
  @TestFactory
  Stream<DynamicTest> basesOfErrors() {
    Inference plain = Coefficients.of(FITTED.model());
    return each(
        Inference.Basis.class,
        basis -> {
          Inference inference =
              new Inference(
                  Inference.Kind.NONE,
                  (Inference.Basis) basis,
                  plain.coefficients(),
                  0,
                  Double.NaN,
                  Double.NaN,
                  plain.likelihood(),
                  List.of());
          FitOutcome done = new FitOutcome("converged", true, "Done.");
          FitReport report = report(done, List.of(), Optional.of(inference));
          boolean silent = basis instanceof Inference.Basis.NotComputed;
          String sentence = ((Inference.Basis) basis).sentence();
          assertEquals(silent, sentence.isEmpty());
          JsonNode json = json(report.summary(List.of())).get("coefficients");
          assertEquals(sentence, json.get("note").asString());
          JsonNode told = json.get("basis");
          assertEquals(Json.word(basis.getClass()), told.get("kind").asString());
          assertEquals(members(basis.getClass()), Set.copyOf(told.propertyNames()));
          String text = String.join("\n", report.lines(Integer.MAX_VALUE));
          assertEquals(!silent, text.contains("errors: " + sentence), text);
          String page = read(FitPage.render("Fit", report));
          assertEquals(!silent, page.contains("Errors: " + sentence + "."), page);
          TreeMap<String, Object> kept = new TreeMap<>();
          report.keep(kept);
          assertEquals(sentence, ((Map<?, ?>) kept.get("inference")).get("note"));
        });
  }

  @TestFactory
  Stream<DynamicTest> endingsOfFits() {
    return each(
        Ending.class,
        ending -> {
          FitOutcome outcome =
              FitOutcome.of((Ending) ending, FITTED, 1e-9, OptionalInt.empty(), true);
          FitReport report = report(outcome, List.of());
          JsonNode json = json(report.summary(List.of()));
          assertEquals(outcome.word(), json.get("ending").asString());
          assertEquals(outcome.paragraph(), json.get("conclusion").asString());
          assertTrue(report.lines(Integer.MAX_VALUE).contains(outcome.paragraph()));
          assertTrue(read(FitPage.render("Fit", report)).contains(outcome.paragraph()));
        });
  }

  @TestFactory
  Stream<DynamicTest> endingsOfNetworks() {
    TrainTestSplit rows = TrainTestSplit.stratified(DATA, 0, 10, 0);
    NetworkResult fitted =
        NetworkFit.of(ModelKind.LOGISTIC, rows.train(), rows.validation().orElseThrow())
            .hidden(2)
            .epochs(1)
            .go();
    return each(
        Ending.class,
        ending -> {
          FitResult network =
              FitResult.unproven(
                  fitted.network().model(),
                  (Ending) ending,
                  1,
                  new FitResult.Work(1, 1, 1, "", fitted.network().work(), List.of()),
                  DATA);
          NetworkResult result =
              new NetworkResult(network, fitted.linear(), 1, 1, fitted.comparison());
          FitOutcome outcome = NetworkWords.conclusion(result, true);
          FitReport report = report(outcome, List.of());
          assertEquals(
              outcome.paragraph(), json(report.summary(List.of())).get("conclusion").asString());
          assertTrue(read(FitPage.render("Fit", report)).contains(outcome.paragraph()));
        });
  }

  @TestFactory
  Stream<DynamicTest> endingsOfCurves() {
    double[] x = {0, 1, 2, 3, 4, 5};
    double[] y = {1, 3.1, 4.9, 7.2, 8.8, 11.1};
    CurveResult fitted = Curve.formula("y = a*x + b", Map.of("x", x, "y", y)).start(1, 0).go();
    return each(
        Ending.class,
        ending -> {
          CurveResult result =
              new CurveResult(
                  fitted.parameters(),
                  fitted.covariance(),
                  fitted.rss(),
                  fitted.dof(),
                  fitted.rSquared(),
                  (Ending) ending,
                  fitted.work(),
                  fitted.model());
          CurveFile file = CurveFile.of("y = a*x + b", Map.of("x", "x", "y", "y"), result);
          String word = Json.word(ending.getClass());
          assertEquals(word, json(file.summary(List.of())).get("ending").asString());
          assertTrue(file.lines().contains("ending          " + word));
          String sentence = FitOutcome.sentence(((Ending) ending).sentence());
          String page =
              CurvePage.render("c", result, List.of("x", "y"), new double[][] {x}, y, "iron");
          assertTrue(read(page).contains(sentence), sentence);
          assertTrue(result.toString().contains(((Ending) ending).sentence()));
          assertEquals(file, CurveFile.parse("c.json", file.text()));
        });
  }

  /** The page of a comparison shows the sentences that its text has. */
  @TestFactory
  Stream<DynamicTest> remarksOnComparisons() {
    Stream<DynamicTest> remarks =
        each(
            CompareRemark.class,
            remark ->
                compared(
                    remark instanceof CompareRemark.Advice advice
                        ? advice
                        : new CompareRemark.NoAdvice(),
                    (CompareRemark) remark));
    Stream<DynamicTest> defeats =
        each(
            CompareRemark.Defeat.class,
            defeat -> {
              CompareRemark.Beaten beaten =
                  new CompareRemark.Beaten(List.of((CompareRemark.Defeat) defeat), 2, List.of());
              JsonNode told = compared(beaten, new CompareRemark.NotReached("ridge", 0.1));
              assertEquals(Json.word(defeat.getClass()), told.at("/defeats/0/kind").asString());
              assertEquals(
                  members(defeat.getClass()), Set.copyOf(told.at("/defeats/0").propertyNames()));
            });
    Stream<DynamicTest> causes =
        Arrays.stream(Unjudged.Cause.values())
            .map(cause -> new CompareRemark.NotJudged(new Unjudged(cause, 2), List.of("sgd")))
            .map(
                remark ->
                    DynamicTest.dynamicTest(
                        remark.toString(), () -> compared(new CompareRemark.NoAdvice(), remark)));
    return Stream.of(remarks, defeats, causes).flatMap(tests -> tests);
  }

  /** Returns the JSON of the advice. */
  private static JsonNode compared(CompareRemark.Advice advice, CompareRemark remark) {
    CompareOutcome outcome = new CompareOutcome(List.of(), advice, List.of(remark), List.of());
    ComparisonReport report = new ComparisonReport(outcome, true, "report.html");
    assertTrue(report.lines(false).containsAll(List.of(advice.sentence(), remark.sentence())));
    assertEquals(List.of("report.html"), report.lines(true));
    JsonNode json = json(report.json());
    assertEquals(advice.sentence(), json.get("advice").asString());
    assertEquals(remark.sentence(), json.at("/remarks/0").asString());
    for (int k = 0; k < 2; k++) {
      Class<?> type = (k == 0 ? advice : remark).getClass();
      assertEquals(Json.word(type), json.at("/findings/" + k + "/kind").asString());
      assertEquals(members(type), Set.copyOf(json.at("/findings/" + k).propertyNames()));
    }
    return json.at("/findings/0");
  }

  /** A search that was cut short has no report but its ending. */
  @TestFactory
  Stream<DynamicTest> endsOfCrossValidations() {
    return Stream.of(new Ending.Interrupted(3), Samples.of(Ending.TimeLimit.class).getFirst())
        .map(
            ending ->
                DynamicTest.dynamicTest(
                    ending.toString(),
                    () -> {
                      CrossValidation.Cut cut =
                          new CrossValidation.Cut((Ending) ending, 3, 50, Optional.empty());
                      FitOutcome outcome = FitOutcome.of(cut, false);
                      assertFalse(outcome.success());
                      JsonNode json = json(outcome.members());
                      assertEquals(outcome.word(), json.get("ending").asString());
                      assertEquals(outcome.paragraph(), json.get("conclusion").asString());
                    }));
  }

  @TestFactory
  Stream<DynamicTest> endsOfPaths() {
    PenaltyPath fitted = Fit.of(ModelKind.LOGISTIC, DATA).path().go();
    return each(
        PenaltyPath.End.class,
        end -> {
          PathReport report =
              new PathReport(
                  ModelKind.LOGISTIC,
                  Samples.replaced(fitted, end),
                  DATA.rows(),
                  List.of("x"),
                  new double[] {1},
                  0,
                  OptionalInt.of(0),
                  PathReport.Rule.NEAREST,
                  0,
                  true,
                  List.of(),
                  "iron path");
          String sentence = ((PenaltyPath.End) end).sentence();
          assertEquals(sentence, json(report.summary(List.of())).get("end").asString());
          assertTrue(String.join("\n", report.lines(Integer.MAX_VALUE)).contains(sentence));
          assertTrue(read(PathPage.render("Path", report)).contains(sentence));
        });
  }

  /** The page lists the kinds with their members. */
  @Test
  void thePageOfRemarksHasEveryKind() throws IOException {
    List<String> rows = new ArrayList<>();
    Stream.concat(Samples.kinds(TableDecision.class).stream(), Samples.kinds(Remark.class).stream())
        .filter(kind -> kind != Remark.OfFile.class)
        .forEach(
            kind ->
                rows.add(
                    "| `%s` | %s |"
                        .formatted(
                            Json.word(kind),
                            Arrays.stream(kind.getRecordComponents())
                                .map(c -> "`" + c.getName() + "`")
                                .collect(Collectors.joining(", ")))));
    List<String> page = Files.readAllLines(Path.of("..", "docs/reference/remarks.md"));
    assertEquals(
        String.join("\n", rows),
        page.stream()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(0, line.indexOf('|', line.indexOf('|', 1) + 1) + 1))
            .collect(Collectors.joining("\n")));
  }
}
