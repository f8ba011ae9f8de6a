package org.ironopt.table.internal;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ironopt.data.TableSchema;
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
      return decisions.note(
          new TableDecision.ManyValues(column.name, column.different(), column.seen));
    }
    if (!asked && ColumnDecisions.tellsRowsApart(column)) {
      return decisions.note(new TableDecision.Unique(column.name, column.sign(), false));
    }
    List<String> all = column.categories();
    if (all.size() == 1 && !indicator && !own) {
      return decisions.note(new TableDecision.Constant(column.name, "'" + all.get(0) + "'"));
    }
    List<String> kept = all.size() > most ? frequent(all) : all;
    if (kept.isEmpty() || column.cut) {
      return infrequent(asked);
    }
    decisions.remarkOnId(column);
    return Optional.of(categories(all, kept));
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
    if (!asked) {
      return decisions.note(
          new TableDecision.AllInfrequent(
              column.name, column.different(), column.seen, ColumnDecisions.FEWEST_ROWS));
    }
    String wrong =
        format(
            "%s has %s categories in %s rows, none of them in %s rows; leave it out with %s, or"
                + " raise --max-categories",
            column.place(),
            column.different(),
            column.seen,
            ColumnDecisions.FEWEST_ROWS,
            column.flag("--ignore"));
    return decisions.refuse(new Problem(1, wrong));
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
      long rows = column.seen + column.missing;
      decisions.note(new TableDecision.MissingCategory(column.name, column.missing, rows, MISSING));
    } else {
      decisions.noteMissing(column, indicator, TableDecision.Fill.MOST_FREQUENT, usual);
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
    Set<String> alone = Set.copyOf(kept);
    boolean few =
        all.stream()
            .filter(c -> !alone.contains(c))
            .allMatch(c -> column.count(c) < ColumnDecisions.FEWEST_ROWS);
    decisions.note(
        new TableDecision.Infrequent(
            column.name,
            all.size(),
            column.seen,
            kept.size(),
            most,
            few ? ColumnDecisions.FEWEST_ROWS : 0,
            REST));
  }

  private void noteAll(List<String> all) {
    decisions.note(new TableDecision.Categories(column.name, all.size(), all.getFirst()));
    if (column.seen >= ColumnDecisions.FEWEST_ROWS && 5L * all.size() > column.seen) {
      decisions.note(new TableDecision.FewRows(column.name, all.size(), column.seen));
    }
  }
}
