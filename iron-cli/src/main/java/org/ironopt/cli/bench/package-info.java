/** What the command line knows of benchmarks; they are in the module iron-bench. */
@Experimental
@NullMarked
package org.ironopt.cli.bench;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
