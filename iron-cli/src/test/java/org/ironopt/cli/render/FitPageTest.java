package org.ironopt.cli.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.curve.Curve;
import org.ironopt.curve.CurveResult;
import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.Inference;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.fit.Inference.Likelihood;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;

/** What the pages of fits and curves hold, and in which order. */
class FitPageTest {
  private static final double NONE = Double.NaN;

  private static FitReport report(ModelKind kind, Dataset data) {
    return report(kind, data, 0, false);
  }

  /** Fits all but so many rows, which are validated on. */
  private static FitReport report(ModelKind kind, Dataset data, int held, boolean search) {
    TrainingSplit parts = new TrainingSplit(data, Optional.empty(), Optional.empty());
    if (held > 0) {
      parts = TrainingSplit.of(TrainTestSplit.stratified(data, 0, 0, held));
    }
    Fit fit = Fit.of(kind, parts.train());
    Optional<CrossValidation.Found> path = Optional.empty();
    if (search) {
      path =
          Optional.of((CrossValidation.Found) fit.crossValidation(CrossValidation.Search.REG).go());
      fit.penalty(path.get().best());
    }
    FitResult result = fit.go();
    return new FitReport(
        new FitReport.Asked("iron", OptionalDouble.empty(), "", 1e-9),
        kind,
        result,
        new FitOutcome("converged", true, "Done."),
        0,
        parts.train().rows(),
        parts,
        Optional.of(FitReport.Quality.of(result.model(), parts, Optional.empty())),
        Optional.of(result.inference()),
        path,
        Optional.empty(),
        List.of(new Remark.Validation(30)),
        "iron fit");
  }

  private static double[][] features(int n) {
    double[][] x = new double[n][2];
    for (int i = 0; i < n; i++) {
      x[i] = new double[] {i * 37 % 101, i * 11 % 101};
    }
    return x;
  }

  private static Dataset classes(int n, int classes) {
    double[][] x = features(n);
    String[] labels = new String[n];
    for (int i = 0; i < n; i++) {
      double noisy = x[i][0] + i * 71 % 53;
      labels[i] = "c" + Math.min(classes - 1, (int) (noisy * classes / 154));
    }
    return Dataset.classification(x, labels);
  }

  private static Dataset counts(int n) {
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = i * 7 % 4;
    }
    return Dataset.regression(features(n), y);
  }

  private static List<String> headings(List<Section> sections) {
    return sections.stream().map(Section::heading).toList();
  }

  private static Section section(FitReport report, String heading) {
    return FitPage.sections(report).stream()
        .filter(s -> s.heading().equals(heading))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> ids(Section section) {
    return section.figures().stream().map(Figure::id).toList();
  }

  @Test
  void whatTheModelSaysComesFirst() {
    FitReport report = report(ModelKind.LOGISTIC, classes(120, 2), 30, false);
    assertEquals(
        List.of("Measures", "Coefficients", "Predictions", "Decisions", "Computation and proof"),
        headings(FitPage.sections(report)));
    assertEquals(
        List.of("calibration", "roc", "precision-recall"), ids(section(report, "Predictions")));
  }

  @Test
  void aSearchedPenaltyStandsAfterTheCoefficients() {
    FitReport report = report(ModelKind.RIDGE, counts(60), 0, true);
    assertEquals(
        List.of("Coefficients", "Penalty", "Predictions"),
        headings(FitPage.sections(report)).subList(1, 4));
    assertEquals(List.of("actual", "residuals", "quantiles"), ids(section(report, "Predictions")));
  }

  @Test
  void countsAreComparedWithPoissonLaws() {
    FitReport report = report(ModelKind.POISSON, counts(60));
    Section predictions = section(report, "Predictions");
    assertEquals(List.of("calibration", "counts"), ids(predictions));
    Layer.Points observed =
        (Layer.Points) predictions.figures().getLast().panels().getFirst().layers().getLast();
    assertArrayEquals(new double[] {15, 15, 15, 15}, observed.y(), 1e-12);
  }

  @Test
  void measuresStandSideBySide() {
    FitReport report = report(ModelKind.LOGISTIC, classes(120, 2), 30, false);
    List<List<String>> table = FitPage.table(report, report.quality().orElseThrow());
    assertEquals(List.of("measure", "training", "held out", "baseline"), table.get(0));
    assertEquals(List.of("rows", "90", "30", ""), table.get(1));
    ClassEvaluation held = (ClassEvaluation) report.quality().orElseThrow().shown();
    List<String> accuracy = table.get(2);
    assertEquals("accuracy", accuracy.getFirst());
    assertEquals(held.accuracy(), Double.parseDouble(accuracy.get(2)), 1e-5);
    assertEquals(held.baseline(), Double.parseDouble(accuracy.get(3)), 1e-5);
  }

  /** The area under the curve that is drawn is the one in its legend. */
  @Test
  void trainingAndHeldOutRowsShareOneRocFigure() {
    FitReport report = report(ModelKind.LOGISTIC, classes(120, 2), 30, false);
    Panel roc = section(report, "Predictions").figures().get(1).panels().getFirst();
    List<Layer> curves = roc.layers().subList(1, roc.layers().size());
    assertEquals(2, curves.size());
    for (Layer layer : curves) {
      Layer.Line line = (Layer.Line) layer;
      double area = 0;
      for (int i = 1; i < line.x().length; i++) {
        area += (line.x()[i] - line.x()[i - 1]) * (line.y()[i] + line.y()[i - 1]) / 2;
      }
      String shown = line.name().substring(line.name().lastIndexOf(' ') + 1);
      assertEquals(area, Double.parseDouble(shown), 1e-3);
    }
    assertTrue(curves.getFirst().name().startsWith("training, AUC"));
    assertTrue(curves.getLast().name().startsWith("held out, AUC"));
  }

  @Test
  void severalClassesHaveAPanelForEachKindOfRows() {
    FitReport report = report(ModelKind.SOFTMAX, classes(150, 3), 45, false);
    Figure roc = section(report, "Predictions").figures().get(1);
    assertEquals(2, roc.panels().size());
    assertEquals(
        List.of("c0", "c1", "c2"),
        roc.panels().getLast().layers().stream().map(Layer::name).toList());
    Panel forest = section(report, "Coefficients").figures().getFirst().panels().getFirst();
    assertEquals(2, forest.y().names().size());
    assertEquals(4, forest.layers().size());
  }

  private static Coefficient coefficient(String column, double value, double sd, double half) {
    return new Coefficient(
        "", column, value, value * sd, NONE, NONE, NONE, value - half, value + half, NONE);
  }

  /** By size from the top, in standard deviations of the columns, whatever the order of columns. */
  @Test
  void coefficientsAreSortedAndStandardized() {
    List<Coefficient> list =
        List.of(
            coefficient("small", 1, 0.5, 1.5),
            coefficient("large", -3, 2, 0.5),
            coefficient("untold", 2, 1, NONE));
    Inference inference = of(list);
    Panel panel = FitFigures.coefficients(inference, 30).getFirst().panels().getFirst();
    assertEquals(List.of("small", "untold", "large"), panel.y().names());
    List<Layer.Intervals> layers = new ArrayList<>();
    panel.layers().forEach(layer -> add(layers, layer));
    Layer.Intervals sure = layers.get(0);
    assertArrayEquals(new double[] {-6}, sure.x());
    assertArrayEquals(new double[] {3}, sure.y());
    assertArrayEquals(new double[] {-7}, sure.low());
    assertArrayEquals(new double[] {-5}, sure.high());
    assertArrayEquals(new double[] {0.5}, layers.get(1).x());
    assertArrayEquals(new double[] {2}, layers.get(2).x());
    assertEquals(
        2, FitFigures.coefficients(inference, 2).getFirst().panels().getFirst().y().names().size());
  }

  private static Inference of(List<Coefficient> list) {
    return new Inference(
        Inference.Kind.LIKELIHOOD,
        new Inference.Basis.NotComputed(),
        list,
        0,
        NONE,
        NONE,
        Likelihood.unknown(),
        List.of());
  }

  /** Names that look the same once they are short keep a row each. */
  @Test
  void shortNamesDoNotMergeColumns() {
    String same = "a_long_name_of_a_column_";
    List<Coefficient> list =
        List.of(
            coefficient(same + "1" + same, 1, 1, 0.5), coefficient(same + "2" + same, 2, 1, 0.5));
    Inference inference = of(list);
    Panel panel = FitFigures.coefficients(inference, 30).getFirst().panels().getFirst();
    assertEquals(2, panel.y().names().size());
    assertArrayEquals(new double[] {2, 1}, ((Layer.Intervals) panel.layers().get(1)).y());
    assertTrue(FitFigures.convergence(List.of(), 1e-9).isEmpty());
  }

  private static void add(List<Layer.Intervals> layers, Layer layer) {
    if (layer instanceof Layer.Intervals intervals) {
      layers.add(intervals);
    }
  }

  @Test
  void aCurveComesBeforeItsParameters() {
    double[] x = {0, 1, 2, 3, 4, 5};
    double[] y = {1, 3.1, 4.9, 7.2, 8.8, 11.1};
    CurveResult result = Curve.formula("y = a*x + b", Map.of("x", x, "y", y)).start(1, 0).go();
    List<Section> sections = CurvePage.sections(result, List.of("x", "y"), new double[][] {x}, y);
    assertEquals(
        List.of("Curve", "Parameters", "Residuals", "Correlation of the parameters", "Computation"),
        headings(sections));
    assertEquals(List.of("residuals", "quantiles"), ids(sections.get(2)));
    // The 97.5 % quantile of Student's t with four degrees of freedom.
    List<String> slope = sections.get(1).tables().getFirst().rows().getFirst();
    assertEquals(
        result.value("a") + 2.776445105197793 * result.error("a"),
        Double.parseDouble(slope.getLast()),
        1e-5);
  }
}
