package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.data.TableSchema;
import org.ironopt.fit.FitResult;
import org.ironopt.lab.Numbers;
import org.ironopt.model.Evaluation;
import org.ironopt.model.ModelKind;

/**
 * What a fit says at its end.
 *
 * @param reg the penalty, given or chosen
 * @param path the search that chose it, if there was one
 * @param command what to type for the same fit
 */
public record FitReport(
    FitSettings settings,
    ModelKind kind,
    double reg,
    FitResult result,
    Conclusion conclusion,
    double seconds,
    Split split,
    Optional<RegPath> path,
    String command) {

  /** The members of the JSON object. */
  public record Summary(
      double objective,
      String ending,
      double gap,
      String certificate,
      long steps,
      double seconds,
      long passes,
      String method,
      OptionalDouble step,
      List<String> notes) {}

  /** Returns the numbers for programs. */
  public Summary summary() {
    return new Summary(
        result.objective(),
        conclusion.word(),
        result.gap(),
        result.certificate().word(),
        result.steps(),
        seconds,
        result.passes(),
        settings.method().word(),
        settings.method().step(),
        result.model().table().map(TableSchema::notes).orElse(List.of()));
  }

  /** Returns the lines for people, with measures on the rows or, if brief, without. */
  public List<String> lines(boolean brief) {
    List<List<String>> rows = new ArrayList<>(rows());
    if (!brief) {
      rows.add(List.of("training", measures(split.train())));
      split.validation().ifPresent(v -> rows.add(List.of("validation", measures(v))));
    }
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(String.format(Locale.ROOT, "%-11s %s", row.toArray())));
    lines.addAll(List.of("", conclusion.paragraph(), "Again: " + command));
    return lines;
  }

  private String measures(Dataset rows) {
    return Measures.line(Evaluation.of(result.model(), rows));
  }

  /** Returns what was fitted and how it went, as rows of a name and a text. */
  List<List<String>> rows() {
    String weights = settings.scaled() ? "scaled w" : "w";
    String constant = settings.intercept() ? "intercept free" : "no intercept";
    String l1 =
        settings.l1() > 0 ? ", + R1 |" + weights + "|_1, R1 = " + Numbers.text(settings.l1()) : "";
    String gap =
        switch (result.certificate()) {
          case GAP -> Numbers.text(result.gap(), 2) + ", relative, proven by a dual point";
          case ROUNDING -> Numbers.text(result.gap(), 2) + ", relative, optimal to rounding";
          case NONE -> "unknown";
        };
    return List.of(
        List.of("model", kind.word() + ", " + result.model().columns().size() + " columns"),
        List.of("method", result.method() + settings.method().words()),
        List.of(
            "objective",
            Numbers.text(result.objective(), 12)
                + " = mean loss + R/2 |"
                + weights
                + "|^2, R = "
                + Numbers.text(reg)
                + l1
                + ", "
                + constant),
        List.of("gap", gap),
        List.of(
            "work",
            result.steps()
                + " steps, "
                + result.passes()
                + " passes over the data, "
                + Numbers.text(seconds, 3)
                + " s"));
  }
}
