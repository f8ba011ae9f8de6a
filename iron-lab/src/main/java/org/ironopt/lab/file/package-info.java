/**
 * Values, tables and the files they are kept in: TOML for settings, CSV for tables, whole files
 * that are written in one step or not at all. Knows nothing of experiments.
 */
@Experimental
@NullMarked
package org.ironopt.lab.file;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
