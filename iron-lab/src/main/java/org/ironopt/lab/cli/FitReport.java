package org.ironopt.lab.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.fit.FitResult;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.fit.FitPage;
import org.ironopt.lab.fit.Measures;
import org.ironopt.lab.fit.RegPath;
import org.ironopt.lab.fit.Verdict;
import org.ironopt.model.Evaluation;
import org.ironopt.model.ModelKind;

/** What a fit says at its end: as text, as JSON, as a page. */
record FitReport(
    FitOptions options,
    ModelKind kind,
    double reg,
    FitResult result,
    Verdict verdict,
    double seconds,
    Split split,
    Optional<RegPath> path,
    String command) {

  void print(PrintWriter out, boolean json, boolean brief) {
    if (json) {
      out.println(Json.text(json()));
      return;
    }
    for (List<String> row : settings()) {
      out.printf(Locale.ROOT, "%-11s %s%n", row.get(0), row.get(1));
    }
    if (!brief) {
      out.printf(Locale.ROOT, "%-11s %s%n", "training", measures(split.train()));
      split
          .validation()
          .ifPresent(v -> out.printf(Locale.ROOT, "%-11s %s%n", "validation", measures(v)));
    }
    out.println();
    out.println(verdict.paragraph());
    out.println("Again: " + command);
  }

  private String measures(Dataset rows) {
    return Measures.line(Evaluation.of(result.model(), rows));
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("objective", result.objective());
    json.put("ending", verdict.word());
    json.put("gap", result.gap());
    json.put("certificate", result.certificate().word());
    json.put("steps", result.steps());
    json.put("seconds", seconds);
    json.put("passes", result.passes());
    json.put("method", options.method().word());
    json.put("step", options.method().step());
    return json;
  }

  private List<List<String>> settings() {
    String weights = options.scaled() ? "scaled w" : "w";
    String constant = options.intercept() ? "intercept free" : "no intercept";
    String l1 =
        options.l1() > 0 ? ", + R1 |" + weights + "|_1, R1 = " + Numbers.text(options.l1()) : "";
    String gap =
        switch (result.certificate()) {
          case GAP -> Numbers.text(result.gap(), 2) + ", relative, proven by a dual point";
          case ROUNDING -> Numbers.text(result.gap(), 2) + ", relative, optimal to rounding";
          case NONE -> "unknown";
        };
    return List.of(
        List.of("model", kind.word() + ", " + result.model().columns().size() + " columns"),
        List.of("method", result.method() + options.method().words()),
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

  String page(String title) {
    return FitPage.render(
        title,
        result,
        verdict,
        options.tolerance(),
        settings(),
        split.train(),
        split.validation(),
        path,
        command);
  }
}
