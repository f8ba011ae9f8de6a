package org.ironopt.cli.shared;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C asks the run to save and stop, and the process ends when it has. The JVM then exits with
 * 130, or with 143 after SIGTERM.
 */
public final class Interruption implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 10;

  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean requested;
  private final Thread hook = new Thread(this::answer, "interruption");
  private final Runnable ask;
  private final boolean patient;

  private Interruption(Runnable ask, boolean patient) {
    this.ask = ask;
    this.patient = patient;
  }

  public static Interruption watch() {
    return started(() -> {}, true);
  }

  /** Also interrupts a thread, for work that looks at its own flag. */
  public static Interruption watch(Thread worker) {
    return started(worker::interrupt, true);
  }

  /** For times when there is nothing to save: the process prints a last message and ends. */
  public static Interruption atOnce(Runnable message) {
    return started(message, false);
  }

  private static Interruption started(Runnable ask, boolean patient) {
    Interruption interruption = new Interruption(ask, patient);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  public boolean requested() {
    return requested;
  }

  private void answer() {
    requested = true;
    ask.run();
    if (!patient) {
      return;
    }
    try {
      closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shutdownBegan) {
        // The signal came between the two lines; the hook finds the latch open.
        requested = true;
      }
    }
  }
}
