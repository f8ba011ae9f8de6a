package org.ironopt.run;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Batches;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.IronSweep;
import org.ironopt.method.Stepper;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Preconditioner;

/** Noisy runs and the hash of their whole state; as a program it prints the hash. */
final class Bits {
  private static final int STEPS = 12;

  private record Case(Flow flow, Objective objective, double[] x0) {}

  private Bits() {}

  public static void main(String[] arguments) {
    System.out.println(straight());
  }

  private static List<Case> cases() {
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{1, .6, -.2}, {.6, .8, .1}, {-.2, .1, .5}});
    Quadratic tp2 = Fixtures.tp2();
    Iron full = Iron.step(2).mu(.8).gamma(.5).noise(new CenterNoise(new Noise.Full(sigma)));
    Ensemble cloud = Ensemble.of(tp2, 9000);
    IronSweep sweep =
        IronSweep.of(
                List.of(
                    Iron.step(1).noise(new CenterNoise(new Noise.Isotropic(1))),
                    Iron.step(30).frozen().noise(new GradientNoise(new Noise.Stable(1.7, .2)))))
            .members(150);
    Ensemble logCosh = sweep.ensemble(Fixtures.tp6());
    Iron newton =
        Iron.step(50).mu(.01).noise(new CenterNoise(new Noise.StudentT(3, new Noise.Isotropic(1))));
    int n = 40_000;
    double[] eigenvalues = new Random(1).doubles(n, .5, 3).toArray();
    Quadratic wide = Quadratic.diagonal(eigenvalues, new double[n]);
    NagGs nagGs = NagGs.step(.5).noise(new CenterNoise(new Noise.Isotropic(1)));
    Logistic rows = Logistic.of(Samples.classes(Samples.dense(600, 9, 3), 2, 5), .01);
    Softmax classes = Softmax.of(Samples.classes(Samples.dense(500, 7, 4), 3, 6), .02);
    InnerMethod noisy = InnerMethod.PREDICTIONS.tolerance(InnerTolerance.noise(.1));
    return List.of(
        new Case(batches(InnerMethod.GRAM), rows, new double[rows.dimension()]),
        new Case(batches(InnerMethod.GRAM), classes, new double[classes.dimension()]),
        new Case(batches(noisy), classes, new double[classes.dimension()]),
        new Case(
            batches(kept(new Preconditioner.Nystrom(4, 1))), rows, new double[rows.dimension()]),
        new Case(
            batches(kept(new Preconditioner.Kronecker())),
            classes,
            new double[classes.dimension()]),
        new Case(full, cloud, cloud.replicate(Fixtures.tp2Start())),
        new Case(sweep, logCosh, logCosh.replicate(new double[] {.5, 1, -2})),
        new Case(newton, Fixtures.tp5(), new double[5]),
        new Case(nagGs, wide, new double[n]));
  }

  private static Iron batches(InnerMethod inner) {
    return Iron.step(3).batches(Batches.epochs(150)).inner(inner);
  }

  private static InnerMethod kept(Preconditioner preconditioner) {
    return InnerMethod.NEWTON_CG.direction(
        new Direction.Cg(
            new Direction.ForcingTerm.Fixed(1e-3),
            new Preconditioner.Kept(preconditioner, 5),
            100));
  }

  /** Returns the hash of all cases, each run without a break. */
  static String straight() {
    Hash hash = new Hash();
    for (Case c : cases()) {
      Run.of(c.flow, c.objective).from(c.x0).seed(42).stop(Stop.steps(STEPS)).observe(hash).go();
    }
    return hash.hex();
  }

  /** Returns the hash of all cases, each stopped and resumed at a step chosen by the seed. */
  static String resumed(Path folder, long seed) {
    Hash hash = new Hash();
    int number = 0;
    for (Case c : cases()) {
      Path path = folder.resolve("case" + number++);
      int at = 1 + new Random(seed + number).nextInt(STEPS - 1);
      Run.of(c.flow, c.objective)
          .from(c.x0)
          .seed(42)
          .stop(Stop.steps(at))
          .checkpoint(path, STEPS)
          .go();
      Run.of(c.flow, c.objective).seed(42).resume(path).stop(Stop.steps(STEPS)).observe(hash).go();
    }
    return hash.hex();
  }

  /** Takes in the state after the last step. */
  private static final class Hash implements Run.Observer {
    private final MessageDigest digest;

    Hash() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void observe(StepRecord record, Stepper stepper) {
      if (record.step() == STEPS && stepper instanceof FlowStepper s) {
        for (double[] array : new double[][] {s.x(), s.v(), s.gamma()}) {
          ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * array.length);
          bytes.asDoubleBuffer().put(array);
          digest.update(bytes);
        }
      }
    }

    String hex() {
      return HexFormat.of().formatHex(digest.digest());
    }
  }
}
