package org.ironopt.lab.file;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.Iterator;

/** Tables of numbers as CSV with all their digits; an empty cell is NaN. */
public final class CsvFile {
  private CsvFile() {}

  /** Returns a writer of CSV as all our files have it: lines end with a line feed alone. */
  public static CsvWriter.CsvWriterBuilder writer() {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF);
  }

  public static String write(NumericColumns table) {
    StringWriter out = new StringWriter();
    // Unbuffered, so that nothing is left to be flushed: memory cannot fail.
    CsvWriter csv = writer().bufferSize(0).build((Writer) out);
    csv.writeRecord(table.columns());
    for (double[] row : table.rows()) {
      csv.writeRecord(Arrays.stream(row).mapToObj(CsvFile::text).toArray(String[]::new));
    }
    return out.toString();
  }

  public static NumericColumns read(String text) {
    Iterator<CsvRecord> lines =
        CsvReader.builder().skipEmptyLines(false).ofCsvRecord(text).iterator();
    NumericColumns table = new NumericColumns(lines.next().getFields().toArray(String[]::new));
    lines.forEachRemaining(
        line -> table.add(line.getFields().stream().mapToDouble(CsvFile::number).toArray()));
    return table;
  }

  private static double number(String cell) {
    return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
  }

  private static String text(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
