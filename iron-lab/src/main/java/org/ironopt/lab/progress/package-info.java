/** How far a run is: a bar on a terminal, plain lines when piped, JSON lines for programs. */
@NullMarked
package org.ironopt.lab.progress;

import org.jspecify.annotations.NullMarked;
