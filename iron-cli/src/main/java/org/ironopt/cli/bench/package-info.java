/** What the command line knows of benchmarks; they are in the module iron-bench. */
package org.ironopt.cli.bench;
