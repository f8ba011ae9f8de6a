package org.ironopt.lab.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ironopt.data.MalformedData;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.lab.table.ColumnProfile.Kind;

/** The first pass over a table: what its columns are. */
final class Profile {
  private final TableFile file;
  private final Format format;
  private final Roles roles;
  private final Missing missing;
  private final int target;
  private final int weight;
  private final List<ColumnProfile> columns = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final ColumnProfile targetColumn;
  private long rows;
  private long dropped;

  Profile(TableFile file, Format format, Roles roles, Missing missing) throws MalformedData {
    this.file = file;
    this.format = format;
    this.roles = roles;
    this.missing = missing;
    target = format.position(file, "the target", roles.target());
    weight = roles.weight().isEmpty() ? -1 : format.position(file, "the weight", roles.weight());
    Kind[] kinds = kinds();
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i] != null && i != target && i != weight) {
        columns.add(
            new ColumnProfile(format.names().get(i), i, kinds[i], roles.mostCategories(), false));
      }
    }
    if (weight == target) {
      throw file.error(1, "one column is both the target and the weight, expected two");
    }
    if (columns.isEmpty()) {
      String hint = format.names().size() == 1 ? "; if there are more, give --delimiter" : "";
      throw file.error(1, "no column is left beside the target, expected one or more" + hint);
    }
    Kind kind = kinds[target] == null ? Kind.DETECT : kinds[target];
    targetColumn =
        new ColumnProfile(format.names().get(target), target, kind, roles.mostCategories(), true);
  }

  /** Returns how each column is to be read, null if not at all. */
  private Kind[] kinds() throws MalformedData {
    Kind[] kinds = new Kind[format.names().size()];
    Arrays.fill(kinds, Kind.DETECT);
    set(kinds, roles.numeric(), "--numeric", Kind.NUMERIC);
    set(kinds, roles.categorical(), "--categorical", Kind.CATEGORICAL);
    set(kinds, roles.ignored(), "--ignore", null);
    return kinds;
  }

  private void set(Kind[] kinds, Set<String> names, String option, Kind kind) throws MalformedData {
    for (String name : names) {
      kinds[format.position(file, option, name)] = kind;
    }
  }

  TableSchema read(TextLayout layout) throws IOException {
    try (Rows table = new Rows(file, layout, format.delimiter())) {
      if (format.header()) {
        table.next();
      }
      for (TableRow row = table.next(); row != null; row = table.next()) {
        if (missing == Missing.DROP && gap(row)) {
          dropped++;
        } else {
          see(row, table);
        }
      }
    }
    if (rows == 0) {
      String seen = dropped > 0 ? "every row has a missing value" : "a header and no rows";
      throw file.error(1, seen + ", expected rows of data");
    }
    targetColumn.finish(file);
    List<TableSchema.Column> used = new ArrayList<>();
    for (ColumnProfile column : columns) {
      column.finish(file);
      use(column, used);
    }
    if (used.isEmpty()) {
      throw file.error(1, "no column has two different values, expected one that does");
    }
    if (dropped > 0) {
      notes.add(dropped + " rows with a missing value left out, " + rows + " kept");
    }
    List<String> classes = targetColumn.numeric() ? List.of() : targetColumn.categories();
    if (classes.size() == 1) {
      throw file.error(
          1,
          "the target, column %s '%s', is '%s' in every row, expected two classes or more",
          target + 1,
          targetColumn.name,
          classes.get(0));
    }
    TableSchema.Target what = new TableSchema.Target(targetColumn.name, target, classes);
    TableSchema schema =
        new TableSchema(format.header(), format.names().size(), what, used, missing);
    Set<String> names = new HashSet<>();
    for (String name : schema.features()) {
      if (!names.add(name)) {
        throw file.error(1, "two features are called '" + name + "'; rename one of their columns");
      }
    }
    return schema;
  }

  private void see(TableRow row, Rows table) throws MalformedData {
    rows++;
    if (row.missing(target)) {
      throw table.error(
          "the target, column %s '%s', is missing; leave such rows out with --missing drop",
          target + 1, targetColumn.name);
    }
    targetColumn.see(row, table);
    for (ColumnProfile column : columns) {
      if (missing == Missing.ERROR && row.missing(column.position)) {
        throw table.error(
            "column %s '%s' is missing ('%s'); fill it with --missing fill or leave such rows out"
                + " with --missing drop",
            column.position + 1, column.name, row.shown(column.position));
      }
      column.see(row, table);
    }
  }

  private boolean gap(TableRow row) {
    boolean gap = row.missing(target) || weight >= 0 && row.missing(weight);
    for (ColumnProfile column : columns) {
      gap |= row.missing(column.position);
    }
    return gap;
  }

  private void use(ColumnProfile column, List<TableSchema.Column> used) {
    boolean indicator = missing == Missing.INDICATOR && column.missing() > 0;
    if (column.empty()) {
      notes.add("column '" + column.name + "' has no values: left out");
    } else if (column.numeric()) {
      used.add(new TableSchema.Numeric(column.name, column.position, column.mean(), indicator));
    } else {
      List<String> categories = column.categories();
      if (categories.size() == 1 && !indicator) {
        notes.add("column '" + column.name + "' is always '" + categories.get(0) + "': left out");
        return;
      }
      used.add(
          new TableSchema.Categorical(
              column.name, column.position, categories, column.usual(), indicator));
      notes.add(
          String.format(
              Locale.ROOT,
              "column '%s' has %s categories: one feature each but for the first, '%s'",
              column.name,
              categories.size(),
              categories.get(0)));
    }
    if (column.missing() > 0 && !column.empty()) {
      String fill =
          column.numeric()
              ? "the mean " + String.format(java.util.Locale.ROOT, "%.6g", column.mean())
              : "the most frequent, '" + column.usual() + "'";
      notes.add(
          String.format(
              Locale.ROOT,
              "column '%s' has %s%s: filled with %s%s",
              column.name,
              column.missing(),
              column.missing() == 1 ? " missing value" : " missing values",
              fill,
              indicator
                  ? ", and marked by a feature of their own"
                  : " (or choose --missing indicator, drop or error)"));
    }
  }

  long rows() {
    return rows;
  }

  /** Returns how many features of all rows are not zero. */
  long stored() {
    return columns.stream()
        .filter(c -> !c.empty())
        .mapToLong(c -> c.stored(missing == Missing.INDICATOR))
        .sum();
  }

  int weight() {
    return weight;
  }

  List<String> notes() {
    return notes;
  }
}
