package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;
import static org.ironopt.io.internal.Numbers.format;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.CsvFile;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.model.DecisionRule;
import org.ironopt.model.Model;

/** What a model says about rows: a number, or a class and the probabilities of all. */
public final class Predictions {
  /** Classes that a summary counts. */
  private static final int SUMMARY = 10;

  private final Model model;
  private final Dataset data;
  private final DecisionRule decision;
  private final SequencedMap<String, List<String>> passed;
  private final double[] numbers;
  private final DenseMatrix probabilities;

  /**
   * Predicts.
   *
   * @param decision which class is named
   * @param passed columns to pass through, by their names: a text for each row
   */
  public Predictions(
      Model model, Dataset data, DecisionRule decision, SequencedMap<String, List<String>> passed) {
    this.model = model;
    this.data = data;
    this.decision = decision;
    this.passed = passed;
    boolean classes = model.kind().classes();
    numbers = classes ? null : model.predictions(data);
    probabilities = !classes ? null : model.probabilities(data);
  }

  /**
   * Returns what to say of the first row whose output leaves the range of numbers though all its
   * entries are finite; empty if there is none. No other method may be called for such rows.
   */
  public Optional<String> overflow() {
    for (int i = 0; i < data.rows(); i++) {
      for (int c = 0; suspect(i) && c < model.outputs(); c++) {
        if (!Double.isFinite(model.output(data.features(), data.position(i), c))) {
          return Optional.of(overflow(i, c));
        }
      }
    }
    return Optional.empty();
  }

  /** An infinite output gives a prediction that is not finite, or a probability of 0 or 1. */
  private boolean suspect(int i) {
    if (numbers != null) {
      return !Double.isFinite(numbers[i]);
    }
    for (int c = 0; c < model.classes().size(); c++) {
      double p = probabilities.get(i, c);
      if (!(p > 0 && p < 1)) {
        return true;
      }
    }
    return false;
  }

  private String overflow(int i, int c) {
    if (!model.linear()) {
      String row = "row " + (i + 1);
      return row + ": the prediction is beyond the largest number; mend the row or leave it out";
    }
    double[] row = new double[data.columns()];
    data.features().copyRow(data.position(i), row, 0);
    double[] weights = model.weights()[c];
    int worst = 0;
    for (int j = 1; j < row.length; j++) {
      boolean larger = Math.abs(row[j] * weights[j]) > Math.abs(row[worst] * weights[worst]);
      worst = larger ? j : worst;
    }
    return format(
        "row %s: the prediction is beyond the largest number, since column '%s' is %s and its"
            + " coefficient is %s; mend the row or leave it out",
        i + 1, model.columns().get(worst), row[worst], weights[worst]);
  }

  /** Writes CSV to a file, which is never half there. */
  public void write(Path path) throws IOException {
    AtomicFiles.write(
        path,
        (OutputStream out) -> {
          csv(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        });
  }

  /** Writes a header and a line for each row. */
  public void csv(Writer out) throws IOException {
    CsvWriter csv = CsvFile.writer().build(out);
    List<String> row = new ArrayList<>(passed.keySet());
    row.add("prediction");
    model.classes().forEach(name -> row.add("p(" + name + ")"));
    csv.writeRecord(row);
    for (int i = 0; i < data.rows(); i++) {
      row.clear();
      for (List<String> column : passed.values()) {
        row.add(column.get(i));
      }
      row.add(numbers != null ? Double.toString(numbers[i]) : predicted(i));
      for (int c = 0; c < model.classes().size(); c++) {
        row.add(Double.toString(probabilities.get(i, c)));
      }
      csv.writeRecord(row);
    }
    csv.flush();
  }

  /** The members of a JSON object of predicted numbers. */
  public record Values(
      int rows, Optional<String> file, Map<String, List<String>> passed, double[] predictions) {}

  /** The members of a JSON object of predicted classes, a row of probabilities for each row. */
  public record Labels(
      int rows,
      Optional<String> file,
      Map<String, List<String>> passed,
      double threshold,
      List<String> classes,
      List<String> predictions,
      double[][] probabilities) {}

  /** Returns how many rows of each class, or between which numbers, were predicted. */
  public String summary() {
    if (numbers != null) {
      double[] sorted = Arrays.stream(numbers).sorted().toArray();
      int n = sorted.length;
      return filled("%s to %s, median %s", sorted[0], sorted[n - 1], sorted[n / 2]);
    }
    int[] counts = new int[model.classes().size()];
    for (int i = 0; i < data.rows(); i++) {
      counts[decision.of(probabilities.data(), i * counts.length)]++;
    }
    List<String> parts = new ArrayList<>();
    for (int c = 0; c < Math.min(counts.length, SUMMARY); c++) {
      parts.add(counts[c] + " " + model.classes().get(c));
    }
    String threshold =
        counts.length == 2 ? " (threshold " + Numbers.text(decision.threshold()) + ")" : "";
    return String.join(", ", parts) + (counts.length > SUMMARY ? ", ..." : "") + threshold;
  }

  /** Returns the predictions for programs: {@link Values}, or {@link Labels}. */
  public Record json(Optional<String> file) {
    if (numbers != null) {
      return new Values(data.rows(), file, passed, numbers);
    }
    List<String> names = IntStream.range(0, data.rows()).mapToObj(this::predicted).toList();
    double[][] rows = new double[data.rows()][];
    Arrays.setAll(rows, probabilities::row);
    return new Labels(
        rows.length, file, passed, decision.threshold(), model.classes(), names, rows);
  }

  private String predicted(int i) {
    return model.classes().get(decision.of(probabilities.data(), i * model.classes().size()));
  }
}
