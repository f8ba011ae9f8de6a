package org.ironopt.cli.render.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;

/**
 * What a law says of a quadratic for a list of steps, as a table and as JSON. A value that does not
 * apply is empty, a dash in the table.
 *
 * @param rows the answers
 * @param columns of the table
 * @param asked members of the JSON object that this law alone has
 * @param notes what the numbers say, in sentences
 * @param <R> the answer for a step
 */
public record LawReport<R extends Record>(
    Setting setting,
    List<R> rows,
    ColumnLayout<R> columns,
    Map<String, Object> asked,
    List<String> notes) {

  /** The question. Eigenvalues ascend. */
  public record Setting(
      Scheme scheme, NoiseSource noise, double[] eigenvalues, double mu, double gamma, double rho) {

    boolean iron() {
      return scheme == Scheme.IRON;
    }

    boolean center() {
      return noise == NoiseSource.CENTER;
    }

    /** Returns what options and reports call the noise. */
    public String noiseModel() {
      return noise.name().toLowerCase(Locale.ROOT);
    }

    /** Returns what options and reports call the scheme. */
    public String method() {
      return name(scheme);
    }
  }

  /** Returns what options and reports call a scheme. */
  public static String name(Scheme scheme) {
    return switch (scheme) {
      case IRON -> "iron";
      case NAG_GS -> "nag-gs";
      case EXPLICIT_EULER -> "explicit-euler";
    };
  }

  /** Returns the object that programs get. */
  public Map<String, Object> json() {
    Map<String, Object> members = JsonFields.of("rows", rows);
    members.putAll(asked);
    members.put("noiseModel", setting.noiseModel());
    members.put("mu", setting.mu);
    members.put("gamma", setting.gamma);
    members.put("rho", setting.rho);
    members.put("notes", notes);
    return members;
  }

  /** Returns the table, unless quiet between a head and further lines. */
  public List<String> lines(boolean quiet, String head, List<String> below) {
    List<String> table = columns.lines(rows);
    if (quiet) {
      return table;
    }
    List<String> lines = new ArrayList<>(List.of(head, ""));
    lines.addAll(table);
    if (!below.isEmpty()) {
      lines.add("");
      lines.addAll(below);
    }
    return lines;
  }
}
