package org.ironopt.table.source;

import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.table.Imputation;
import org.ironopt.table.SplitTable;
import org.ironopt.table.TableData;
import org.ironopt.table.TextPart;

/** The rows of a table. */
record SplitCsv(SplitTable table) implements SplitSource {
  @Override
  public Serializable look(Iterator<TextPart> parts, long every) throws IOException {
    return table.look(parts, every);
  }

  @Override
  public Decided decide(List<Serializable> seen) throws IOException {
    List<SplitTable.Seen> all = seen.stream().map(SplitTable.Seen.class::cast).toList();
    SplitTable.Decided decided = table.decide(all);
    return new Encoded(decided, all);
  }

  /** How rows are encoded, and what was seen, which stays here. */
  private static final class Encoded implements Decided {
    private static final long serialVersionUID = 1L;
    private final SplitTable.Decided decided;
    private final transient List<SplitTable.Seen> seen;

    Encoded(SplitTable.Decided decided, List<SplitTable.Seen> seen) {
      this.decided = decided;
      this.seen = seen;
    }

    @Override
    public long rows() {
      return decided.rows();
    }

    @Override
    public UserData sample() throws IOException {
      Dataset data = decided.sample(seen);
      TableSchema schema = decided.schema();
      TableData read =
          new TableData(data, schema, true, decided.decisions(), decided.used(), Imputation.NONE);
      return new UserData(read, schema.features(), schema, "");
    }

    @Override
    public Optional<Dataset> read(TextPart part) throws IOException {
      return decided.read(part);
    }
  }
}
