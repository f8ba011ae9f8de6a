package org.ironopt.lab.statistics;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.io.internal.Numbers;

/**
 * What a chapter measured and what theory says of it, by name: single values and tables of named
 * columns. Claims, figures and pages are made from these names alone. {@code table.column} is a
 * column, a plain name a single value; {@code _low}, {@code _high} and {@code _standard_error}
 * behind the name of a mean are the parts of its interval. A value that this run does not have is
 * absent, with the reason.
 */
public final class ResultTables {
  private static final Pattern HOLE =
      Pattern.compile("\\{([a-z][a-z0-9_-]*(?:\\.[a-z0-9_-]+)?)(?::(\\d+))?\\}");
  private static final List<String> SUFFIXES = List.of("_low", "_high", "_standard_error");
  private static final String ONLY = "value";
  private static final String LABEL = "label";
  private static final String PART = "part";
  private static final int DIGITS = 6;
  private static final double COVERAGE = 0.95;

  private final Map<String, Rows<?>> tables;
  private final Map<String, String> absent;
  private final Map<String, String> texts;

  /** The row that a claim, a panel or a line of a table is about; {@code ""} for none. */
  private final String table;

  private final int row;

  public ResultTables() {
    this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), "", 0);
  }

  private ResultTables(
      Map<String, Rows<?>> tables,
      Map<String, String> absent,
      Map<String, String> texts,
      String table,
      int row) {
    this.tables = tables;
    this.absent = absent;
    this.texts = texts;
    this.table = table;
    this.row = row;
  }

  /**
   * A column of means; those of exact numbers have no error.
   *
   * @param means the numbers
   * @param errors their standard errors
   * @param low lower ends of the 95 % intervals
   * @param high upper ends
   * @param freedoms degrees of freedom of the errors
   */
  public record Column(
      double[] means, double[] errors, double[] low, double[] high, double[] freedoms) {
    /** Returns a column of exact numbers. */
    public static Column exact(double... numbers) {
      double[] none = new double[numbers.length];
      return new Column(numbers, none, numbers, numbers, none);
    }

    /** Returns a column of means. */
    public static Column of(List<ConfidenceInterval> means) {
      return new Column(
          means.stream().mapToDouble(ConfidenceInterval::mean).toArray(),
          means.stream().mapToDouble(ConfidenceInterval::standardError).toArray(),
          means.stream().mapToDouble(ConfidenceInterval::low).toArray(),
          means.stream().mapToDouble(ConfidenceInterval::high).toArray(),
          means.stream().mapToDouble(mean -> mean.count() - 1).toArray());
    }

    public int size() {
      return means.length;
    }

    /** Returns one mean with its interval. */
    public ConfidenceInterval interval(int i) {
      return new ConfidenceInterval(means[i], errors[i], low[i], high[i], (int) freedoms[i] + 1);
    }

    private String text(int digits) {
      return Arrays.stream(means)
          .mapToObj(number -> Numbers.text(number, digits))
          .collect(Collectors.joining(", "));
    }

    private Column row(int i) {
      return new Column(at(means, i), at(errors, i), at(low, i), at(high, i), at(freedoms, i));
    }

    private static double[] at(double[] numbers, int i) {
      return new double[] {numbers[i]};
    }
  }

  /**
   * A table: what its rows are about, which may have labels such as {@code α = 10}, and named
   * columns.
   *
   * @param <T> what a row is about
   */
  public static final class Rows<T> {
    private final List<T> keys;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final Map<String, IntFunction<String>> words = new LinkedHashMap<>();

    private Rows(List<T> keys) {
      this.keys = List.copyOf(keys);
      labelled(key -> "");
      words.put(PART, i -> Integer.toString(i + 1));
    }

    public int size() {
      return keys.size();
    }

    /** Says what each row is about. */
    public Rows<T> labelled(Function<T, String> label) {
      return text(LABEL, label);
    }

    /** Gives each row the name that a part of a claim has behind its id; else its number. */
    public Rows<T> parts(Function<T, String> part) {
      return text(PART, part);
    }

    /** Adds a column of words for pages. */
    public Rows<T> text(String name, Function<T, String> text) {
      words.put(name, i -> text.apply(keys.get(i)));
      return this;
    }

    /** Adds a column of exact numbers. */
    public Rows<T> with(String name, ToDoubleFunction<T> number) {
      return with(name, Column.exact(keys.stream().mapToDouble(number).toArray()));
    }

    /** Adds a function of a column of exact numbers. */
    public Rows<T> of(String name, String column, DoubleUnaryOperator f) {
      return with(name, Column.exact(Arrays.stream(own(column).means()).map(f).toArray()));
    }

    /** Adds the products of means with exact numbers. */
    public Rows<T> times(String name, String means, String factors) {
      double[] by = own(factors).means();
      return with(name, each(i -> own(means).interval(i).times(by[i])));
    }

    /** Adds the quotients of means by exact numbers. */
    public Rows<T> over(String name, String means, String exact) {
      double[] by = own(exact).means();
      return with(name, each(i -> own(means).interval(i).times(1 / by[i])));
    }

    /** Adds the quotients of two columns, without errors. */
    public Rows<T> ratio(String name, String column, String by) {
      double[] numbers = own(column).means().clone();
      double[] divisors = own(by).means();
      Arrays.setAll(numbers, i -> numbers[i] / divisors[i]);
      return with(name, Column.exact(numbers));
    }

    /** Adds by how many standard errors means differ from exact numbers. */
    public Rows<T> deviation(String name, String means, String exact) {
      double[] from = own(exact).means();
      double[] away = new double[size()];
      Arrays.setAll(away, i -> own(means).interval(i).deviation(from[i]));
      return with(name, Column.exact(away));
    }

    private Column own(String name) {
      return find(name).orElseThrow(() -> new IllegalArgumentException("no column " + name));
    }

    private Column each(IntFunction<ConfidenceInterval> mean) {
      return Column.of(IntStream.range(0, size()).mapToObj(mean).toList());
    }

    /** Adds a column of means. */
    public Rows<T> means(String name, Function<T, ConfidenceInterval> mean) {
      return with(name, Column.of(keys.stream().map(mean).toList()));
    }

    /** Adds a column of estimates, whose degrees of freedom need not be whole. */
    public Rows<T> estimates(String name, Function<T, WelchEstimate> estimate) {
      // Student's distribution refuses the degrees of freedom of what is not finite.
      List<WelchEstimate> all =
          keys.stream()
              .map(estimate)
              .map(e -> e.freedom() > 0 ? e : new WelchEstimate(e.estimate(), Double.NaN, 1))
              .toList();
      Column means = Column.of(all.stream().map(e -> e.interval(COVERAGE)).toList());
      double[] freedoms = all.stream().mapToDouble(WelchEstimate::freedom).toArray();
      return with(name, new Column(means.means, means.errors, means.low, means.high, freedoms));
    }

    /** Adds by how much the last number of a column is above the first. */
    public Rows<T> growth(String name, String column) {
      double[] numbers = own(column).means();
      return sample(name, Column.exact(numbers[numbers.length - 1] - numbers[0]));
    }

    /** Adds a column of its own length, such as that without empty cells; it has no rows. */
    public Rows<T> sample(String name, Column column) {
      columns.put(name, column);
      return this;
    }

    /** Adds a column. */
    public Rows<T> with(String name, Column column) {
      if (column.size() != size()) {
        throw new IllegalArgumentException(
            name + " has " + column.size() + " rows, the table has " + size());
      }
      columns.put(name, column);
      return this;
    }

    @SuppressWarnings("NullAway")
    public String label(int i) {
      return words.get(LABEL).apply(i);
    }

    @SuppressWarnings("NullAway")
    public String part(int i) {
      return words.get(PART).apply(i);
    }

    /** A table without rows has every column, which is empty. */
    private Optional<Column> find(String name) {
      Column column = keys.isEmpty() ? Column.exact() : columns.get(name);
      for (String suffix : SUFFIXES) {
        String mean = name.endsWith(suffix) ? name.replaceFirst(suffix + "$", "") : "";
        if (column == null && columns.containsKey(mean)) {
          Column all = columns.get(mean);
          column =
              Column.exact(
                  switch (suffix) {
                    case "_low" -> all.low();
                    case "_high" -> all.high();
                    default -> all.errors();
                  });
        }
      }
      return Optional.ofNullable(column);
    }
  }

  /** Adds a table without columns; what is added is no longer absent. */
  public <T> Rows<T> table(String name, List<T> keys) {
    absent.remove(name);
    Rows<T> rows = new Rows<>(keys);
    tables.put(name, rows);
    return rows;
  }

  /** Adds a table whose rows are about the numbers from 0. */
  public Rows<Integer> table(String name, int rows) {
    return table(name, IntStream.range(0, rows).boxed().toList());
  }

  /** Adds an exact number, or a list of them. */
  public void put(String name, double... numbers) {
    table(name, numbers.length).with(ONLY, Column.exact(numbers));
  }

  /**
   * Adds a mean.
   *
   * @param label what it is about, such as {@code α = 10}; may be empty
   */
  public void put(String name, String label, ConfidenceInterval mean) {
    table(name, List.of(mean)).labelled(key -> label).means(ONLY, key -> key);
  }

  /** Adds words for pages. */
  public void text(String name, String words) {
    texts.put(name, words);
  }

  /** Says why this run has no value, or no table, of a name. */
  public void absent(String name, String reason) {
    absent.put(name, reason);
  }

  /** Says why values that nobody has added, or that have no rows, are absent and not unknown. */
  public void incomplete(String reason) {
    absent.put("", reason);
  }

  /** Returns why a value is absent, if it is. */
  public Optional<String> absence(String name) {
    String reason = absent.getOrDefault(name, absent.get(tableOf(name)));
    return Optional.ofNullable(reason)
        .or(() -> Optional.ofNullable(absent.get("")).filter(open -> size(name) == 0));
  }

  private int size(String name) {
    return find(name).map(Column::size).orElse(0);
  }

  /** Returns a column, which has one row if it is a single value; empty if it is unknown. */
  @SuppressWarnings("NullAway")
  public Optional<Column> find(String name) {
    String own = name.startsWith(table + ".") ? name.substring(table.length() + 1) : name;
    Optional<Column> at =
        table.isEmpty() ? Optional.empty() : tables.get(table).find(own).map(c -> c.row(row));
    if (at.isPresent()) {
      return at;
    }
    Rows<?> rows = tables.get(tableOf(name));
    int dot = name.indexOf('.');
    return rows == null ? Optional.empty() : rows.find(dot < 0 ? ONLY : name.substring(dot + 1));
  }

  /** Returns a column, which has one row if it is a single value. */
  public Column column(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException("no value '" + name + "', there are " + names());
  }

  /** Returns the table of a column; empty if there is none, or it is absent. */
  public Optional<Rows<?>> rows(String name) {
    return Optional.ofNullable(tables.get(tableOf(name)));
  }

  /** Returns these tables seen from one row, whose columns are then single values. */
  public ResultTables within(String name, int i) {
    return new ResultTables(tables, absent, texts, tableOf(name), i);
  }

  /** Returns the names of all values and columns. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    tables.forEach(
        (name, rows) ->
            rows.columns.keySet().forEach(c -> names.add(c.equals(ONLY) ? name : name + "." + c)));
    return names;
  }

  private static String tableOf(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  /**
   * Returns a text with values in the place of {@code {name}}, to six digits, and of {@code
   * {name:4}}, to four; a column is listed. {@code {label}} and {@code {part}} are those of the row
   * at hand. A subscript or an exponent such as {@code x_{k}} stays, unless it is a name.
   */
  public String fill(String text) {
    return HOLE.matcher(text)
        .replaceAll(
            hole -> {
              boolean script = hole.start() > 0 && "_^".indexOf(text.charAt(hole.start() - 1)) >= 0;
              int digits = hole.group(2) == null ? DIGITS : Integer.parseInt(hole.group(2));
              String shown =
                  shown(hole.group(1), digits)
                      .or(() -> script ? Optional.of(hole.group()) : Optional.empty())
                      .orElseThrow(() -> unknown(hole.group(1)));
              return Matcher.quoteReplacement(shown);
            });
  }

  private Optional<String> shown(String name, int digits) {
    Rows<?> own = tables.get(table);
    if (own != null && own.words.containsKey(name)) {
      return Optional.of(own.words.get(name).apply(row));
    }
    if (texts.containsKey(name)) {
      return Optional.of(texts.get(name));
    }
    return absence(name)
        .map(reason -> Numbers.text(Double.NaN))
        .or(() -> find(name).map(column -> column.text(digits)));
  }
}
