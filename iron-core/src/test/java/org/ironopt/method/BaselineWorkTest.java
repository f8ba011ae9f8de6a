package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.ironopt.linalg.Parallel;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.Objective;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.junit.jupiter.api.Test;

/** Steps work in place and give the same bits on any number of threads. */
class BaselineWorkTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Method[] METHODS = {
    Sgd.step(.1).weightDecay(.1),
    Sgd.step(.1).momentum(.9).dampening(.1),
    Sgd.step(.1).nesterov(.9),
    AdamW.step(.1),
    AdamW.step(.1).authors()
  };

  /** {@code |x|^2/2}, without workspaces of its own. */
  private record Square(int dimension) implements Objective {
    @Override
    public double value(double[] x) {
      return Arrays.stream(x).map(t -> t * t / 2).sum();
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      System.arraycopy(x, 0, gradient, 0, x.length);
    }
  }

  private static Stepper on(int n, Method method) {
    double[] x0 = new Random(n).doubles(n, -1, 1).toArray();
    return method.start(new Square(n), x0, seed(1));
  }

  @Test
  void stepsAllocateNothingThatGrows() {
    for (Method method : METHODS) {
      Stepper small = on(1_000, method);
      Stepper large = on(100_000, method);
      long difference = Long.MAX_VALUE;
      // Until the optimizing compiler has seen a SIMD loop, each of its vectors is an object.
      for (int warmUp = 0; warmUp < 5_000 && difference >= 1_000; warmUp++) {
        small.advance();
        if (warmUp % 100 == 0) {
          difference = Math.abs(allocated(large) - allocated(small));
        }
      }
      assertTrue(difference < 1_000, method + " allocates " + difference + " bytes more");
    }
  }

  private static long allocated(Stepper stepper) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    stepper.advance();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void threadsChangeNoBit() {
    int before = Parallel.threads();
    GradientNoise noise = new GradientNoise(new Noise.Isotropic(1));
    for (Method method :
        new Method[] {Sgd.step(.1).nesterov(.9).noise(noise), AdamW.step(.1).noise(noise)}) {
      try {
        Parallel.setThreads(1);
        double[] alone = advance(on(600_001, method), 3).x();
        Parallel.setThreads(3);
        assertArrayEquals(alone, advance(on(600_001, method), 3).x());
      } finally {
        Parallel.setThreads(before);
      }
    }
  }
}
