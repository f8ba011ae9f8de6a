package org.ironopt.cli.shared;

/** What the process says to the shell. On a signal the JVM itself sets 130, or 143 for SIGTERM. */
public final class ExitCode {
  public static final int SUCCESS = 0;
  public static final int NO_SUCCESS = 1;
  public static final int BAD_INPUT = 2;
  public static final int DEFECT = 3;
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
