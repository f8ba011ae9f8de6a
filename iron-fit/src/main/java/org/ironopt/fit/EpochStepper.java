package org.ironopt.fit;

import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.DelegatingMethod;
import org.ironopt.method.internal.DelegatingStepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.RandomStreams;

/**
 * Any method on a {@link FitProblem}, in rounds: a round is as many of its steps as read all rows
 * so often, or one step if that reads more. A round that was cut short goes on where it was.
 *
 * @param method whose steps are made
 * @param problem what it minimises
 * @param passes how often a round reads all rows, about
 * @param counter counts rows
 */
record EpochStepper(Method method, FitProblem problem, int passes, RowCounter counter)
    implements DelegatingMethod {
  /** Returns what the fit's own objective leaves out, whichever parts the method is given. */
  @Override
  public Regularizer regularizer() {
    return problem.regularizer();
  }

  @Override
  public Stepper start(Objective whole, double[] x0, RandomStreams streams) {
    return new Iteration(method.start(problem.objective(method), x0, streams));
  }

  private final class Iteration implements DelegatingStepper {
    private final Stepper stepper;
    private final long n = problem.terms().terms();
    private long round;

    /** Rows read and steps made in the round so far. */
    private long rows;

    private long steps;

    Iteration(Stepper stepper) {
      this.stepper = stepper;
    }

    @Override
    public StepReport advance() {
      StepReport.Counts earlier = StepReport.Counts.NONE;
      while (true) {
        long before = counter.rows();
        StepReport last = stepper.advance();
        rows += counter.rows() - before;
        steps++;
        if (rows >= passes * n || steps >= passes * n) {
          rows = 0;
          steps = 0;
          round++;
          return last.numbered(round).measured(Double.NaN, Double.NaN).spending(earlier);
        }
        earlier = earlier.plus(last.work());
      }
    }

    @Override
    public long step() {
      return round;
    }

    @Override
    public Stepper stepper() {
      return stepper;
    }

    @Override
    public void state(StateCodec archive) throws IOException {
      round = archive.count(round);
      rows = archive.count(rows);
      steps = archive.count(steps);
    }
  }
}
