package org.ironopt.cli.fit;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.io.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.model.Model;
import org.ironopt.table.TableReader;
import org.ironopt.table.TextLayout;
import org.ironopt.table.internal.TwoPassReader;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;

/**
 * The column of a table that says how long, or over how much, each count was taken. It is no
 * feature.
 *
 * @param column its name, or its number from 1
 * @param logarithm whether it holds the logarithm of the exposure (an offset)
 */
public record ExposureColumn(String column, boolean logarithm) {
  private static final String PLAIN = "exposure";
  private static final String LOG = "offset";

  /** Returns the name under which a model keeps the column. */
  public String key() {
    return logarithm ? LOG : PLAIN;
  }

  /** Returns the exposure that a model was trained with, null if it had none. */
  public static ExposureColumn of(Model model) {
    for (boolean logarithm : new boolean[] {false, true}) {
      if (model.training().get(logarithm ? LOG : PLAIN) instanceof String name) {
        return new ExposureColumn(name, logarithm);
      }
    }
    return null;
  }

  /** Returns the texts of the column; the file stays open. */
  public List<String> read(RowSource source, Optional<TableSchema> trained) throws IOException {
    return texts(source, "--" + key(), List.of(column), trained).getFirst();
  }

  /**
   * Returns the texts of some columns of a table as they stand there, a list for each column.
   *
   * @param option that names them
   * @param trained the table that a model was trained on, whose header decides; empty for its own
   */
  public static List<List<String>> texts(
      RowSource source, String option, List<String> columns, Optional<TableSchema> trained)
      throws IOException {
    if (source.kind() != RowSource.Kind.CSV) {
      throw new InputError(
          "%s names a column of a table, but %s is a LIBSVM file; leave it out",
          option, source.file().path());
    }
    TableReader table = source.table();
    if (trained.isPresent() && table.layout().header() == TextLayout.Header.DETECT) {
      boolean header = trained.get().header();
      table =
          table.layout(
              table.layout().header(header ? TextLayout.Header.YES : TextLayout.Header.NO));
    }
    return new TwoPassReader(table).texts(source.file(), option, columns);
  }

  /** Returns the data with its exposures. */
  public InputRows on(InputRows read, List<String> column, String file)
      throws MalformedDataException {
    List<String> texts = read.rows().of(column);
    Dataset data = read.data();
    double[] exposures = new double[texts.size()];
    for (int i = 0; i < exposures.length; i++) {
      double value = number(texts.get(i));
      exposures[i] = logarithm ? StrictMath.exp(value) : value;
      if (!(exposures[i] > 0) || Double.isInfinite(exposures[i])) {
        throw new MalformedDataException(
            format(
                "%s: row %d: the %s '%s' is '%s', expected a number%s",
                file, i + 1, key(), this.column, texts.get(i), logarithm ? "" : " above 0"));
      }
    }
    return read.with(data.exposed(exposures));
  }

  private static double number(String text) {
    try {
      return NumberList.number(text);
    } catch (InputError e) {
      return Double.NaN;
    }
  }
}
