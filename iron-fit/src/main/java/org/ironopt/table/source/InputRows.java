package org.ironopt.table.source;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.table.TableData;
import org.ironopt.table.TableData.Imputation;
import org.ironopt.table.TableData.RowFilter;
import org.ironopt.table.TableDecision;

/**
 * A user's file as it was read.
 *
 * @param data the rows
 * @param columns names of the columns
 * @param table how the columns of a table became those of the data; empty for a LIBSVM file
 * @param sha256 of the file as it is stored; empty for rows that are only scored
 * @param rows which rows of the file these are
 * @param decisions about its rows and columns
 * @param imputation what stands for missing values, learnt on some rows
 */
public record InputRows(
    Dataset data,
    List<String> columns,
    Optional<TableSchema> table,
    String sha256,
    RowFilter rows,
    List<TableDecision> decisions,
    Imputation imputation) {
  /** A table. */
  InputRows(TableData read, List<String> columns, TableSchema schema, String sha256) {
    this(
        read.data(),
        columns,
        Optional.of(schema),
        sha256,
        read.rows(),
        read.decisions(),
        read.imputation());
  }

  /** Returns the same with a decision before the others. */
  public InputRows decided(TableDecision first) {
    List<TableDecision> all = Stream.concat(Stream.of(first), decisions.stream()).toList();
    return new InputRows(data, columns, table, sha256, rows, all, imputation);
  }

  /** Returns the same with other rows. */
  public InputRows with(Dataset rowsWithMore) {
    return new InputRows(rowsWithMore, columns, table, sha256, rows, decisions, imputation);
  }

  /** Returns the same of a file with another hash. */
  public InputRows hashed(String hash) {
    return new InputRows(data, columns, table, hash, rows, decisions, imputation);
  }

  /** Returns the same with texts that the table keeps for people. */
  public InputRows noting(List<String> texts) {
    Optional<TableSchema> noted = table.map(schema -> schema.noting(texts));
    return new InputRows(data, columns, noted, sha256, rows, decisions, imputation);
  }
}
