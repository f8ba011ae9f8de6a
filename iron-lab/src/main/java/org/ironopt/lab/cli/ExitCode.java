package org.ironopt.lab.cli;

/** What the process says to the shell. An interrupted run ends with 130, set by the JVM itself. */
final class ExitCode {
  static final int SUCCESS = 0;
  static final int NO_SUCCESS = 1;
  static final int BAD_INPUT = 2;

  private ExitCode() {}
}
