package org.ironopt.table.source;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.table.Imputation;
import org.ironopt.table.RowFilter;
import org.ironopt.table.TableData;
import org.ironopt.table.TableDecision;

/**
 * A user's file as it was read.
 *
 * @param data the rows
 * @param columns names of the columns
 * @param table how the columns of a table became those of the data; empty for a LIBSVM file
 * @param sha256 of the file as it is stored; empty for rows that are only scored
 * @param notes what was decided on the way, a line each
 * @param rows which rows of the file these are
 * @param decisions about the columns of a table; each is a note, too
 * @param imputation what stands for missing values, learnt on some rows
 */
public record InputRows(
    Dataset data,
    List<String> columns,
    Optional<TableSchema> table,
    String sha256,
    List<String> notes,
    RowFilter rows,
    List<TableDecision> decisions,
    Imputation imputation) {
  /** All rows are used, and there are no columns to decide about. */
  public InputRows(
      Dataset data,
      List<String> columns,
      Optional<TableSchema> table,
      String sha256,
      List<String> notes) {
    this(
        data,
        columns,
        table,
        sha256,
        notes,
        RowFilter.all(data.rows()),
        List.of(),
        Imputation.NONE);
  }

  /** A table. */
  InputRows(TableData read, List<String> columns, TableSchema schema, String sha256) {
    this(
        read.data(),
        columns,
        Optional.of(schema),
        sha256,
        read.notes(),
        read.rows(),
        read.decisions(),
        read.imputation());
  }

  /** Returns the same with a note before the others. */
  public InputRows noted(String first) {
    List<String> all = Stream.concat(Stream.of(first), notes.stream()).toList();
    return new InputRows(data, columns, table, sha256, all, rows, decisions, imputation);
  }

  /** Returns the same with other rows. */
  public InputRows with(Dataset rowsWithMore) {
    return new InputRows(rowsWithMore, columns, table, sha256, notes, rows, decisions, imputation);
  }

  /** Returns the same with further notes, which the table keeps, too. */
  public InputRows noting(List<String> more) {
    List<String> all = Stream.concat(notes.stream(), more.stream()).toList();
    Optional<TableSchema> noted = table.map(schema -> schema.noting(more));
    return new InputRows(data, columns, noted, sha256, all, rows, decisions, imputation);
  }
}
