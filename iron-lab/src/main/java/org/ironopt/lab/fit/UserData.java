package org.ironopt.lab.fit;

import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
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
    List<String> notes) {}
