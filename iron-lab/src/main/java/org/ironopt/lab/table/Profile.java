package org.ironopt.lab.table;

import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ironopt.data.MalformedData;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.lab.InputError;
import org.ironopt.lab.table.ColumnProfile.Kind;
import org.ironopt.lab.table.ColumnProfile.Problem;

/**
 * The first pass over a table: what its columns are. One of a part of the rows may travel to be
 * added to that of the rows before; only what was seen travels.
 */
final class Profile implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final transient TableFile file;
  private final transient Format format;
  private final transient Roles roles;
  private final transient Missing missing;
  private final int target;
  private final int weight;
  private final ArrayList<ColumnProfile> columns = new ArrayList<>();
  private final ColumnProfile targetColumn;
  private transient Decisions decisions;
  private long rows;
  private long dropped;

  Profile(TableFile file, Format format, Roles roles, Missing missing) throws MalformedData {
    this.file = file;
    this.format = format;
    this.roles = roles;
    this.missing = missing;
    target = format.position(file, "the target", roles.target());
    weight = format.weight(file, roles);
    // How each column is to be read, null if not at all.
    Kind[] kinds = new Kind[format.names().size()];
    DateForm[] dates = new DateForm[kinds.length];
    Arrays.fill(kinds, Kind.DETECT);
    if (roles.dates().containsKey("")) {
      Arrays.fill(dates, form(roles.dates().get("")));
    }
    for (Map.Entry<String, String> date : roles.dates().entrySet()) {
      if (!date.getKey().isEmpty()) {
        int i = format.position(file, "--date-format", date.getKey());
        dates[i] = form(date.getValue());
        kinds[i] = Kind.DATE;
      }
    }
    set(kinds, roles.numeric(), "--numeric", Kind.NUMERIC);
    set(kinds, roles.categorical(), "--categorical", Kind.CATEGORICAL);
    set(kinds, roles.ignored(), "--ignore", null);
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i] != null && i != target && i != weight) {
        columns.add(profile(i, kinds[i], dates[i]));
      }
    }
    if (weight == target) {
      throw file.error("one column is both the target and the weight, expected two");
    }
    if (columns.isEmpty()) {
      String hint = format.names().size() == 1 ? "; if there are more, give --delimiter" : "";
      throw file.error("no column is left beside the target, expected one or more" + hint);
    }
    targetColumn =
        profile(target, kinds[target] == null ? Kind.DETECT : kinds[target], dates[target]);
  }

  private ColumnProfile profile(int i, Kind kind, DateForm date) {
    return new ColumnProfile(
        format.names().get(i), i, kind, Optional.ofNullable(date), format.unnamed().contains(i));
  }

  private static DateForm form(String pattern) {
    try {
      if (pattern.matches(".*[uyHh].*")) {
        return new DateForm(pattern);
      }
    } catch (IllegalArgumentException noPattern) {
      // Said below.
    }
    throw new InputError(
        "--date-format is '" + pattern + "', expected a pattern such as dd/MM/yyyy or HH:mm");
  }

  private void set(Kind[] kinds, Set<String> names, String option, Kind kind) throws MalformedData {
    for (String name : names) {
      kinds[format.position(file, option, name)] = kind;
    }
  }

  TableSchema read(TextLayout layout) throws IOException {
    format.each(file, layout, this::see);
    return decide(layout);
  }

  /** Adds what was seen of later rows. */
  void add(Profile later) {
    rows += later.rows;
    dropped += later.dropped;
    targetColumn.add(later.targetColumn);
    for (int c = 0; c < columns.size(); c++) {
      columns.get(c).add(later.columns.get(c));
    }
  }

  TableSchema decide(TextLayout layout) throws MalformedData {
    if (rows == 0) {
      String seen = dropped > 0 ? "every row has a missing value" : "a header and no rows";
      throw file.error(seen + ", expected rows of data");
    }
    decisions = new Decisions(layout.decimal(), decimal(layout), roles.mostCategories(), missing);
    if (layout.header() == TextLayout.Header.DETECT) {
      decisions.notes.add(format.note());
    }
    TableSchema.Target what = decisions.target(targetColumn, rows);
    List<TableSchema.Column> used = new ArrayList<>();
    columns.forEach(column -> decisions.column(column).ifPresent(used::add));
    refuse(decisions.problems);
    if (what.classes().size() == 1) {
      throw file.error(
          "the target, column %s '%s', is '%s' in every row, expected two classes or more",
          target + 1, targetColumn.name, what.classes().get(0));
    }
    if (used.isEmpty()) {
      throw file.error(nothingLeft());
    }
    if (dropped > 0) {
      decisions.notes.add(dropped + " rows with a missing value left out, " + rows + " kept");
    }
    TableSchema schema =
        new TableSchema(
            format.header(),
            format.names().size(),
            what,
            used,
            missing,
            decisions.notes.stream().map(TableFile::oneLine).toList());
    Set<String> names = new HashSet<>();
    for (String name : schema.features()) {
      if (!names.add(name)) {
        throw file.error("two features are called '%s'; rename one of their columns", name);
      }
    }
    return schema;
  }

  /** Returns the decimal point that those columns agree on which leave no doubt, or 0. */
  private char decimal(TextLayout layout) {
    List<Character> seen =
        Stream.concat(columns.stream(), Stream.of(targetColumn))
            .map(column -> column.numbers.decimal())
            .filter(point -> point != 0)
            .distinct()
            .toList();
    return layout.decimal() != 0 ? layout.decimal() : seen.size() == 1 ? seen.getFirst() : 0;
  }

  private void refuse(List<Problem> problems) throws MalformedData {
    if (!problems.isEmpty()) {
      StringBuilder text = new StringBuilder(problems.getFirst().text());
      for (Problem problem : problems.subList(1, problems.size())) {
        text.append("; also in line ").append(problem.line()).append(": ").append(problem.text());
      }
      throw file.error(problems.getFirst().line(), text.toString());
    }
  }

  private String nothingLeft() {
    List<String> why = decisions.notes.stream().filter(n -> n.contains(": left out")).toList();
    boolean constant =
        why.stream().allMatch(n -> n.contains(" is always ") || n.contains(" has no values"));
    return constant
        ? "no column has two different values, expected one that does"
        : "no column is left to learn from: " + String.join("; ", why);
  }

  /** Sees a row, and says whether it counts. */
  boolean see(TableRow row) throws MalformedData {
    if (missing == Missing.DROP && gap(row)) {
      dropped++;
      return false;
    }
    rows++;
    if (row.missing(target)) {
      throw file.error(
          row.line(),
          "the target, %s, is missing; leave such rows out with --missing drop",
          targetColumn.place());
    }
    targetColumn.see(row);
    for (ColumnProfile column : columns) {
      if (missing == Missing.ERROR && row.missing(column.position)) {
        throw file.error(
            row.line(),
            "%s is missing ('%s'); fill it with --missing fill or leave such rows out with"
                + " --missing drop",
            column.place(),
            row.shown(column.position));
      }
      column.see(row);
    }
    return true;
  }

  int target() {
    return target;
  }

  private boolean gap(TableRow row) {
    boolean gap = row.missing(target) || weight >= 0 && row.missing(weight);
    for (ColumnProfile column : columns) {
      gap |= row.missing(column.position);
    }
    return gap;
  }

  long rows() {
    return rows;
  }

  /** Returns whether so many features are dense: more than a tenth of them are not zero. */
  boolean dense(int features) {
    return decisions.stored > (double) rows * features / FeatureRows.DENSE_ABOVE;
  }

  /** Returns room for the features of all rows. */
  FeatureRows room(int features) {
    return FeatureRows.of(dense(features), features, rows, decisions.stored);
  }

  /** Returns where the columns of the schema stand. */
  Encoder.Places places(TableSchema schema) {
    int[] used = schema.columns().stream().mapToInt(TableSchema.Column::position).toArray();
    return new Encoder.Places(used, target, weight, decisions.plain());
  }
}
