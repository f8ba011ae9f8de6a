/**
 * The command line. Results go to stdout (with {@code --json} one JSON value and nothing else),
 * everything else to stderr; bad input is one line that says what was seen, where, and what to type
 * instead. Exit codes: 0 success, 1 no success, 2 bad input, 3 a defect of ours, 130 interrupted. A
 * command reads its options, calls a product and prints.
 */
package org.ironopt.lab.cli;
