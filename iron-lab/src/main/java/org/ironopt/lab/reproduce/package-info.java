/** Putting it together: which experiments there are, and how a folder becomes a report. */
@NullMarked
package org.ironopt.lab.reproduce;

import org.jspecify.annotations.NullMarked;
