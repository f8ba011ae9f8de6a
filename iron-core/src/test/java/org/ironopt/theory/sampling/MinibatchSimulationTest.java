package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

/** The moments against the library's own steps on random least-squares problems. */
class MinibatchSimulationTest {
  private static final long SEED = 17;
  private static final int CHAINS = 60;
  private static final int STEPS = 250;

  /** Standard errors that a mean may be off. */
  private static final double ERRORS = 4;

  private record Problem(LinearLeastSquares f, QuadraticSum sum) {}

  private static Problem problem(SplittableRandom random, int d, int n, double ridge) {
    DenseMatrix x = DenseMatrix.of(n, d, random.doubles(n * d, -1.5, 1.5).toArray());
    double[] y = random.doubles(n, -1, 1).toArray();
    return new Problem(LinearLeastSquares.of(x, y, ridge), QuadraticSum.leastSquares(x, y, ridge));
  }

  private static Method method(LinearRecursion r, Batches batches) {
    return switch (r.kind()) {
      case IRON -> Iron.step(r.step()).mu(r.mu()).gamma(r.gamma()).frozen().batches(batches);
      case NAG_GS -> NagGs.step(r.step()).mu(r.mu()).gamma(r.gamma()).frozen().batches(batches);
      case SPPM -> Sppm.step(r.step()).batches(batches);
      case SGD -> Sgd.step(r.step()).batches(batches);
    };
  }

  /** Compares the mean square and the mean of each coordinate, over chains that start at x*. */
  private static void compare(
      Problem problem, SamplingScheme sampling, LinearRecursion r, long seed) {
    MinibatchMoments m = MinibatchMoments.of(BatchLaw.of(problem.sum(), sampling), r).orElseThrow();
    int b = sampling.size();
    Batches batches = sampling.replacement() ? Batches.withReplacement(b) : Batches.subsets(b);
    Method method = method(r, batches);
    double[] star = problem.sum().minimizer();
    int burn = (int) Math.ceil(StrictMath.log(1e-4) / StrictMath.log(m.radius()));
    double[] squares = new double[CHAINS];
    double[][] means = new double[star.length][CHAINS];
    for (int chain = 0; chain < CHAINS; chain++) {
      Stepper stepper = method.start(problem.f(), star, new RandomStreams(1000 * seed + chain));
      for (int k = 0; k < burn + STEPS; k++) {
        stepper.advance();
        if (k >= burn) {
          double[] e = stepper.x().clone();
          Vectors.axpy(-1, star, e);
          squares[chain] += Vectors.dot(e, e) / STEPS;
          for (int j = 0; j < star.length; j++) {
            means[j][chain] += e[j] / STEPS;
          }
        }
      }
    }
    String where = "seed " + seed + ", " + sampling + ", " + r + ", burn " + burn;
    double error = near(m.mse(), squares, m.standardError(), where);
    // A wrong model of the step is off by far more than this.
    assertTrue(error < .05 * m.mse(), where + ": " + error + " of " + m.mse());
    if (r.implicit()) {
      for (int j = 0; j < star.length; j++) {
        near(m.bias()[j], means[j], m.biasErrors()[j], where);
      }
    }
  }

  private static double near(double expected, double[] chains, double sampled, String where) {
    double mean = Vectors.sum(chains) / chains.length;
    double variance = 0;
    for (double x : chains) {
      variance += (x - mean) * (x - mean) / (chains.length - 1) / chains.length;
    }
    double error = Math.sqrt(variance + sampled * sampled);
    assertEquals(expected, mean, ERRORS * error, where);
    return error;
  }

  @Test
  void implicitStepsOnRandomProblems() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 12; trial++) {
      int d = 1 + random.nextInt(8);
      int n = Math.max(6, d + random.nextInt(33));
      int b = 1 + trial % 5;
      Problem problem = problem(random, d, n, Explicit.spread(random, .05, 1));
      SamplingScheme sampling = trial % 2 == 0 ? SamplingScheme.without(b) : SamplingScheme.with(b);
      double alpha = Explicit.spread(random, .3, 100);
      double mu = Explicit.spread(random, .1, 1);
      double gamma = Explicit.spread(random, .1, 1);
      IronParameters p = new IronParameters(alpha, mu, gamma);
      LinearRecursion r =
          trial % 6 == 5 ? LinearRecursion.sppm(p.lambda()) : LinearRecursion.iron(p);
      compare(problem, sampling, r, trial);
    }
  }

  @Test
  void explicitSteps() {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    for (int trial = 0; trial < 4; trial++) {
      Problem problem = problem(random, 3, 20, .3);
      SamplingScheme sampling = trial % 2 == 0 ? SamplingScheme.without(4) : SamplingScheme.with(2);
      LinearRecursion r =
          trial < 2
              ? LinearRecursion.sgd(.1)
              : LinearRecursion.nagGs(new IronParameters(.5, .3, .6));
      compare(problem, sampling, r, 100 + trial);
    }
  }

  /** A simulation of epochs in the theory, and the library's epochs. */
  @Test
  void epochs() {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    Problem problem = problem(random, 3, 10, .2);
    LinearRecursion r = LinearRecursion.iron(new IronParameters(.5, .2, .4));
    ReshuffledError simulated = ReshuffledError.of(problem.sum(), r, 4, 60, 60, 3);
    double[] star = problem.sum().minimizer();
    double mean = 0;
    double squares = 0;
    for (int chain = 0; chain < CHAINS; chain++) {
      Stepper stepper =
          method(r, Batches.epochs(4)).start(problem.f(), star, new RandomStreams(chain));
      double own = 0;
      for (int k = 0; k < 180; k++) {
        stepper.advance();
        if (k >= 90) {
          double distance = Vectors.distance(stepper.x(), star);
          own += distance * distance / 90;
        }
      }
      mean += own / CHAINS;
      squares += own * own / CHAINS;
    }
    double error =
        Math.hypot(Math.sqrt((squares - mean * mean) / (CHAINS - 1)), simulated.standardError());
    assertEquals(mean, simulated.mse(), ERRORS * error);
    assertTrue(error < .1 * mean, error + " of " + mean);
  }
}
