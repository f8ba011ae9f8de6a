package org.ironopt.lab.fit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Preprocessing;
import org.ironopt.data.TableSchema;

/**
 * A user's file as it was read.
 *
 * @param data the rows
 * @param columns names of the columns
 * @param table how the columns of a table became those of the data; empty for a LIBSVM file
 * @param sha256 of the file as it is stored; empty for rows that are only scored
 * @param notes what was decided on the way, a line each
 */
public record UserData(
    Dataset data,
    List<String> columns,
    Optional<TableSchema> table,
    String sha256,
    List<String> notes) {
  /** Returns what a fit learns of the columns on the rows of each of its folds. */
  Preprocessing preprocessing() {
    return Preprocessing.NONE;
  }

  /** Returns the same with a note before the others. */
  public UserData noted(String first) {
    List<String> all = Stream.concat(Stream.of(first), notes.stream()).toList();
    return new UserData(data, columns, table, sha256, all);
  }

  /** Returns the same with further notes, which the table keeps, too. */
  UserData noting(List<String> more) {
    List<String> all = Stream.concat(notes.stream(), more.stream()).toList();
    return new UserData(data, columns, table.map(schema -> schema.noting(more)), sha256, all);
  }
}
