package org.ironopt.table.source;

import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.table.TableData;
import org.ironopt.table.TableData.Imputation;
import org.ironopt.table.internal.LineRange;
import org.ironopt.table.internal.PartitionedTable;

/** The rows of a table. */
record PartitionedCsv(PartitionedTable table) implements PartitionedSource {
  @Override
  public Serializable look(Iterator<LineRange> parts, long every) throws IOException {
    return table.look(parts, every);
  }

  @Override
  public Decided decide(List<Serializable> seen) throws IOException {
    List<PartitionedTable.PartitionProfile> all =
        seen.stream().map(PartitionedTable.PartitionProfile.class::cast).toList();
    PartitionedTable.Decided decided = table.decide(all);
    return new Encoded(decided, all);
  }

  /** How rows are encoded, and what was seen, which stays here. */
  private static final class Encoded implements Decided {
    private static final long serialVersionUID = 1L;
    private final PartitionedTable.Decided decided;
    private final transient List<PartitionedTable.PartitionProfile> seen;

    Encoded(PartitionedTable.Decided decided, List<PartitionedTable.PartitionProfile> seen) {
      this.decided = decided;
      this.seen = seen;
    }

    @Override
    public long rows() {
      return decided.rows();
    }

    @Override
    public InputRows sample() throws IOException {
      Dataset data = decided.sample(seen);
      TableSchema schema = decided.schema();
      TableData read =
          new TableData(data, schema, true, decided.decisions(), decided.used(), Imputation.NONE);
      return new InputRows(read, schema.features(), schema, "");
    }

    @Override
    public Optional<Dataset> read(LineRange part) throws IOException {
      return decided.read(part);
    }
  }
}
