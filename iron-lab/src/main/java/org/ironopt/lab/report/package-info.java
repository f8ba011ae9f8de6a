/** The report: one HTML file that opens offline, made from the files of a run folder alone. */
@Experimental
@NullMarked
package org.ironopt.lab.report;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
