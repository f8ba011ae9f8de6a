package org.ironopt.lab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C as a wish: the run is asked to save and stop, and the process ends when it has. The JVM
 * then exits with 130 by itself.
 */
final class Interruption implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 10;

  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean requested;
  private final Thread hook = new Thread(this::await, "interruption");

  private final Thread worker;

  private Interruption(Thread worker) {
    this.worker = worker;
  }

  static Interruption watch() {
    return watch(null);
  }

  /** Also interrupts a thread, for work that looks at its own flag; null for none. */
  static Interruption watch(Thread worker) {
    Interruption interruption = new Interruption(worker);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  boolean requested() {
    return requested;
  }

  private void await() {
    requested = true;
    if (worker != null) {
      worker.interrupt();
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
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
