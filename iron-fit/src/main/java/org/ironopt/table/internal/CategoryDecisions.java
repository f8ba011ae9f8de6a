package org.ironopt.table.internal;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ironopt.data.TableSchema;
import org.ironopt.io.internal.Numbers;
import org.ironopt.table.TableDecision;
import org.ironopt.table.internal.ColumnProfile.Kind;
import org.ironopt.table.internal.ColumnProfile.Problem;

/**
 * What a column of words becomes: one category for each, of which infrequent ones are pooled if
 * there are many.
 */
final class CategoryDecisions {
  /** The category of those that were pooled. */
  static final String REST = "(other)";

  /** The category of missing values, where there are many. */
  static final String MISSING = "(missing)";

  private final ColumnDecisions decisions;
  private final ColumnProfile column;
  private final int most;

  /** Whether missing values are a category. */
  private final boolean own;

  /** Whether a further feature marks them. */
  private final boolean indicator;

  CategoryDecisions(ColumnDecisions decisions, ColumnProfile column, int most) {
    this.decisions = decisions;
    this.column = column;
    this.most = most;
    own = decisions.mostlyMissing(column);
    indicator = decisions.marked(column);
  }

  /** Returns the column; empty if it is left out or cannot be used. */
  Optional<TableSchema.Column> column() {
    boolean asked = column.asked == Kind.CATEGORICAL;
    if (!asked && column.mostlyDifferent()) {
      String why = " different values in " + column.seen + " rows, as an id has";
      return leftOut("has " + column.different() + why);
    }
    if (!asked && ColumnDecisions.tellsRowsApart(column)) {
      return leftOut(ColumnDecisions.ownValues(column));
    }
    List<String> all = column.categories();
    if (all.size() == 1 && !indicator && !own) {
      return decisions.constant(column, "'" + all.get(0) + "'");
    }
    List<String> kept = all.size() > most ? frequent(all) : all;
    if (kept.isEmpty() || column.cut) {
      return infrequent(asked);
    }
    decisions.remarkOnId(column);
    return Optional.of(categories(all, kept));
  }

  private <T> Optional<T> leftOut(String why) {
    return decisions.leftOut(TableDecision.Kind.ID, column, why, "--categorical");
  }

  /** Returns the most frequent ones of enough rows, in their order; of equal counts the first. */
  private List<String> frequent(List<String> all) {
    Set<String> chosen =
        all.stream()
            .filter(c -> column.count(c) >= ColumnDecisions.FEWEST_ROWS && !c.equals(REST))
            .sorted(Comparator.comparing(column::count, Comparator.reverseOrder()))
            .limit(most)
            .collect(Collectors.toSet());
    return all.stream().filter(chosen::contains).toList();
  }

  private <T> Optional<T> infrequent(boolean asked) {
    String many =
        format(
            "has %s categories in %s rows, none of them in %s rows",
            column.different(), column.seen, ColumnDecisions.FEWEST_ROWS);
    return asked
        ? decisions.refuse(
            new Problem(
                1,
                format(
                    "%s %s; leave it out with %s, or raise --max-categories",
                    column.place(), many, column.flag("--ignore"))))
        : note(
            TableDecision.Kind.ID,
            "%s%s: left out (%s with a larger --max-categories uses it)",
            ColumnDecisions.is(column),
            many,
            column.flag("--categorical"));
  }

  private <T> Optional<T> note(TableDecision.Kind kind, String form, Object... values) {
    return decisions.note(kind, column, form, values);
  }

  private TableSchema.Column categories(List<String> all, List<String> kept) {
    List<String> categories = new ArrayList<>(kept);
    long rest = column.seen;
    String usual = kept.getFirst();
    for (String category : kept) {
      rest -= column.count(category);
      usual = column.count(category) > column.count(usual) ? category : usual;
    }
    boolean pooled = kept.size() < all.size();
    if (pooled) {
      categories.addFirst(REST);
      usual = rest > column.count(usual) ? REST : usual;
      notePooled(all, kept);
    } else if (all.size() > 1) {
      noteAll(all);
    }
    long first = pooled ? rest : column.count(kept.getFirst());
    if (own) {
      categories.remove(MISSING);
      categories.add(MISSING);
      usual = MISSING;
      note(
          TableDecision.Kind.MISSING_CATEGORY,
          "%shas %s in %s rows: they are a category, '%s' (--missing fill takes the most frequent"
              + " one instead)",
          ColumnDecisions.is(column),
          Numbers.count(column.missing, "missing value"),
          column.seen + column.missing,
          MISSING);
    } else {
      decisions.noteMissing(column, indicator, "the most frequent, '" + usual + "'");
    }
    decisions.stored += indicator ? column.missing : 0;
    decisions.stored += column.seen - first;
    decisions.stored += usual.equals(categories.getFirst()) ? 0 : column.missing;
    return new TableSchema.Categorical(
        column.name,
        column.position,
        categories,
        usual,
        pooled ? Optional.of(REST) : Optional.empty(),
        indicator);
  }

  private void notePooled(List<String> all, List<String> kept) {
    int pooled = all.size() - kept.size();
    Set<String> alone = Set.copyOf(kept);
    boolean few =
        all.stream()
            .filter(c -> !alone.contains(c))
            .allMatch(c -> column.count(c) < ColumnDecisions.FEWEST_ROWS);
    if (few) {
      note(
          TableDecision.Kind.INFREQUENT,
          "%shas %s categories in %s rows, more than %s: %s of them with fewer than %s rows each"
              + " are one, '%s', and %s are kept (--max-categories changes the limit)",
          ColumnDecisions.is(column),
          all.size(),
          column.seen,
          most,
          pooled,
          ColumnDecisions.FEWEST_ROWS,
          REST,
          kept.size());
      return;
    }
    note(
        TableDecision.Kind.INFREQUENT,
        "%shas %s categories in %s rows: the %s most frequent are kept, the other %s are one, '%s'"
            + " (--max-categories changes the limit)",
        ColumnDecisions.is(column),
        all.size(),
        column.seen,
        kept.size(),
        pooled,
        REST);
  }

  private void noteAll(List<String> all) {
    String ignore = column.flag("--ignore");
    note(
        TableDecision.Kind.CATEGORIES,
        "%shas %s categories: one feature each but for the first, '%s' (%s leaves it out)",
        ColumnDecisions.is(column),
        all.size(),
        all.getFirst(),
        ignore);
    if (column.seen >= ColumnDecisions.FEWEST_ROWS && 5L * all.size() > column.seen) {
      note(
          TableDecision.Kind.FEW_ROWS,
          "%shas %s categories in %s rows, fewer than 5 rows each: a fit can learn its rows by"
              + " heart (%s leaves it out)",
          ColumnDecisions.is(column),
          all.size(),
          column.seen,
          ignore);
    }
  }
}
