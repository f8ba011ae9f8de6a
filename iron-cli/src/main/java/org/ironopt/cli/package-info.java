/**
 * The command line. Results go to stdout (with {@code --json} one JSON value and nothing else),
 * everything else to stderr; bad input is one line that says what was seen, where, and what to type
 * instead. Exit codes: 0 success, 1 no success, 2 bad input, 3 a defect of ours, 130 interrupted. A
 * command reads its options, calls a product and prints.
 *
 * <p>Begin with {@link Main} (the process) and {@code RootCommand} (the tree of commands); {@code
 * ErrorLine} turns whatever is thrown into a line and an exit code. The commands about experiments,
 * theory and the machine are here; those that work on a user's table are in {@link
 * org.ironopt.cli.tables}, and what commands of both kinds stand on is in {@link
 * org.ironopt.cli.shared}.
 */
package org.ironopt.cli;
