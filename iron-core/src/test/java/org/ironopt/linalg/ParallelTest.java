package org.ironopt.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelTest {
  private final int before = Parallel.threads();

  @AfterEach
  void restore() {
    Parallel.setThreads(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void everyTaskRunsOnceAndIsSeenByTheCaller(int threads) {
    Parallel.setThreads(threads);
    for (int tasks = 0; tasks < 300; tasks++) {
      int[] runs = new int[tasks];
      Set<Thread> used = ConcurrentHashMap.newKeySet();
      Parallel.forEach(
          tasks,
          t -> {
            runs[t]++;
            used.add(Thread.currentThread());
          });
      assertTrue(Arrays.stream(runs).allMatch(r -> r == 1), "tasks " + tasks);
      assertTrue(used.size() <= threads);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void theFailureWithTheLowestNumberIsThrown(int threads) {
    Parallel.setThreads(threads);
    for (int repeat = 0; repeat < 50; repeat++) {
      RuntimeException[] failures = new RuntimeException[40];
      RuntimeException thrown =
          assertThrows(
              RuntimeException.class,
              () ->
                  Parallel.forEach(
                      40,
                      t -> {
                        if (t >= 17) {
                          failures[t] = new IllegalStateException("task " + t);
                          throw failures[t];
                        }
                      }));
      assertSame(failures[17], thrown);
    }
    AtomicInteger after = new AtomicInteger();
    Parallel.forEach(10, t -> after.incrementAndGet());
    assertEquals(10, after.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void nestedCallsRunInline(int threads) {
    Parallel.setThreads(threads);
    AtomicIntegerArray runs = new AtomicIntegerArray(20 * 30);
    Parallel.forEach(
        20,
        outer -> {
          Thread mine = Thread.currentThread();
          int[] next = {0};
          Parallel.forEach(
              30,
              inner -> {
                assertSame(mine, Thread.currentThread());
                assertEquals(next[0]++, inner);
                runs.incrementAndGet(30 * outer + inner);
              });
        });
    for (int i = 0; i < runs.length(); i++) {
      assertEquals(1, runs.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void anInterruptedCallerFinishesAndStaysInterrupted(int threads) {
    Parallel.setThreads(threads);
    Thread.currentThread().interrupt();
    AtomicInteger runs = new AtomicInteger();
    Parallel.forEach(1000, t -> runs.incrementAndGet());
    assertTrue(Thread.interrupted());
    assertEquals(1000, runs.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void callersDoNotDisturbEachOther(int threads) throws InterruptedException {
    Parallel.setThreads(threads);
    List<Thread> callers = new ArrayList<>();
    int[] sums = new int[5];
    for (int c = 0; c < sums.length; c++) {
      int caller = c;
      callers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int repeat = 0; repeat < 100; repeat++) {
                      int[] parts = new int[50];
                      Parallel.forEach(50, t -> parts[t] = t);
                      sums[caller] += Arrays.stream(parts).sum();
                    }
                  }));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertArrayEquals(new int[] {122500, 122500, 122500, 122500, 122500}, sums);
  }
}
