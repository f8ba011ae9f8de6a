/** How far a run is: a bar on a terminal, plain lines when piped, JSON lines for programs. */
package org.ironopt.lab.progress;
