/** How far a run is: a bar on a terminal, plain lines when piped, JSON lines for programs. */
@Experimental
@NullMarked
package org.ironopt.lab.progress;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
