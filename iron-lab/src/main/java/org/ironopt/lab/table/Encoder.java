package org.ironopt.lab.table;

import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedData;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.lab.table.TableReader.Unknown;

/** Turns the rows of a table into features, targets and weights by a schema. */
final class Encoder {
  private final TableSchema schema;
  private final Places places;
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
   * @param decimal the decimal point of a table that has another one than that of the schema, or 0
   */
  Encoder(TableSchema schema, Places places, boolean training, Unknown unknown, char decimal) {
    this.schema = schema;
    this.places = places;
    this.training = training;
    this.unknown = unknown;
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
    for (int c = 0; c < columns; c++) {
      switch (schema.columns().get(c)) {
        case TableSchema.Numeric n -> forms[c] = with(n.form(), decimal);
        case TableSchema.Date d -> dates[c] = new DateForm(d.format());
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

  Dataset read(Rows table, boolean header, FeatureRows features) throws IOException {
    add(table, header, features);
    if (features.rows == 0) {
      throw table.error("a header and no rows, expected rows of data");
    }
    if (places.weight() >= 0 && Arrays.stream(weights, 0, features.rows).allMatch(w -> w == 0)) {
      throw table.error(weightField() + " is 0 in every row, expected one above");
    }
    return data(features);
  }

  /** Reads rows, perhaps none. */
  void add(Rows table, boolean header, FeatureRows features) throws IOException {
    if (header) {
      table.next();
    }
    for (TableRow row = table.next(); row != null; row = table.next()) {
      if (!(training && schema.missing() == Missing.DROP && gap(row))) {
        if (!features.begin()) {
          throw table.error(
              "%s rows of %s features do not fit into one array of %s; expected fewer rows or"
                  + " columns",
              features.rows + 1L, features.columns, FeatureRows.LARGEST);
        }
        row(row, table, features);
      }
    }
  }

  /** Returns the rows that were read. */
  Dataset data(FeatureRows features) {
    Dataset data = labelled(features);
    return places.weight() < 0 ? data : data.weighted(Arrays.copyOf(weights, data.rows()));
  }

  private Dataset labelled(FeatureRows features) {
    double[] exact = Arrays.copyOf(targets, features.rows);
    targets = null;
    if (places.target() < 0 || classes.isEmpty()) {
      return Dataset.regression(features.features(), exact);
    }
    int[] labels = new int[exact.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = (int) exact[i];
    }
    return Dataset.classification(features.features(), labels, schema.target().classes());
  }

  private boolean gap(TableRow row) {
    boolean gap = places.target() >= 0 && row.missing(places.target());
    gap |= places.weight() >= 0 && row.missing(places.weight());
    for (int place : places.columns()) {
      gap |= row.missing(place);
    }
    return gap;
  }

  private void row(TableRow row, Rows table, FeatureRows features) throws MalformedData {
    int i = features.rows;
    if (i == targets.length) {
      targets = Arrays.copyOf(targets, i + (i >> 1) + 16);
      weights = places.weight() < 0 ? weights : Arrays.copyOf(weights, targets.length);
    }
    targets[i] = places.target() < 0 ? 0 : target(row, table);
    if (places.weight() >= 0) {
      weights[i] = weight(row, table);
    }
    int feature = 0;
    for (int c = 0; c < places.columns().length; c++) {
      TableSchema.Column column = schema.columns().get(c);
      int place = places.columns()[c];
      boolean missing = missing(row, table, column, place);
      feature =
          switch (column) {
            case TableSchema.Numeric n -> {
              features.set(feature, missing ? n.mean() : number(row, table, c, place));
              yield feature + 1;
            }
            case TableSchema.Date d -> {
              double seconds = missing ? d.mean() : seconds(row, table, c, place);
              for (double value : DateForm.features(seconds, d.parts())) {
                features.set(feature++, value);
              }
              yield feature;
            }
            case TableSchema.Categorical n -> {
              int category = missing ? usual(c, n) : category(row, table, c, place);
              if (category > 0) {
                features.set(feature + category - 1, 1);
              }
              yield feature + n.categories().size() - 1;
            }
          };
      if (column.indicator()) {
        features.set(feature++, missing ? 1 : 0);
      }
    }
    features.end();
  }

  private int usual(int c, TableSchema.Categorical column) {
    return categories.get(c).get(column.usual());
  }

  private boolean missing(TableRow row, Rows table, TableSchema.Column column, int place)
      throws MalformedData {
    if (!row.missing(place)) {
      return false;
    }
    if (schema.missing() == Missing.DROP || schema.missing() == Missing.ERROR) {
      throw table.error(
          field(place, column.name())
              + " is missing, expected a value: the model was trained without missing values"
              + " (--missing fill when training)");
    }
    filled++;
    return true;
  }

  private double target(TableRow row, Rows table) throws MalformedData {
    int place = places.target();
    double value = row.number(place, forms[forms.length - 1]);
    if (classes.isEmpty()) {
      if (Double.isNaN(value)) {
        throw expected(row, table, schema.target().name(), place, "a finite number");
      }
      return value;
    }
    Integer label = classes.get(row.field(place));
    if (label == null && !Double.isNaN(value)) {
      label = classValues.get(value + 0.0);
    }
    if (label == null) {
      throw expected(
          row, table, schema.target().name(), place, "one of " + some(schema.target().classes()));
    }
    return label;
  }

  private double weight(TableRow row, Rows table) throws MalformedData {
    double value = row.number(places.weight(), places.weightForm());
    if (!(value >= 0)) {
      String seen = " is '" + row.shown(places.weight()) + "', expected a number >= 0";
      throw table.error(weightField() + seen);
    }
    return value;
  }

  private String weightField() {
    return "the weight, column " + (places.weight() + 1) + ",";
  }

  private double number(TableRow row, Rows table, int c, int place) throws MalformedData {
    double value = row.number(place, forms[c]);
    if (Double.isNaN(value)) {
      boolean plain = forms[c].equals(Form.PLAIN);
      throw expected(
          row,
          table,
          schema.columns().get(c).name(),
          place,
          plain ? "a finite number" : "a number " + words(forms[c]));
    }
    return value;
  }

  private static String words(Form form) {
    String thousands =
        form.thousands() == 0 ? "" : " and '" + form.thousands() + "' between thousands";
    String mark = form.mark().isEmpty() ? "" : " in " + form.mark();
    return "with the decimal point '" + form.decimal() + "'" + thousands + mark;
  }

  private double seconds(TableRow row, Rows table, int c, int place) throws MalformedData {
    double seconds = dates[c].seconds(row.field(place));
    if (Double.isNaN(seconds)) {
      String name = schema.columns().get(c).name();
      throw expected(row, table, name, place, "a date " + dates[c].shown() + " as in training");
    }
    return seconds;
  }

  private int category(TableRow row, Rows table, int c, int place) throws MalformedData {
    Integer category = categories.get(c).get(row.field(place));
    if (category != null) {
      return category;
    }
    TableSchema.Categorical column = (TableSchema.Categorical) schema.columns().get(c);
    if (column.rest().isPresent()) {
      rest++;
      return categories.get(c).get(column.rest().get());
    }
    if (unknown == Unknown.ERROR) {
      String known = "one of " + some(column.categories()) + "; or give --unknown fill";
      throw expected(row, table, column.name(), place, known);
    }
    unknowns++;
    firstUnknown =
        firstUnknown.isEmpty()
            ? "'" + row.shown(place) + "' in column '" + column.name() + "'"
            : firstUnknown;
    return usual(c, column);
  }

  private static MalformedData expected(
      TableRow row, Rows table, String name, int place, String expected) {
    return table.error(field(place, name) + " is '" + row.shown(place) + "', expected " + expected);
  }

  private static String field(int place, String name) {
    return "column " + (place + 1) + " '" + name + "'";
  }

  private static String some(List<String> words) {
    int shown = Math.min(8, words.size());
    String more = shown < words.size() ? " or " + (words.size() - shown) + " more" : "";
    return String.join(", ", words.subList(0, shown)) + more;
  }

  /** Says what was filled in a table that came after training. */
  void note(List<String> notes) {
    if (filled > 0) {
      notes.add(
          filled
              + (filled == 1 ? " missing value" : " missing values")
              + ": filled as in training");
    }
    if (rest > 0) {
      notes.add(
          rest
              + (rest == 1 ? " value" : " values")
              + " that training had seldom or not seen: taken for '"
              + Decisions.REST
              + "'");
    }
    if (unknowns > 0) {
      notes.add(
          unknowns
              + " values that training had not seen, the first "
              + firstUnknown
              + ": taken for the most frequent category");
    }
  }
}
