package org.ironopt.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.io.internal.Numbers;

/**
 * Reads comma- or tab-separated tables, packed by gzip or not, in two passes: the first sees what
 * the columns are, the second encodes them, so memory is that of the data set. A column whose
 * values are all numbers, in one of the forms that people write, is one of numbers; one of dates
 * becomes the features of its parts; any other is one of categories (see {@link TableSchema}), in
 * ascending order. Columns that tell rows apart and nothing else are left out. A target of numbers
 * stays one ({@code Dataset.toClasses} makes classes of them), any other becomes classes. Features
 * are dense unless at most a tenth of them is not zero. What was decided is listed in {@link
 * TableData#notes}, with the option that changes it; whatever is wrong is one line with file, line
 * and column.
 *
 * @param layout of the text
 * @param roles of the columns
 * @param missing what is done about missing values
 * @param unknown what is done about categories that training had not seen
 */
public record TableReader(
    TextLayout layout, ColumnRoles roles, MissingRule missing, Unknown unknown) {
  /**
   * Detects all that can be detected; fills or marks missing values and refuses unknown categories.
   */
  public TableReader(String target) {
    this(new TextLayout(), new ColumnRoles(target), MissingRule.AUTO, Unknown.ERROR);
  }

  public TableReader layout(TextLayout layout) {
    return new TableReader(layout, roles, missing, unknown);
  }

  public TableReader roles(ColumnRoles roles) {
    return new TableReader(layout, roles, missing, unknown);
  }

  /** Returns the rows of a table to train on; the file stays open. */
  public TableData read(InputFile file) throws IOException {
    return of(file).read(TableFile.of(file));
  }

  private TableReader of(InputFile file) throws IOException {
    return of(file.table());
  }

  /** What a converter wrote needs no guesses. */
  TableReader of(boolean converted) {
    return converted ? layout(TextLayout.written().decimal(layout.decimal())) : this;
  }

  TableData read(TableFile file) throws IOException {
    TableDialect format = TableDialect.of(file, layout);
    TableProfile profile = new TableProfile(file, format, roles, missing);
    TableSchema schema = profile.read(layout);
    FeatureBuilder features = profile.room(schema.features().size());
    try (TableRows rows = format.rows(file, layout)) {
      Encoder encoder =
          new Encoder(schema, profile.places(schema), rows, features, Optional.empty());
      Dataset data = encoder.read();
      return new TableData(
          data, schema, true, profile.decisions(), encoder.used(), encoder.imputation());
    }
  }

  /**
   * Returns the rows of a table that came after training, encoded as those were. Columns are found
   * by name where both tables have a header, else by position; further columns are ignored. The
   * target column is read only if it is {@code needed}, and may else be absent. The roles of this
   * reader are not used but for the weight. The file stays open.
   */
  public TableData read(InputFile file, TableSchema schema, boolean needed) throws IOException {
    return of(file).read(TableFile.of(file), schema, needed);
  }

  TableData read(TableFile file, TableSchema schema, boolean needed) throws IOException {
    TextLayout.Header header = layout.header();
    if (header == TextLayout.Header.DETECT) {
      header = schema.header() ? TextLayout.Header.YES : TextLayout.Header.NO;
    }
    TextLayout known = layout.header(header);
    TableDialect format = TableDialect.of(file, known);
    List<TableDecision> decisions = new ArrayList<>();
    Encoder.Places places = places(file, format, schema, needed, decisions);
    FeatureBuilder features = FeatureBuilder.ofNew(schema);
    try (TableRows rows = format.rows(file, known)) {
      Encoder encoder = new Encoder(schema, places, rows, features, Optional.of(this));
      Dataset data = encoder.read();
      encoder.decide(decisions);
      return new TableData(data, schema, needed, decisions, encoder.used(), Imputation.NONE);
    }
  }

  private Encoder.Places places(
      TableFile file,
      TableDialect format,
      TableSchema schema,
      boolean needed,
      List<TableDecision> decisions)
      throws MalformedDataException {
    int weight = format.weight(file, roles);
    if (format.header() && schema.header()) {
      return byName(file, format, schema, needed, weight, decisions);
    }
    int width = format.names().size();
    int target = schema.target().position();
    boolean without = width == schema.width() - 1 && !needed;
    if (width != schema.width() && !without) {
      throw file.error(
          "%s columns, expected %s as in the data of the model", width, schema.width());
    }
    int[] columns =
        schema.columns().stream()
            .mapToInt(c -> c.position() - (without && c.position() > target ? 1 : 0))
            .toArray();
    return new Encoder.Places(columns, needed ? target : -1, weight, weightForm(schema));
  }

  /** Weights have the decimal point of the other numbers. */
  private TableSchema.Form weightForm(TableSchema schema) {
    boolean comma =
        schema.columns().stream()
            .anyMatch(c -> c instanceof TableSchema.Numeric n && n.form().decimal() == ',');
    char decimal = layout.decimal() == 0 ? comma ? ',' : '.' : layout.decimal();
    return new TableSchema.Form(decimal, (char) 0, "");
  }

  private Encoder.Places byName(
      TableFile file,
      TableDialect format,
      TableSchema schema,
      boolean needed,
      int weight,
      List<TableDecision> decisions)
      throws MalformedDataException {
    int[] columns = new int[schema.columns().size()];
    TableDialect.Names names = format.lookup();
    for (int c = 0; c < columns.length; c++) {
      String column = schema.columns().get(c).name();
      columns[c] = names.position(file, column);
      if (columns[c] < 0) {
        throw file.error(
            "the column '%s' of the model is missing; the columns are %s", column, format.listed());
      }
    }
    String name = schema.target().name();
    int target = names.position(file, name);
    if (needed && target < 0) {
      throw file.error("the target '%s' is missing; the columns are %s", name, format.listed());
    }
    int more = format.names().size() - columns.length - (target < 0 ? 0 : 1) - (weight < 0 ? 0 : 1);
    if (more > 0) {
      String text = Numbers.count(more, "column") + " that the model does not use: ignored";
      decisions.add(new TableDecision(TableDecision.Kind.UNUSED, "", text));
    }
    return new Encoder.Places(columns, needed ? target : -1, weight, weightForm(schema));
  }

  /**
   * Returns the texts of some columns as they stand in the file, a list for each: what is passed
   * through. The file stays open.
   *
   * @param option that names the columns, for messages
   */
  public List<List<String>> texts(InputFile file, String option, List<String> columns)
      throws IOException {
    TableFile table = TableFile.of(file);
    TableDialect format = TableDialect.of(table, layout);
    int[] places = new int[columns.size()];
    List<List<String>> texts = new ArrayList<>();
    for (int c = 0; c < places.length; c++) {
      places[c] = format.position(table, option, columns.get(c));
      texts.add(new ArrayList<>());
    }
    format.each(
        table,
        layout,
        row -> {
          for (int c = 0; c < places.length; c++) {
            texts.get(c).add(row.field(places[c]));
          }
        });
    return texts;
  }

  /** What is done about a category that training had not seen. */
  public enum Unknown {
    /** The file is refused. */
    ERROR,
    /** It is taken for the most frequent category, as a missing value would be. */
    FILL
  }
}
