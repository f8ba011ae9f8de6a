package org.ironopt.table.internal;

import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.io.InputError;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableData.RowFilter;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TableReader;
import org.ironopt.table.TextLayout;

/**
 * A table of which each of several machines reads a part, by the rules of {@link TableReader}: each
 * sees what its rows are, all of it together decides what the columns become, and each encodes its
 * rows by that. The decisions are those of one machine, except that a column whose first part is
 * words and whose rest is numbers is refused in whatever order they come, and that the means which
 * stand for missing values are rounded differently.
 */
public final class PartitionedTable implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final String path;
  private final TableDialect format;
  private final ColumnRoles roles;
  private final MissingRule missing;
  private final String encoding;
  private final transient TextLayout layout;

  private PartitionedTable(TableReader reader, String path, TableDialect format) {
    this.path = path;
    this.format = format;
    roles = reader.roles();
    missing = reader.missing();
    layout = reader.layout();
    encoding = layout.encoding().name();
  }

  /** Looks at the first lines; refuses roles of columns that are not there. */
  public static PartitionedTable of(TableReader reader, LineRange head) throws IOException {
    PartitionedTable table =
        new PartitionedTable(reader, head.file(), TableDialect.of(head.table(), reader.layout()));
    table.profile(head.table());
    return table;
  }

  /** Returns the mark around fields, given or detected from the first lines. */
  public static char quote(TableReader reader, LineRange head) throws IOException {
    char given = reader.layout().quote();
    return given == 0 ? TableDialect.of(head.table(), reader.layout()).quote() : given;
  }

  private TableProfile profile(TableFile file) throws IOException {
    return new TableProfile(file, format, roles, missing);
  }

  /** What a machine saw of its rows, and some of them. */
  public record PartitionProfile(Serializable profile, RowSample sample) implements Serializable {}

  /** Sees rows, in their order. */
  public PartitionProfile look(Iterator<LineRange> parts, long every) throws IOException {
    TableProfile profile = null;
    RowSample sample = new RowSample();
    while (parts.hasNext()) {
      LineRange part = parts.next();
      profile = profile == null ? profile(part.table()) : profile;
      TableProfile seeing = profile;
      try (TableRows rows = rows(part)) {
        rows.each(
            row -> {
              if (seeing.see(row)) {
                boolean taken = row.line() % every == 0;
                sample.add(row.field(seeing.target()), taken, () -> written(row));
              }
            });
      }
    }
    return new PartitionProfile(profile, sample);
  }

  /** Opens the rows of a part, behind the names if it has them. */
  private TableRows rows(LineRange part) {
    TextLayout known = new TextLayout().encoding(Charset.forName(encoding));
    return format.rows(part.table(), known, part.firstLine() == 1).wide(format.names().size());
  }

  /** Returns a row as text that {@link #rows} reads. */
  private String written(TableRow row) {
    StringBuilder out = new StringBuilder();
    String mark = String.valueOf(format.quote());
    for (int i = 0; i < row.fields(); i++) {
      out.append(i == 0 ? "" : String.valueOf(format.delimiter())).append(mark);
      out.append(row.field(i).replace(mark, mark + mark)).append(mark);
    }
    return out.toString();
  }

  /** Decides by what all machines saw, in the order of their parts; no part may be missing. */
  public Decided decide(List<PartitionProfile> seen) throws IOException {
    TableFile file =
        new TableFile(Path.of(path), () -> ByteSource.of(Path.of(path), new byte[0], 1));
    TableProfile all = profile(file);
    for (PartitionProfile part : seen) {
      if (part.profile() instanceof TableProfile profile) {
        all.add(profile);
      }
    }
    TableSchema schema = all.decide(layout);
    boolean dense = all.dense(schema.features().size());
    List<TableDecision> decisions = List.copyOf(all.decisions());
    return new Decided(this, schema, all.places(schema), dense, all.used(), decisions);
  }

  /**
   * What became of the columns.
   *
   * @param schema how rows are encoded
   * @param used how many rows there are
   * @param decisions about the columns
   */
  public record Decided(
      PartitionedTable table,
      TableSchema schema,
      Serializable places,
      boolean dense,
      RowFilter used,
      List<TableDecision> decisions)
      implements Serializable {
    /** Returns how many rows there are. */
    public long rows() {
      return used.used();
    }

    /** Returns the rows of a part; empty if there are none. */
    public Optional<Dataset> read(LineRange part) throws IOException {
      try (TableRows text = table.rows(part)) {
        FeatureBuilder features = FeatureBuilder.of(dense, schema.features().size(), 0, 0);
        Encoder encoder =
            new Encoder(schema, (Encoder.Places) places, text, features, Optional.empty());
        encoder.add();
        return features.rows == 0 ? Optional.empty() : Optional.of(encoder.data());
      }
    }

    /** Returns the rows that were kept as text, in the order of the parts. */
    public Dataset sample(List<PartitionProfile> seen) throws IOException {
      byte[] text = RowSample.text(seen.stream().map(PartitionProfile::sample).toList());
      PartitionedTable plain = table.inUtf8();
      return new Decided(plain, schema, places, dense, used, decisions)
          .read(new LineRange(table.path, text, 2))
          .orElseThrow(() -> new InputError("%s: no rows to learn from", table.path));
    }
  }

  private PartitionedTable inUtf8() {
    return new PartitionedTable(
        new TableReader(new TextLayout(), roles, missing, TableReader.Unknown.ERROR), path, format);
  }
}
