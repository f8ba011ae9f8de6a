/**
 * What commands share; no command is here.
 *
 * <p>What is typed: {@link OutputOptions} are the options of every command, {@link RunOptions}
 * those of commands that compute, {@link OptionChecks} refuses values and {@link
 * CompletionCandidates} are what a shell completes. What is printed and written: {@link Terminal}
 * knows colours and widths, {@link Json} prints for programs, {@link Outputs} guards files that are
 * there already. How it ends: {@link ExitCode}, and {@link Interruption} when Ctrl-C ends it early.
 */
package org.ironopt.cli.shared;
