/** Putting it together: which experiments there are, and how a folder becomes a report. */
@Experimental
@NullMarked
package org.ironopt.lab.reproduce;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
