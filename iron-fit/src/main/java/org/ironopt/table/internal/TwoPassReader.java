package org.ironopt.table.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.table.TableData;
import org.ironopt.table.TableData.Imputation;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TableReader;
import org.ironopt.table.TextLayout;

/** Reads an open file in the two passes of a {@link TableReader}. */
public record TwoPassReader(TableReader options) {
  /** Returns the rows of a table to train on; the file stays open. */
  public TableData read(InputFile file) throws IOException {
    return of(file).read(TableFile.of(file));
  }

  private TwoPassReader of(InputFile file) throws IOException {
    return of(options, file.table());
  }

  /** What a converter wrote needs no guesses. */
  public static TwoPassReader of(TableReader options, boolean converted) {
    TextLayout layout = options.layout();
    return new TwoPassReader(
        converted ? options.layout(TextLayout.written().decimal(layout.decimal())) : options);
  }

  /** Returns the names of the columns. */
  public List<String> names(TableFile file) throws IOException {
    return TableDialect.of(file, options.layout()).names();
  }

  /** Returns the rows of a table to train on. */
  public TableData read(TableFile file) throws IOException {
    TableDialect format = TableDialect.of(file, options.layout());
    TableProfile profile = new TableProfile(file, format, options.roles(), options.missing());
    TableSchema schema = profile.read(options.layout());
    FeatureBuilder features = profile.room(schema.features().size());
    try (TableRows rows = format.rows(file, options.layout())) {
      Encoder encoder =
          new Encoder(schema, profile.places(schema), rows, features, Optional.empty());
      Dataset data = encoder.read();
      return new TableData(
          data, schema, true, profile.decisions(), encoder.used(), encoder.imputation());
    }
  }

  /** Returns the rows of a table that came after training; the file stays open. */
  public TableData read(InputFile file, TableSchema schema, boolean needed) throws IOException {
    return of(file).read(TableFile.of(file), schema, needed);
  }

  TableData read(TableFile file, TableSchema schema, boolean needed) throws IOException {
    TextLayout.Header header = options.layout().header();
    if (header == TextLayout.Header.DETECT) {
      header = schema.header() ? TextLayout.Header.YES : TextLayout.Header.NO;
    }
    TextLayout known = options.layout().header(header);
    TableDialect format = TableDialect.of(file, known);
    List<TableDecision> decisions = new ArrayList<>();
    Encoder.Places places = places(file, format, schema, needed, decisions);
    FeatureBuilder features = FeatureBuilder.ofNew(schema);
    try (TableRows rows = format.rows(file, known)) {
      Encoder encoder = new Encoder(schema, places, rows, features, Optional.of(options));
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
    int weight = format.weight(file, options.roles());
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
    char decimal = options.layout().decimal() == 0 ? comma ? ',' : '.' : options.layout().decimal();
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
      decisions.add(new TableDecision.Unused(more));
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
    TableDialect format = TableDialect.of(table, options.layout());
    int[] places = new int[columns.size()];
    List<List<String>> texts = new ArrayList<>();
    for (int c = 0; c < places.length; c++) {
      places[c] = format.position(table, option, columns.get(c));
      texts.add(new ArrayList<>());
    }
    format.each(
        table,
        options.layout(),
        row -> {
          for (int c = 0; c < places.length; c++) {
            texts.get(c).add(row.field(places[c]));
          }
        });
    return texts;
  }
}
