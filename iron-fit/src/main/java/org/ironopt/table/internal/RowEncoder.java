package org.ironopt.table.internal;

import java.nio.charset.StandardCharsets;
import java.time.temporal.TemporalAccessor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.io.internal.Numbers;
import org.ironopt.linalg.internal.Require;
import org.ironopt.table.TableReader.Unknown;

/**
 * Turns the values of a row into features by a schema, wherever the values come from: the fields of
 * a file, or a map of an application's own values by the names of the columns. Of the latter,
 *
 * <ul>
 *   <li>texts are read as in a file, in the forms of numbers and dates that training saw;
 *   <li>numbers are themselves, and names of categories that are numbers; NaN is a missing value;
 *   <li>dates may be those of {@code java.time}, truth values and constants of an enum are words;
 *   <li>a missing key and null are missing values, keys that are no columns are ignored.
 * </ul>
 */
public final class RowEncoder {
  private final TableSchema schema;
  private final Unknown unknown;
  private final List<Map<String, Integer>> categories;

  /** Of each column; null where it is not one of numbers, or not one of dates. */
  private final Form[] forms;

  private final DatePattern[] dates;

  /** What was filled, taken for the category of the rest, and taken for a missing value. */
  long filled;

  long rest;
  long unknowns;

  /** The values of a row, by column of the schema. */
  interface Values {
    boolean missing(int c);

    /** Returns a finite number, or NaN if the value is none. */
    double number(int c, Form form);

    /** Returns a date in seconds, or NaN if the value is none. */
    double seconds(int c, DatePattern form);

    String text(int c);

    /** Returns the error of a value; the hint is about options of the command line. */
    MalformedDataException error(int c, String expected, String hint);

    /** Returns the error of a missing value. */
    MalformedDataException absent(int c, String hint);

    /** Is told of the first category that training had not seen. */
    default void unknown(int c) {}

    /** Is told what became of a column; the seconds are NaN unless it has a date. */
    default void encoded(int c, boolean missing, double seconds) {}
  }

  /**
   * Encodes by a schema.
   *
   * @param decimal the decimal point of a table that may have another one; 0 for that of the schema
   */
  RowEncoder(TableSchema schema, char decimal, Unknown unknown) {
    this.schema = schema;
    this.unknown = unknown;
    categories = schema.columns().stream().map(RowEncoder::numbered).toList();
    int columns = schema.columns().size();
    forms = new Form[columns];
    dates = new DatePattern[columns];
    for (int c = 0; c < columns; c++) {
      switch (schema.columns().get(c)) {
        case TableSchema.Numeric n -> forms[c] = with(n.form(), decimal);
        case TableSchema.Date d -> dates[c] = new DatePattern(d.format());
        case TableSchema.Categorical _ -> {}
      }
    }
  }

  /** Encodes further rows, with counts of its own. */
  RowEncoder(RowEncoder same) {
    schema = same.schema;
    unknown = same.unknown;
    categories = same.categories;
    forms = same.forms;
    dates = same.dates;
  }

  /** Adds the counts of further rows. */
  void add(RowEncoder later) {
    filled += later.filled;
    rest += later.rest;
    unknowns += later.unknowns;
  }

  /** Returns a form with another decimal point. */
  static Form with(Form form, char decimal) {
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

  /**
   * Returns rows of values by column as a data set without targets, encoded as those of a file.
   *
   * @throws IllegalArgumentException if a value is not one of its column, or missing where none may
   *     be
   */
  public static Dataset encode(TableSchema schema, List<? extends Map<String, ?>> rows) {
    RowEncoder encoder = new RowEncoder(schema, (char) 0, Unknown.ERROR);
    FeatureBuilder features = FeatureBuilder.ofNew(schema);
    MapRow values = new MapRow(schema);
    try {
      for (Map<String, ?> row : rows) {
        Require.that(features.begin(), "%d rows do not fit into one array", rows.size());
        values.set(rows.size() == 1 ? "" : "row " + (features.rows + 1) + ": ", row);
        encoder.encode(values, features);
        features.end();
      }
    } catch (MalformedDataException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return Dataset.regression(features.features(), new double[rows.size()]);
  }

  /** Sets the features of a row that was begun. */
  void encode(Values row, FeatureBuilder features) throws MalformedDataException {
    int feature = 0;
    for (int c = 0; c < forms.length; c++) {
      TableSchema.Column column = schema.columns().get(c);
      boolean missing = missing(row, c);
      double time = Double.NaN;
      switch (column) {
        case TableSchema.Numeric n -> features.set(feature++, missing ? n.mean() : number(row, c));
        case TableSchema.Date d -> {
          time = missing ? Double.NaN : seconds(row, c, d);
          if (Double.isNaN(time) && !missing) {
            filled++;
            missing = true;
          }
          for (double value : DatePattern.features(missing ? d.mean() : time, d.parts())) {
            features.set(feature++, value);
          }
        }
        case TableSchema.Categorical n -> {
          int category = missing ? categories.get(c).get(n.usual()) : category(row, c, n);
          if (category > 0) {
            features.set(feature + category - 1, 1);
          }
          feature += n.categories().size() - 1;
        }
      }
      if (column.indicator()) {
        features.set(feature++, missing ? 1 : 0);
      }
      row.encoded(c, missing, time);
    }
  }

  private boolean missing(Values row, int c) throws MalformedDataException {
    if (!row.missing(c)) {
      return false;
    }
    if (schema.missing() == Missing.DROP || schema.missing() == Missing.ERROR) {
      throw row.absent(c, " (--missing fill when training)");
    }
    filled++;
    return true;
  }

  private double number(Values row, int c) throws MalformedDataException {
    double value = row.number(c, forms[c]);
    if (Double.isNaN(value)) {
      boolean plain = forms[c].equals(Form.PLAIN);
      throw row.error(c, plain ? "a finite number" : "a number " + words(forms[c]), "");
    }
    return value;
  }

  private static String words(Form form) {
    String thousands =
        form.thousands() == 0 ? "" : " and '" + form.thousands() + "' between thousands";
    String mark = form.mark().isEmpty() ? "" : " in " + form.mark();
    return "with the decimal point '" + form.decimal() + "'" + thousands + mark;
  }

  /** Returns a date in seconds, NaN for a value that is none where that counts as missing. */
  private double seconds(Values row, int c, TableSchema.Date date) throws MalformedDataException {
    double seconds = row.seconds(c, dates[c]);
    if (Double.isNaN(seconds) && !date.coerce()) {
      throw row.error(c, "a date " + dates[c].shown() + " as in training", "");
    }
    return seconds;
  }

  private int category(Values row, int c, TableSchema.Categorical column)
      throws MalformedDataException {
    Map<String, Integer> known = categories.get(c);
    Integer category = known.get(row.text(c));
    if (category != null) {
      return category;
    }
    if (column.rest().isPresent()) {
      rest++;
      return known.get(column.rest().get());
    }
    if (unknown == Unknown.ERROR) {
      throw row.error(c, "one of " + some(column.categories()), "; or give --unknown fill");
    }
    if (unknowns++ == 0) {
      row.unknown(c);
    }
    return known.get(column.usual());
  }

  /** Returns the first of some words, for a message. */
  static String some(List<String> words) {
    int shown = Math.min(8, words.size());
    String more = shown < words.size() ? " or " + (words.size() - shown) + " more" : "";
    return String.join(", ", words.subList(0, shown)) + more;
  }

  /** Values by the names of their columns; their texts are kept, and read, as those of a file. */
  private static final class MapRow implements Values {
    private final TableSchema schema;
    private final Object[] values;
    private final RowBlock block = new RowBlock();
    private final TableRow texts = new TableRow();
    private String place = "";

    MapRow(TableSchema schema) {
      this.schema = schema;
      values = new Object[schema.columns().size()];
    }

    void set(String place, Map<String, ?> row) throws MalformedDataException {
      this.place = place;
      byte[][] text = new byte[values.length][];
      int length = 0;
      for (int c = 0; c < values.length; c++) {
        values[c] = row.get(name(c));
        text[c] = written(c).getBytes(StandardCharsets.UTF_8);
        if (length > TableRow.LONGEST - text[c].length) {
          throw new MalformedDataException(TableRow.TOO_LONG);
        }
        length += text[c].length;
      }
      block.clear(new byte[length]);
      int at = 0;
      for (byte[] field : text) {
        System.arraycopy(field, 0, block.text, at, field.length);
        block.field(at, at + field.length);
        at += field.length;
      }
      block.endRow(0);
      texts.at(block, 0);
    }

    private String name(int c) {
      return schema.columns().get(c).name();
    }

    /** A whole number is written without a point, as categories are. */
    private String written(int c) throws MalformedDataException {
      return switch (values[c]) {
        case null -> "";
        case Double d when d == Math.rint(d) && Math.abs(d) < 0x1p53 -> "" + d.longValue();
        case Float f when f == Math.rint(f) && Math.abs(f) < 0x1p53 -> "" + f.longValue();
        case CharSequence _, Number _, Boolean _, Character _, TemporalAccessor _ ->
            values[c].toString();
        case Enum<?> constant -> constant.name();
        case Object other ->
            throw error(
                "%s is a %s, expected a text, a number or a date", c, other.getClass().getName());
      };
    }

    private MalformedDataException error(String text, int c, Object... seen) {
      Object[] all = new Object[seen.length + 1];
      all[0] = place + "column '" + name(c) + "'";
      System.arraycopy(seen, 0, all, 1, seen.length);
      return new MalformedDataException(TableFile.oneLine(Numbers.format(text, all)));
    }

    /** NaN is how numbers say that there is none, in a file and here. */
    @Override
    public boolean missing(int c) {
      return values[c] == null || texts.missing(c);
    }

    @Override
    public double number(int c, Form form) {
      double value =
          switch (values[c]) {
            case Number n -> n.doubleValue();
            case TemporalAccessor _ -> Double.NaN;
            default -> texts.number(c, form);
          };
      return Double.isFinite(value) ? value : Double.NaN;
    }

    @Override
    public double seconds(int c, DatePattern form) {
      return values[c] instanceof TemporalAccessor t ? form.seconds(t) : form.seconds(text(c));
    }

    @Override
    public String text(int c) {
      return texts.field(c);
    }

    @Override
    public MalformedDataException error(int c, String expected, String hint) {
      return error("%s is '%s', expected %s", c, texts.shown(c), expected);
    }

    @Override
    public MalformedDataException absent(int c, String hint) {
      return error(
          "%s is missing, expected a value: the model was trained without missing values", c);
    }
  }
}
