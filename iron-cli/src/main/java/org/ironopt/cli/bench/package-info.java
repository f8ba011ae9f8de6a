/** What the command line knows of benchmarks; they are in the module iron-bench. */
@NullMarked
package org.ironopt.cli.bench;

import org.jspecify.annotations.NullMarked;
