package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.Saga;
import org.ironopt.problem.LinearSum;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.run.Run.RunFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever an objective, a schedule or an observer throws is thrown by the run, with its result.
 */
class ThrownTest {
  @TempDir Path folder;

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> double raise(Throwable e) throws E {
    throw (E) e;
  }

  /** {@code |x|^2/2} that throws at the given call and never again. */
  private static Broken throwing(Throwable e, int call) {
    int[] calls = {0};
    return new Broken(2, x -> ++calls[0] == call ? ThrownTest.<RuntimeException>raise(e) : 1);
  }

  @Test
  void errorsAndCheckedExceptionsEndTheRun() {
    double[] x0 = {1, 2};
    Method method = NagGs.step(1);
    RunResult whole = Run.of(method, throwing(null, 0)).from(x0).stop(Stop.steps(9)).go();
    for (Throwable e :
        List.of(new AssertionError("sure"), new IOException("gone"), new LinkageError("torn"))) {
      Path path = folder.resolve(e.getClass().getSimpleName());
      Broken f = throwing(e, 7);
      Run run = Run.of(method, f).from(x0).checkpoint(path, 100).stop(Stop.steps(9));
      RunFailedException thrown = assertThrows(RunFailedException.class, run::go);
      assertSame(e, thrown.getCause());
      Ending.Failed failed = assertInstanceOf(Ending.Failed.class, thrown.result().ending());
      assertSame(e, failed.cause());
      RunResult resumed = Run.of(method, f).resume(path).stop(Stop.steps(9)).go();
      assertArrayEquals(whole.x(), resumed.x());
    }
  }

  /** At the end the point is measured once more, which may throw too. */
  @Test
  void theLastMeasurementIsGuarded() {
    Broken f = throwing(new AssertionError("sure"), 6);
    Run run = Run.of(NagGs.step(1), f).from(new double[] {1, 2}).stop(Stop.steps(3));
    assertEquals(3, assertThrows(RunFailedException.class, run::go).result().steps());
  }

  @Test
  void errorsOfTheMachinePass() {
    for (Error e : List.of(new OutOfMemoryError("test"), new StackOverflowError("test"))) {
      Run run = Run.of(NagGs.step(1), throwing(e, 7)).from(new double[] {1, 2});
      assertSame(e, assertThrows(VirtualMachineError.class, run::go));
    }
  }

  /** A sum that throws where it, or a workspace of it, is asked for what has the given name. */
  private static LinearSum broken(String name, Throwable e) {
    LinearSum f = Logistic.of(Samples.classes(Samples.dense(30, 3, 1), 2, 2), .1);
    return broken(LinearSum.class, f, name, e);
  }

  private static <T> T broken(Class<T> type, Object whole, String name, Throwable e) {
    Object proxy =
        Proxy.newProxyInstance(
            ThrownTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals(name)) {
                throw e;
              }
              Object answer = method.invoke(whole, arguments);
              return answer instanceof LinearSum.BatchResiduals rows
                  ? broken(LinearSum.BatchResiduals.class, rows, name, e)
                  : answer;
            });
    return type.cast(proxy);
  }

  /** Methods with tables ask the objective for a workspace before their first step. */
  @Test
  void startsAreGuarded() {
    double[] x0 = {1, 2, 3};
    List<Method> methods =
        List.of(Saga.step(.1), Iron.step(1).center(Center.table()), Iron.step(1));
    for (Method method : methods) {
      for (String name : List.of("residuals", "ridge", "batch", "curvature", "modulus")) {
        Throwable e = new IllegalStateException(name);
        try {
          RunResult result = Run.of(method, broken(name, e)).from(x0).stop(Stop.steps(2)).go();
          assertEquals(new Ending.StepLimit(2), result.ending(), "is not asked for " + name);
        } catch (RunFailedException failed) {
          assertSame(e, failed.getCause());
          assertArrayEquals(x0, failed.result().best());
        }
      }
    }
    Run run = Run.of(Saga.step(.1), broken("residuals", new IllegalStateException())).from(x0);
    assertThrows(RunFailedException.class, run::go);
  }

  /** A start evaluates nothing: what an evaluation throws is never taken for a refusal. */
  @Test
  void aFullTableIsFilledInTheFirstStep() {
    Throwable e = new IllegalArgumentException("row 7 is gone");
    for (Center.Table center : List.of(Center.table(), Center.table().inner())) {
      Iron full = Iron.step(1).center(center.startFull());
      Run run = Run.of(full, broken("at", e)).from(new double[3]);
      assertSame(e, assertThrows(RunFailedException.class, run::go).getCause());
    }
  }

  /** An observer that throws after a step: the step counts, and the best point is its own. */
  @Test
  void observersAreGuarded() {
    Throwable e = new IllegalStateException("no window");
    double[] seen = new double[2];
    Run run =
        Run.of(NagGs.step(1), throwing(null, 0))
            .from(new double[] {1, 2})
            .measureEvery(1)
            .observe(
                (record, stepper) -> {
                  if (record.step() == 2) {
                    System.arraycopy(stepper.x(), 0, seen, 0, 2);
                    ThrownTest.<RuntimeException>raise(e);
                  }
                });
    RunFailedException failed = assertThrows(RunFailedException.class, run::go);
    assertSame(e, failed.getCause());
    assertEquals(2, failed.result().steps());
    assertArrayEquals(seen, failed.result().x());
  }

  /** Limits, interrupts and numbers that are not finite are endings, not exceptions. */
  @Test
  void otherEndsAreResults() {
    double[] x0 = {1, 2};
    Run limited = Run.of(NagGs.step(1), throwing(null, 0)).from(x0);
    Stop none = Stop.time(Duration.ZERO);
    assertInstanceOf(Ending.TimeLimit.class, limited.stop(none).go().ending());
    Thread.currentThread().interrupt();
    Run interrupted = Run.of(NagGs.step(1), throwing(null, 0)).from(x0).stop(Stop.steps(3));
    assertInstanceOf(Ending.Interrupted.class, interrupted.go().ending());
    assertTrue(Thread.interrupted());
    Run nan = Run.of(NagGs.step(1), Broken.nanEverywhere(2)).from(x0);
    assertInstanceOf(Ending.NotFinite.class, nan.go().ending());
  }

  /** A method that does not fit the objective is the caller's mistake. */
  @Test
  void refusalsPass() {
    Run run = Run.of(Saga.step(.1), new Broken(2, x -> 1)).from(new double[2]);
    assertThrows(IllegalArgumentException.class, run::go);
  }
}
