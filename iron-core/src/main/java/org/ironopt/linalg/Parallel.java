package org.ironopt.linalg;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * Splits independent tasks over a fixed number of threads of this process: the caller and a pool of
 * daemon threads. Tasks are numbered and their results are combined in the order of the numbers, so
 * only speed depends on the setting, never a result. A call from inside a task, or while another
 * thread uses the pool, runs its tasks one after the other.
 */
public final class Parallel {
  /**
   * How long a thread looks out for work, or for the end of it, before it goes to sleep: waking it
   * up takes as long as a small task, and small tasks come one after the other.
   */
  private static final long PATIENCE = 30_000;

  /** Held by the thread whose job the pool works on. */
  private static final ReentrantLock POOL = new ReentrantLock();

  private static final List<Worker> WORKERS = new ArrayList<>();
  private static volatile @Nullable Job current;
  private static volatile int threads =
      Require.atLeast(
          "iron.threads",
          1,
          Integer.getInteger("iron.threads", Runtime.getRuntime().availableProcessors()));

  private Parallel() {}

  /** Returns how many threads are used at most. */
  public static int threads() {
    return threads;
  }

  /** Sets how many threads are used at most, for the whole process. */
  public static void setThreads(int count) {
    threads = Require.atLeast("threads", 1, count);
  }

  /**
   * Runs {@code body} once for each task {@code 0 .. tasks - 1} and returns when all are done. If
   * tasks fail, no new ones are begun and the failure with the lowest number is thrown.
   */
  public static void forEach(int tasks, IntConsumer body) {
    forEach(tasks, true, body);
  }

  /** The same, but by the calling thread alone unless the work is worth sharing. */
  public static void forEach(int tasks, boolean shared, IntConsumer body) {
    int helpers = shared ? Math.min(threads, tasks) - 1 : 0;
    if (helpers <= 0
        || Thread.currentThread() instanceof Worker
        || POOL.isHeldByCurrentThread()
        || !POOL.tryLock()) {
      for (int t = 0; t < tasks; t++) {
        body.accept(t);
      }
      return;
    }
    try {
      new Job(tasks, helpers, body).run();
    } finally {
      POOL.unlock();
    }
  }

  private static final class Job {
    final int tasks;
    final int helpers;
    final IntConsumer body;
    final Thread caller = Thread.currentThread();
    final AtomicInteger next = new AtomicInteger();
    final AtomicInteger busyHelpers = new AtomicInteger();
    private int failedTask = Integer.MAX_VALUE;
    private @Nullable Throwable failure;

    Job(int tasks, int helpers, IntConsumer body) {
      this.tasks = tasks;
      this.helpers = helpers;
      this.body = body;
    }

    void run() {
      while (WORKERS.size() < helpers) {
        Worker worker = new Worker(WORKERS.size());
        WORKERS.add(worker);
        worker.start();
      }
      current = this;
      for (int w = 0; w < helpers; w++) {
        LockSupport.unpark(WORKERS.get(w));
      }
      work();
      current = null;
      awaitHelpers();
      if (failure != null) {
        Parallel.<RuntimeException>rethrow(failure);
      }
    }

    /**
     * A helper counts itself before it claims, so 0 here means that no task is running. An
     * interrupt of the caller stays where helpers can see it; it cannot sleep then.
     */
    private void awaitHelpers() {
      long end = System.nanoTime() + PATIENCE;
      while (busyHelpers.get() > 0 && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      while (busyHelpers.get() > 0) {
        if (caller.isInterrupted()) {
          Thread.yield();
        } else {
          LockSupport.park(this);
        }
      }
    }

    void help() {
      busyHelpers.incrementAndGet();
      work();
      if (busyHelpers.decrementAndGet() == 0) {
        LockSupport.unpark(caller);
      }
    }

    private void work() {
      for (int t = next.getAndIncrement(); t < tasks; t = next.getAndIncrement()) {
        try {
          body.accept(t);
        } catch (Throwable e) {
          next.set(tasks);
          fail(t, e);
        }
      }
    }

    /** Tasks are claimed in order, so the lowest failing one has always been run. */
    private synchronized void fail(int task, Throwable e) {
      if (task < failedTask) {
        failedTask = task;
        failure = e;
      }
    }
  }

  private static final class Worker extends Thread {
    private final int index;

    Worker(int index) {
      super("iron-worker-" + index);
      this.index = index;
      setDaemon(true);
    }

    @Override
    public void run() {
      while (true) {
        long end = System.nanoTime() + PATIENCE;
        boolean helped = helped();
        while (!helped && System.nanoTime() < end) {
          Thread.onSpinWait();
          helped = helped();
        }
        if (!helped) {
          LockSupport.park(Parallel.class);
          Thread.interrupted();
        }
      }
    }

    private boolean helped() {
      Job job = current;
      if (job == null || index >= job.helpers || job.next.get() >= job.tasks) {
        return false;
      }
      job.help();
      return true;
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable failure) throws E {
    throw (E) failure;
  }
}
