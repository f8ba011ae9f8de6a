package org.ironopt.lab.experiment;

import java.util.Map;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;

/**
 * What a finished cell leaves behind; nothing in it depends on the clock.
 *
 * @param values named numbers, for {@code result.json}
 * @param trace one row per iteration, for {@code trace.csv}
 * @param tables further tables, each a CSV file of that name
 */
public record Outcome(Values values, Columns trace, Map<String, Columns> tables) {}
