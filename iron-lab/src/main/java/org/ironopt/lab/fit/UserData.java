package org.ironopt.lab.fit;

import java.util.List;
import org.ironopt.data.Dataset;

/**
 * A user's file as it was read.
 *
 * @param data the rows
 * @param columns names of the columns
 * @param sha256 of the file as it is stored
 * @param notes what was decided on the way, a line each
 */
public record UserData(Dataset data, List<String> columns, String sha256, List<String> notes) {}
