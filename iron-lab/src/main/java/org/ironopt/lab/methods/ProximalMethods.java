package org.ironopt.lab.methods;

import static org.ironopt.lab.methods.MethodKinds.batches;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.method.Schedule;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.run.Run;
import org.ironopt.run.Run.RunFailedException;
import org.ironopt.run.Stop;

/** Stochastic proximal point methods, as a user asks for them. */
final class ProximalMethods {
  private ProximalMethods() {}

  static MethodFactory sppmNonuniform(TomlSection o, int batch) {
    double share = o.number("uniform_share", false, .5);
    return (step, p) -> Sppm.step(step).nonuniform(byGradients(p, share));
  }

  static MethodFactory sppmSets(TomlSection o, int batch) {
    return (step, p) -> {
      var sets = blocks(p.terms(), batch);
      return Sppm.step(step).sets(sets, uniform(sets.size()));
    };
  }

  static MethodFactory sppmStar(TomlSection o, int batch) {
    Minimizers minimizers = new Minimizers();
    return (step, p) -> Sppm.step(step).star(minimizers.of(p)).batches(batches(batch, p));
  }

  static MethodFactory svrp(TomlSection o, int batch) {
    int every = o.whole("snapshot_every", 0, 0);
    return (step, p) -> {
      int epoch = Math.max(1, p.terms() / Math.max(1, batch));
      return Sppm.step(step).svrp(every > 0 ? every : epoch).batches(batches(batch, p));
    };
  }

  static MethodFactory loopless(TomlSection o, int batch) {
    double probability = o.number("probability", true, 0);
    return (step, p) -> {
      double perPass = Math.min(1, Math.max(1, batch) / (double) p.terms());
      return Sppm.step(step)
          .loopless()
          .snapshots(new Sppm.SnapshotSchedule.Coin(probability > 0 ? probability : perPass))
          .batches(batches(batch, p));
    };
  }

  static MethodFactory sppRestarted(TomlSection o, int batch) {
    int passes = o.whole("restart_passes", 1, 5);
    return (step, p) -> {
      int epoch = (int) Math.min(Integer.MAX_VALUE, (long) passes * MethodKinds.epoch(batch, p));
      return ProximalPoint.restarted(step, epoch).batches(batches(batch, p));
    };
  }

  /** A projection, or the proximal map of r, is not part of the resolvent: the step must fall. */
  static MethodFactory sppConstrained(TomlSection o, int batch) {
    double radius = o.number("radius", true, 0);
    return (step, p) -> {
      if (radius > 0 && p.composite()) {
        throw new IllegalArgumentException("takes a radius or a regularizer, not both");
      }
      Regularizer r = radius > 0 ? Regularizer.ball(radius) : p.regularizer();
      return ProximalPoint.steps(MethodKinds.decaying(step, p, batch))
          .regularizer(r)
          .batches(batches(batch, p));
    };
  }

  static MethodFactory sppam(TomlSection o, int batch) {
    double beta = o.number("beta", false, .5);
    return (step, p) -> ProximalPoint.step(step).momentum(beta).batches(batches(batch, p));
  }

  /** Looks for the point of the implicit step by explicit ones of lengths {@code 1/(j + 1)}. */
  static MethodFactory robbinsMonroApproximate(TomlSection o, int batch) {
    int count = o.whole("inner_steps", 1, 5);
    return (step, p) ->
        ProximalRobbinsMonro.step(step)
            .approximate(count, Schedule.power(1, 1))
            .batches(batches(batch, p));
  }

  static MethodFactory snspp(TomlSection o, int batch, boolean reduced) {
    int every = o.whole("snapshot_every", 1, 10);
    double tolerance = o.number("tolerance", false, 1e-6);
    return (step, p) -> {
      Snspp method =
          Snspp.step(step).tolerance(tolerance).regularizer(p.penalty()).batches(batches(batch, p));
      return reduced
          ? method.snapshotEvery(every)
          : new Snspp(
              Schedule.of(step + "/(k+1)^0.51", k -> step / StrictMath.pow(k + 1, 0.51)),
              0,
              tolerance,
              p.penalty(),
              method.batches());
    };
  }

  /** Returns the terms in their own order, cut into sets of so many; 0 for one set. */
  static List<List<Integer>> blocks(int terms, int size) {
    int length = size == 0 ? terms : Math.min(size, terms);
    List<List<Integer>> blocks = new ArrayList<>();
    for (int from = 0; from < terms; from += length) {
      blocks.add(IntStream.range(from, Math.min(terms, from + length)).boxed().toList());
    }
    return blocks;
  }

  static double[] uniform(int count) {
    double[] p = new double[count];
    Arrays.fill(p, 1.0 / count);
    return p;
  }

  /**
   * Returns {@code p_i = share/N + (1 - share) |grad f_i(x0)| / sum}: for a linear model without a
   * penalty that is the norm of row i, times how wrong the start is there. The uniform share bounds
   * the step {@code eta/(N p_i)} by {@code eta/share}.
   */
  static double[] byGradients(CompositeProblem p, double share) {
    if (share > 1) {
      throw new IllegalArgumentException("uniform_share is " + share + ", expected at most 1");
    }
    if (!(p.objective() instanceof FiniteSum f)) {
      throw new IllegalArgumentException("needs a finite sum");
    }
    int n = f.terms();
    double[] norms = new double[n];
    double[] g = new double[f.dimension()];
    int[] term = new int[1];
    double all = 0;
    for (int i = 0; i < n; i++) {
      term[0] = i;
      f.batch(term, 0, 1).gradient(p.start(), g);
      norms[i] = Vectors.norm(g);
      all += norms[i];
    }
    if (!(all > 0)) {
      return uniform(n);
    }
    double sum = all;
    Arrays.setAll(norms, i -> share / n + (1 - share) * norms[i] / sum);
    return norms;
  }

  /** Minimisers for a method of theory that must know them; found once for each problem. */
  private static final class Minimizers {
    private static final double ALPHA = 1e6;
    private static final double GRADIENT = 1e-10;
    private static final int STEPS = 200;

    private final Map<Objective, double[]> found = new IdentityHashMap<>();

    synchronized double[] of(CompositeProblem problem) {
      return found.computeIfAbsent(problem.objective(), f -> solve(problem));
    }

    /** An objective that throws somewhere has its best point elsewhere. */
    private static double[] solve(CompositeProblem problem) {
      Run run =
          Run.of(Iron.step(ALPHA).mu(problem.mu()), problem.objective())
              .from(problem.start())
              .stop(Stop.any(Stop.gradientNorm(GRADIENT), Stop.steps(STEPS)));
      try {
        return run.go().best();
      } catch (RunFailedException e) {
        return e.result().best();
      }
    }
  }
}
