package org.ironopt.lab.bench.mnist;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Story.TextTable;

/** The outcome as tables for people and as one object for programs. */
final class BenchTables {
  private BenchTables() {}

  static List<TextTable> race(Outcome o) {
    return List.of(ratios(o), times(o));
  }

  static List<TextTable> tuning(Outcome o) {
    return o.ranges().isEmpty() ? List.of() : List.of(ranges(o));
  }

  static List<TextTable> price(Outcome o) {
    return List.of(paper(o), parts(o));
  }

  private static TextTable ratios(Outcome o) {
    List<List<String>> rows = new ArrayList<>();
    for (Ratio r : o.ratios()) {
      String value =
          r.value().isEmpty()
              ? "IRON did not get there"
              : (r.bound() ? "< " : "") + number("%.3f", r.value().getAsDouble());
      String interval =
          r.value().isEmpty() ? "-" : number("%.3f", r.low()) + " to " + number("%.3f", r.high());
      rows.add(List.of(r.family().label, number("%.4f", r.objective()), value, interval));
    }
    return new TextTable(
        "Seconds of IRON to an objective over those of the others; < where the other one did not"
            + " get there in the time it was given",
        List.of("over", "objective", "ratio", "95 % interval"),
        rows);
  }

  private static TextTable times(Outcome o) {
    List<List<String>> rows = new ArrayList<>();
    o.chosen()
        .forEach(
            (family, configs) -> {
              for (int i = 0; i < o.goal().objectives().length; i++) {
                rows.add(
                    time(configs.get(i), o.goal().objectives()[i], o.tracks().get(configs.get(i))));
              }
            });
    return new TextTable(
        "To each objective, medians over the seeds; passes and products are with all rows, a"
            + " gradient takes one pass or two products",
        List.of(
            "method",
            "setting",
            "objective",
            "seconds",
            "epochs",
            "passes",
            "products",
            "gradients",
            "CG steps",
            "accuracy"),
        rows);
  }

  private static List<String> time(Config config, double objective, List<Track> tracks) {
    List<Check> there =
        tracks.stream().map(t -> t.reached(objective)).flatMap(Optional::stream).toList();
    List<String> row = new ArrayList<>();
    row.add(config.family().label);
    row.add(config.words());
    row.add(number("%.4f", objective));
    if (there.size() < tracks.size()) {
      row.add("> " + number("%.4f", median(tracks.stream().map(Track::last).toList(), 's')));
      row.add("reached by " + there.size() + " of " + tracks.size());
      row.addAll(List.of("-", "-", "-", "-", "-"));
      return row;
    }
    row.add(number("%.4f", median(there, 's')));
    row.add(number("%.2f", median(there, 'e')));
    row.add(number("%.2f", median(there, 'p') / 2));
    row.add(number("%.2f", median(there, 'p')));
    row.add(number("%.0f", median(there, 'g')));
    row.add(number("%.0f", median(there, 'c')));
    row.add(number("%.4f", median(there, 'a')));
    return row;
  }

  private static double median(List<Check> checks, char what) {
    return PaperConfig.median(
        checks.stream()
            .mapToDouble(
                c ->
                    switch (what) {
                      case 's' -> c.seconds();
                      case 'e' -> c.epochs();
                      case 'p' -> c.products();
                      case 'g' -> c.gradients();
                      case 'c' -> c.cgSteps();
                      default -> c.accuracy();
                    })
            .toArray());
  }

  private static TextTable ranges(Outcome o) {
    List<List<String>> rows = new ArrayList<>();
    for (StepRange r : o.ranges()) {
      double[] range = r.range();
      if (!r.reached()) {
        rows.add(
            List.of(r.config().family().label, r.config().words(), "not reached", "none", "-"));
        continue;
      }
      rows.add(
          List.of(
              r.config().family().label,
              r.config().words(),
              number("%.2f", r.best()),
              number("%.3g", range[0]) + " to " + number("%.3g", range[1]),
              number("%.1f", range[1] / range[0])));
    }
    return new TextTable(
        "Steps within 5 % of the best, by products to the middle objective, in factors of root two",
        List.of("method", "around", "products", "steps", "factor"), rows);
  }

  private static TextTable paper(Outcome o) {
    List<List<String>> rows = new ArrayList<>();
    for (PaperConfig.Row r : o.paper()) {
      rows.add(
          List.of(
              Integer.toString(r.batch()),
              r.solver(),
              number("%.2f", r.epochRatio()),
              number("%.4f", r.seconds()),
              number("%.4f", r.baseSeconds()),
              number("%.1f", r.products()),
              number("%.2f", r.cgSteps()),
              number("%.4f", r.accuracy())));
    }
    return new TextTable(
        "The paper's configuration (residual 1e-3, constant step): an epoch over one of AdamW",
        List.of("batch", "solver", "ratio", "seconds", "AdamW", "products", "CG steps", "accuracy"),
        rows);
  }

  private static TextTable parts(Outcome o) {
    List<List<String>> rows = new ArrayList<>();
    for (StepParts.Row r : o.parts()) {
      rows.add(
          List.of(
              Integer.toString(r.batch()),
              number("%.1f", r.step()),
              number("%.1f", r.gather()),
              number("%.1f", r.products()),
              number("%.1f", r.elementwise()),
              number("%.2f", r.ratio()),
              number("%.0f", r.forwardRate()),
              number("%.0f", r.backwardRate())));
    }
    return new TextTable(
        "A step of AdamW and its parts, microseconds; the two products alone in GFLOP/s, rows in"
            + " the cache ('./iron bench kernels' has the same kernels)",
        List.of(
            "batch",
            "step",
            "gather",
            "products and loss",
            "elementwise",
            "step / parts",
            "forward GFLOP/s",
            "backward GFLOP/s"),
        rows);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  static void print(Outcome o, PrintWriter out) {
    out.println(o.goal().words());
    out.println();
    for (TextTable table : Stream.of(race(o), tuning(o), price(o)).flatMap(List::stream).toList()) {
      out.println(table.caption());
      int columns = table.header().size();
      int[] width = new int[columns];
      List<List<String>> lines = new ArrayList<>(List.of(table.header()));
      lines.addAll(table.rows());
      for (List<String> line : lines) {
        for (int c = 0; c < columns; c++) {
          width[c] = Math.max(width[c], line.get(c).length());
        }
      }
      for (List<String> line : lines) {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < columns; c++) {
          text.append("  ").append(line.get(c));
          text.append(" ".repeat(width[c] - line.get(c).length()));
        }
        out.println(text.toString().stripTrailing());
      }
      out.println();
    }
    out.flush();
  }

  /** Returns the object of {@code --json}. */
  static Map<String, Object> json(Outcome o) {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<Map<String, Object>> controls = new ArrayList<>();
    for (Ratio r : o.ratios()) {
      boolean baseline = r.family().baseline();
      Map<String, Object> row = new LinkedHashMap<>();
      row.put(baseline ? "baseline" : "control", r.family().id);
      row.put("objective", r.objective());
      row.put("timeToObjectiveRatio", r.value());
      row.put("interval", r.value().isEmpty() ? List.of() : List.of(r.low(), r.high()));
      row.put("bound", r.bound());
      (baseline ? rows : controls).add(row);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", rows);
    json.put("paperConfig", paper(o, PaperConfig.FAST_NAME));
    json.put("paperConfigPlainSolver", paper(o, PaperConfig.PLAIN_NAME));
    json.put("controls", controls);
    json.put("adamwStep", steps(o));
    json.put("stepRanges", stepRanges(o));
    json.put("minimum", o.goal().minimum());
    json.put("objectives", Arrays.stream(o.goal().objectives()).boxed().toList());
    return json;
  }

  private static List<Map<String, Object>> paper(Outcome o, String solver) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (PaperConfig.Row r : o.paper()) {
      if (r.solver().equals(solver)) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("batch", r.batch());
        row.put("epochRatio", r.epochRatio());
        row.put("accuracy", r.accuracy());
        row.put("productsPerStep", r.products());
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<Map<String, Object>> stepRanges(Outcome o) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (StepRange r : o.ranges()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("method", r.config().family().id);
      row.put("tuned", r.config().step());
      row.put("range", r.reached() ? Arrays.stream(r.range()).boxed().toList() : List.<Double>of());
      row.put("factor", r.reached() ? r.range()[1] / r.range()[0] : Double.NaN);
      row.put("products", r.best());
      rows.add(row);
    }
    return rows;
  }

  private static List<Map<String, Object>> steps(Outcome o) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (StepParts.Row r : o.parts()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("batch", r.batch());
      row.put("stepOverParts", r.ratio());
      row.put("stepMicros", r.step());
      row.put("gatherMicros", r.gather());
      row.put("productsMicros", r.products());
      row.put("elementwiseMicros", r.elementwise());
      row.put("forwardGflops", r.forwardRate());
      row.put("backwardGflops", r.backwardRate());
      rows.add(row);
    }
    return rows;
  }
}
