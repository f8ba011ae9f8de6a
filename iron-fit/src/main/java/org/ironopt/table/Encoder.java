package org.ironopt.table;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedData;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.io.Numbers;
import org.ironopt.table.TableDecision.Kind;
import org.ironopt.table.TableReader.Unknown;

/** Turns the rows of a table into features, targets and weights by a schema. */
final class Encoder {
  private final TableSchema schema;
  private final Places places;
  private final Rows rows;
  private final FeatureRows features;
  private final boolean training;
  private final Unknown unknown;
  private final Map<String, Integer> classes = new HashMap<>();
  private final Map<Double, Integer> classValues = new HashMap<>();
  private final List<Map<String, Integer>> categories;

  /** Of each column, and of the target behind them. */
  private final Form[] forms;

  private final DateForm[] dates;
  private double[] targets = new double[16];
  private double[] weights = new double[16];
  private int seen;
  private long withoutTarget;
  private final BitSet leftOut = new BitSet();

  /** Of each column, in training: the rows that miss it, and the seconds of dates. */
  private final BitSet[] gaps;

  private final double[][] seconds;
  private long filled;
  private long unknowns;
  private long rest;
  private String firstUnknown = "";

  /**
   * Where the columns of a schema stand in a table.
   *
   * @param columns of the used columns
   * @param target -1 if it is not read
   * @param weight -1 if there is none
   * @param weightForm how weights are written
   */
  record Places(int[] columns, int target, int weight, Form weightForm) implements Serializable {}

  /**
   * Starts without rows.
   *
   * @param later how rows are read that the schema was not made from; empty for those that it was
   */
  Encoder(
      TableSchema schema,
      Places places,
      Rows rows,
      FeatureRows features,
      Optional<TableReader> later) {
    this.schema = schema;
    this.places = places;
    this.rows = rows;
    this.features = features;
    training = later.isEmpty();
    unknown = later.map(TableReader::unknown).orElse(Unknown.ERROR);
    // A table may have another decimal point than that of the schema.
    char decimal = later.map(reader -> reader.layout().decimal()).orElse((char) 0);
    for (String name : schema.target().classes()) {
      classValues.put(ColumnProfile.value(name), classes.size());
      classes.put(name, classes.size());
    }
    if (classValues.size() < classes.size()) {
      classValues.clear();
    }
    categories = schema.columns().stream().map(Encoder::numbered).toList();
    int columns = schema.columns().size();
    forms = new Form[columns + 1];
    dates = new DateForm[columns];
    gaps = Stream.generate(BitSet::new).limit(columns).toArray(BitSet[]::new);
    seconds = new double[columns][];
    for (int c = 0; c < columns; c++) {
      switch (schema.columns().get(c)) {
        case TableSchema.Numeric n -> forms[c] = with(n.form(), decimal);
        case TableSchema.Date d -> {
          dates[c] = new DateForm(d.format());
          seconds[c] = new double[training ? 16 : 0];
        }
        case TableSchema.Categorical _ -> {}
      }
    }
    forms[columns] = with(schema.target().form(), decimal);
  }

  private static Form with(Form form, char decimal) {
    if (decimal == 0 || decimal == form.decimal()) {
      return form;
    }
    char thousands = form.thousands() == decimal ? form.decimal() : form.thousands();
    return new Form(decimal, thousands, form.mark());
  }

  private static Map<String, Integer> numbered(TableSchema.Column column) {
    Map<String, Integer> numbers = new HashMap<>();
    if (column instanceof TableSchema.Categorical c) {
      c.categories().forEach(category -> numbers.put(category, numbers.size()));
    }
    return numbers;
  }

  /** Reads all rows; refuses none at all. */
  Dataset read() throws IOException {
    add();
    if (features.rows == 0 && withoutTarget > 0) {
      throw rows.error(
          "the target, %s, is missing in all %s rows, expected values", field(-1), withoutTarget);
    }
    if (features.rows == 0) {
      throw rows.error("a header and no rows, expected rows of data");
    }
    if (places.weight() >= 0 && Arrays.stream(weights, 0, features.rows).allMatch(w -> w == 0)) {
      throw rows.error(weightField() + " is 0 in every row, expected one above");
    }
    return data();
  }

  /** Reads rows, perhaps none. */
  void add() throws IOException {
    rows.each(
        row -> {
          if (leftOut(row)) {
            leftOut.set(seen++);
            return;
          }
          seen++;
          if (!features.begin()) {
            throw rows.error(
                "%s rows of %s features do not fit into one array of %s; expected fewer rows or"
                    + " columns",
                features.rows + 1L, features.columns, FeatureRows.LARGEST);
          }
          add(row);
        });
  }

  /** Returns the rows that were read. */
  Dataset data() {
    Dataset data = labelled();
    return places.weight() < 0 ? data : data.weighted(Arrays.copyOf(weights, data.rows()));
  }

  private Dataset labelled() {
    double[] exact = Arrays.copyOf(targets, features.rows);
    targets = null;
    if (places.target() < 0 || classes.isEmpty()) {
      return Dataset.regression(features.features(), exact);
    }
    int[] labels = Arrays.stream(exact).mapToInt(label -> (int) label).toArray();
    return Dataset.classification(features.features(), labels, schema.target().classes());
  }

  /** Whether a row has no target, or in training lacks another value where none may be missing. */
  private boolean leftOut(TableRow row) {
    if (places.target() >= 0 && row.missing(places.target())) {
      withoutTarget++;
      return true;
    }
    return training && schema.missing() == Missing.DROP && gap(row);
  }

  /** Returns which rows were encoded. */
  RowsUsed used() {
    long all = leftOut.cardinality();
    return new RowsUsed(features.rows, withoutTarget, all - withoutTarget, leftOut);
  }

  private boolean gap(TableRow row) {
    boolean gap = places.weight() >= 0 && row.missing(places.weight());
    for (int place : places.columns()) {
      gap |= row.missing(place);
    }
    return gap;
  }

  private void add(TableRow row) throws MalformedData {
    int i = features.rows;
    if (i == targets.length) {
      targets = Arrays.copyOf(targets, i + (i >> 1) + 16);
      weights = places.weight() < 0 ? weights : Arrays.copyOf(weights, targets.length);
    }
    targets[i] = places.target() < 0 ? 0 : target(row);
    if (places.weight() >= 0) {
      weights[i] = weight(row);
    }
    int feature = 0;
    for (int c = 0; c < places.columns().length; c++) {
      TableSchema.Column column = schema.columns().get(c);
      boolean missing = missing(row, c);
      feature =
          switch (column) {
            case TableSchema.Numeric n -> {
              features.set(feature, missing ? n.mean() : number(row, c));
              yield feature + 1;
            }
            case TableSchema.Date d -> {
              double time = missing ? Double.NaN : seconds(row, c, d);
              if (Double.isNaN(time) && !missing) {
                filled++;
                missing = true;
              }
              keep(c, i, time);
              for (double value : DateForm.features(missing ? d.mean() : time, d.parts())) {
                features.set(feature++, value);
              }
              yield feature;
            }
            case TableSchema.Categorical n -> {
              int category = missing ? categories.get(c).get(n.usual()) : category(row, c, n);
              if (category > 0) {
                features.set(feature + category - 1, 1);
              }
              yield feature + n.categories().size() - 1;
            }
          };
      if (column.indicator()) {
        features.set(feature++, missing ? 1 : 0);
      }
      if (missing && training) {
        gaps[c].set(i);
      }
    }
    features.end();
  }

  private void keep(int c, int row, double time) {
    if (training) {
      seconds[c] = row < seconds[c].length ? seconds[c] : Arrays.copyOf(seconds[c], targets.length);
      seconds[c][row] = time;
    }
  }

  /** Returns how missing values are filled anew; a category of their own is not learnt. */
  Imputation imputation() {
    List<Imputation.Gaps> all = new ArrayList<>();
    int feature = 0;
    for (int c = 0; c < gaps.length; c++) {
      TableSchema.Column column = schema.columns().get(c);
      boolean own =
          column instanceof TableSchema.Categorical n
              && n.usual().equals(CategoryDecisions.MISSING);
      if (!own) {
        all.add(new Imputation.Gaps(c, feature, gaps[c], seconds[c]));
      }
      feature += column.features().size();
    }
    return new Imputation(schema, all);
  }

  private boolean missing(TableRow row, int c) throws MalformedData {
    if (!row.missing(places.columns()[c])) {
      return false;
    }
    if (schema.missing() == Missing.DROP || schema.missing() == Missing.ERROR) {
      throw rows.error(
          "%s is missing, expected a value: the model was trained without missing values (--missing"
              + " fill when training)",
          field(c));
    }
    filled++;
    return true;
  }

  private double target(TableRow row) throws MalformedData {
    double value = row.number(places.target(), forms[forms.length - 1]);
    List<String> names = schema.target().classes();
    if (names.isEmpty() && !Double.isNaN(value)) {
      return value;
    }
    Integer label = classes.get(row.field(places.target()));
    if (label == null && !Double.isNaN(value)) {
      label = classValues.get(value + 0.0);
    }
    if (label == null) {
      throw expected(row, -1, names.isEmpty() ? "a finite number" : "one of " + some(names));
    }
    return label;
  }

  private double weight(TableRow row) throws MalformedData {
    double value = row.number(places.weight(), places.weightForm());
    if (!(value >= 0)) {
      throw rows.error(
          "%s is '%s', expected a number >= 0", weightField(), row.shown(places.weight()));
    }
    return value;
  }

  private String weightField() {
    return "the weight, column " + (places.weight() + 1) + ",";
  }

  private double number(TableRow row, int c) throws MalformedData {
    double value = row.number(places.columns()[c], forms[c]);
    if (Double.isNaN(value)) {
      boolean plain = forms[c].equals(Form.PLAIN);
      throw expected(row, c, plain ? "a finite number" : "a number " + words(forms[c]));
    }
    return value;
  }

  private static String words(Form form) {
    String thousands =
        form.thousands() == 0 ? "" : " and '" + form.thousands() + "' between thousands";
    String mark = form.mark().isEmpty() ? "" : " in " + form.mark();
    return "with the decimal point '" + form.decimal() + "'" + thousands + mark;
  }

  /** Returns a date in seconds, NaN for a text that is none where that counts as missing. */
  private double seconds(TableRow row, int c, TableSchema.Date date) throws MalformedData {
    double seconds = dates[c].seconds(row.field(places.columns()[c]));
    if (Double.isNaN(seconds) && !date.coerce()) {
      throw expected(row, c, "a date " + dates[c].shown() + " as in training");
    }
    return seconds;
  }

  private int category(TableRow row, int c, TableSchema.Categorical column) throws MalformedData {
    Map<String, Integer> known = categories.get(c);
    Integer category = known.get(row.field(places.columns()[c]));
    if (category != null) {
      return category;
    }
    if (column.rest().isPresent()) {
      rest++;
      return known.get(column.rest().get());
    }
    if (unknown == Unknown.ERROR) {
      throw expected(row, c, "one of " + some(column.categories()) + "; or give --unknown fill");
    }
    if (unknowns++ == 0) {
      firstUnknown = "'" + row.shown(places.columns()[c]) + "' in column '" + column.name() + "'";
    }
    return known.get(column.usual());
  }

  /** Returns what is wrong with a column, or with the target for -1. */
  private MalformedData expected(TableRow row, int c, String expected) {
    int place = c < 0 ? places.target() : places.columns()[c];
    return rows.error("%s is '%s', expected %s", field(c), row.shown(place), expected);
  }

  private String field(int c) {
    return c < 0
        ? "column " + (places.target() + 1) + " '" + schema.target().name() + "'"
        : "column " + (places.columns()[c] + 1) + " '" + schema.columns().get(c).name() + "'";
  }

  private static String some(List<String> words) {
    int shown = Math.min(8, words.size());
    String more = shown < words.size() ? " or " + (words.size() - shown) + " more" : "";
    return String.join(", ", words.subList(0, shown)) + more;
  }

  /** Says what was filled in a table that came after training, and which rows were left out. */
  void decide(List<TableDecision> decisions) {
    if (withoutTarget > 0) {
      String name = schema.target().name();
      String rows = Numbers.count(withoutTarget, "row");
      String text =
          rows + " without a target, '" + name + "', left out, " + features.rows + " kept";
      decisions.add(new TableDecision(Kind.NO_TARGET, name, text));
    }
    if (filled > 0) {
      String text = Numbers.count(filled, "missing value") + ": filled as in training";
      decisions.add(new TableDecision(Kind.FILLED, "", text));
    }
    if (rest > 0) {
      String text =
          Numbers.format(
              "%s that training had seldom or not seen: taken for '%s'",
              Numbers.count(rest, "value"), CategoryDecisions.REST);
      decisions.add(new TableDecision(Kind.INFREQUENT, "", text));
    }
    if (unknowns > 0) {
      String text =
          Numbers.format(
              "%s values that training had not seen, the first %s: taken for the category of"
                  + " missing values",
              unknowns, firstUnknown);
      decisions.add(new TableDecision(Kind.UNKNOWN, "", text));
    }
  }
}
