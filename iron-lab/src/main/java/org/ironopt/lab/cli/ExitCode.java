package org.ironopt.lab.cli;

/** What the process says to the shell. On a signal the JVM itself sets 130, or 143 for SIGTERM. */
final class ExitCode {
  static final int SUCCESS = 0;
  static final int NO_SUCCESS = 1;
  static final int BAD_INPUT = 2;
  static final int DEFECT = 3;
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
