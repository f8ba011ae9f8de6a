package org.ironopt.table.internal;

import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.linalg.Parallel;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableData.RowFilter;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TextLayout;
import org.ironopt.table.internal.ColumnProfile.Problem;

/**
 * The first pass over a table: what its columns are. One of a part of the rows may travel to be
 * added to that of the rows before; only what was seen travels.
 */
final class TableProfile implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** Groups of columns that cores share. */
  private static final int TASKS = 32;

  private static final List<ColumnProfile> NONE = List.of();

  private final transient TableFile file;
  private final transient TableDialect format;
  private final transient ColumnRoles roles;
  private final transient MissingRule missing;
  private final int target;
  private final int weight;
  private final ArrayList<ColumnProfile> columns = new ArrayList<>();
  private final ColumnProfile targetColumn;
  private transient ColumnDecisions decisions;
  private long rows;
  private long dropped;
  private long withoutTarget;

  TableProfile(TableFile file, TableDialect format, ColumnRoles roles, MissingRule missing)
      throws MalformedDataException {
    this.file = file;
    this.format = format;
    this.roles = roles;
    this.missing = missing;
    target = format.position(file, "the target", roles.target());
    weight = format.weight(file, roles);
    // How each column is to be read, null if not at all.
    ColumnProfile.Kind[] kinds = new ColumnProfile.Kind[format.names().size()];
    DatePattern[] dates = new DatePattern[kinds.length];
    Arrays.fill(kinds, ColumnProfile.Kind.DETECT);
    if (roles.dates().containsKey("")) {
      Arrays.fill(dates, form(roles.dates().get("")));
    }
    for (Map.Entry<String, String> date : roles.dates().entrySet()) {
      if (!date.getKey().isEmpty()) {
        int i = format.position(file, "--date-format", date.getKey());
        dates[i] = form(date.getValue());
        kinds[i] = ColumnProfile.Kind.DATE;
      }
    }
    set(kinds, roles.numeric(), "--numeric", ColumnProfile.Kind.NUMERIC);
    set(kinds, roles.categorical(), "--categorical", ColumnProfile.Kind.CATEGORICAL);
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
        profile(
            target,
            kinds[target] == null ? ColumnProfile.Kind.DETECT : kinds[target],
            dates[target]);
  }

  private ColumnProfile profile(int i, ColumnProfile.Kind kind, DatePattern date) {
    return new ColumnProfile(
        format.names().get(i), i, kind, Optional.ofNullable(date), format.unnamed().contains(i));
  }

  private static DatePattern form(String pattern) {
    try {
      if (pattern.matches(".*[uyHh].*")) {
        return new DatePattern(pattern);
      }
    } catch (IllegalArgumentException noPattern) {
      // Said below.
    }
    throw new InputError(
        "--date-format is '" + pattern + "', expected a pattern such as dd/MM/yyyy or HH:mm");
  }

  private void set(
      ColumnProfile.Kind[] kinds, Set<String> names, String option, ColumnProfile.Kind kind)
      throws MalformedDataException {
    for (String name : names) {
      kinds[format.position(file, option, name)] = kind;
    }
  }

  TableSchema read(TextLayout layout) throws IOException {
    try (TableRows text = format.rows(file, layout)) {
      for (List<RowBlock> blocks = text.next(); !blocks.isEmpty(); blocks = text.next()) {
        see(blocks);
      }
    }
    return decide(layout);
  }

  /** Sees rows; a task takes some columns, each of which sees all rows in their order. */
  private void see(List<RowBlock> blocks) throws MalformedDataException {
    TableRow row = new TableRow();
    int before = 0;
    BitSet used = new BitSet();
    for (RowBlock block : blocks) {
      for (int r = 0; r < block.rows; r++) {
        used.set(before + r, counts(row.at(block, r)));
      }
      before += block.rows;
    }
    int tasks = Math.min(columns.size() + 1, TASKS);
    Parallel.forEach(
        tasks,
        t -> {
          TableRow here = new TableRow();
          int from = t * (columns.size() + 1) / tasks;
          int to = (t + 1) * (columns.size() + 1) / tasks;
          int first = 0;
          for (RowBlock block : blocks) {
            for (int r = 0; r < block.rows; r++) {
              if (used.get(first + r)) {
                here.at(block, r);
                for (int c = from; c < to; c++) {
                  (c == columns.size() ? targetColumn : columns.get(c)).see(here);
                }
              }
            }
            first += block.rows;
          }
        });
  }

  /** Adds what was seen of later rows. */
  void add(TableProfile later) {
    rows += later.rows;
    dropped += later.dropped;
    withoutTarget += later.withoutTarget;
    targetColumn.add(later.targetColumn);
    for (int c = 0; c < columns.size(); c++) {
      columns.get(c).add(later.columns.get(c));
    }
  }

  TableSchema decide(TextLayout layout) throws MalformedDataException {
    if (rows == 0) {
      throw file.error(noRows());
    }
    decisions = new ColumnDecisions(layout.decimal(), decimal(layout), roles, missing);
    format.decide(layout, decisions.list);
    decideRows();
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
    TableSchema schema =
        new TableSchema(
            format.header(),
            format.names().size(),
            what,
            used,
            missing.later(),
            decisions.list.stream().map(TableDecision::sentence).toList());
    Set<String> names = new HashSet<>();
    for (String name : schema.features()) {
      if (!names.add(name)) {
        throw file.error("two features are called '%s'; rename one of their columns", name);
      }
    }
    return schema;
  }

  /** Says how many rows are left out, and which columns cost them. */
  private void decideRows() {
    if (withoutTarget > 0) {
      decisions.list.add(new TableDecision.NoTarget(targetColumn.name, withoutTarget, rows, true));
    }
    if (dropped > 0) {
      decisions.list.add(dropped());
    }
  }

  /** Returns the columns whose missing values cost rows, most of them first. */
  private Stream<ColumnProfile> costly() {
    return columns.stream()
        .filter(column -> column.dropped > 0)
        .sorted(Comparator.comparingLong((ColumnProfile column) -> column.dropped).reversed());
  }

  private TableDecision.Dropped dropped() {
    SequencedMap<String, Long> most = new LinkedHashMap<>();
    costly().limit(3).forEach(column -> most.put(column.name, column.dropped));
    return new TableDecision.Dropped(dropped, rows, most);
  }

  private String noRows() {
    if (dropped > 0) {
      return Numbers.format(
          "all %s rows%s have a missing value, most of them in %s; leave such columns out with"
              + " --ignore, or use --missing fill",
          dropped, withoutTarget > 0 ? " with a target" : "", dropped().listed());
    }
    return withoutTarget > 0
        ? Numbers.format(
            "the target, %s, is missing in all %s rows, expected values",
            targetColumn.place(), withoutTarget)
        : "a header and no rows, expected rows of data";
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

  private void refuse(List<Problem> problems) throws MalformedDataException {
    if (!problems.isEmpty()) {
      StringBuilder text = new StringBuilder(problems.getFirst().text());
      for (Problem problem : problems.subList(1, problems.size())) {
        text.append("; also in line ").append(problem.line()).append(": ").append(problem.text());
      }
      throw file.error(problems.getFirst().line(), text.toString());
    }
  }

  private String nothingLeft() {
    List<TableDecision> why =
        decisions.list.stream().filter(TableDecision.LeftOut.class::isInstance).toList();
    return why.stream()
            .allMatch(d -> d instanceof TableDecision.Constant || d instanceof TableDecision.Empty)
        ? "no column has two different values, expected one that does"
        : "no column is left to learn from: "
            + why.stream().map(TableDecision::sentence).collect(Collectors.joining("; "));
  }

  /** Sees a row, and says whether it counts. */
  boolean see(TableRow row) throws MalformedDataException {
    if (!counts(row)) {
      return false;
    }
    targetColumn.see(row);
    columns.forEach(column -> column.see(row));
    return true;
  }

  private boolean counts(TableRow row) throws MalformedDataException {
    if (row.missing(target)) {
      if (missing == MissingRule.ERROR) {
        throw file.error(
            row.line(),
            "the target, %s, is missing; leave such rows out with --missing fill",
            targetColumn.place());
      }
      withoutTarget++;
      return false;
    }
    if (missing == MissingRule.DROP && gap(row)) {
      dropped++;
      return false;
    }
    rows++;
    for (ColumnProfile column : missing == MissingRule.ERROR ? columns : NONE) {
      if (row.missing(column.position)) {
        throw file.error(
            row.line(),
            "%s is missing ('%s'); fill it with --missing fill or leave such rows out with"
                + " --missing drop",
            column.place(),
            row.shown(column.position));
      }
    }
    return true;
  }

  int target() {
    return target;
  }

  private boolean gap(TableRow row) {
    boolean gap = weight >= 0 && row.missing(weight);
    for (ColumnProfile column : columns) {
      if (row.missing(column.position)) {
        column.dropped++;
        gap = true;
      }
    }
    return gap;
  }

  long rows() {
    return rows;
  }

  List<TableDecision> decisions() {
    return decisions.list;
  }

  /** Returns how many rows are used; which ones is seen when they are encoded. */
  RowFilter used() {
    return new RowFilter(rows, withoutTarget, dropped, new BitSet());
  }

  /** Returns whether so many features are dense: more than a tenth of them are not zero. */
  boolean dense(int features) {
    return decisions.stored > (double) rows * features / FeatureBuilder.DENSE_ABOVE;
  }

  /** Returns room for the features of all rows. */
  FeatureBuilder room(int features) {
    return FeatureBuilder.of(dense(features), features, rows, decisions.stored);
  }

  /** Returns where the columns of the schema stand. */
  Encoder.Places places(TableSchema schema) {
    int[] used = schema.columns().stream().mapToInt(TableSchema.Column::position).toArray();
    return new Encoder.Places(used, target, weight, decisions.plain());
  }
}
