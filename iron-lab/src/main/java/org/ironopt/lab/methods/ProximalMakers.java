package org.ironopt.lab.methods;

import static org.ironopt.lab.methods.MethodKinds.batches;

import org.ironopt.lab.file.TomlSection;
import org.ironopt.method.Batches;
import org.ironopt.method.Schedule;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.method.proximal.Snapshots;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.Regularizer;

/** Stochastic proximal point methods, as a user asks for them. */
final class ProximalMakers {
  private ProximalMakers() {}

  static MethodMaker sppm(TomlSection o, int batch) {
    return (step, p) -> Sppm.step(step).batches(batches(batch, p));
  }

  static MethodMaker sppmCorrected(TomlSection o, int batch) {
    return (step, p) -> Sppm.step(step).corrected().batches(batches(batch, p));
  }

  static MethodMaker sppmNonuniform(TomlSection o, int batch) {
    double share = o.number("uniform_share", false, .5);
    return (step, p) -> Sppm.step(step).nonuniform(Sampling.byGradients(p, share));
  }

  static MethodMaker sppmSets(TomlSection o, int batch) {
    return (step, p) -> {
      var sets = Sampling.blocks(p.terms(), batch);
      return Sppm.step(step).sets(sets, Sampling.uniform(sets.size()));
    };
  }

  static MethodMaker sppmStar(TomlSection o, int batch) {
    Minimizers minimizers = new Minimizers();
    return (step, p) -> Sppm.step(step).star(minimizers.of(p)).batches(batches(batch, p));
  }

  static MethodMaker svrp(TomlSection o, int batch) {
    int every = o.whole("snapshot_every", 0, 0);
    return (step, p) -> {
      int epoch = Math.max(1, p.terms() / Math.max(1, batch));
      return Sppm.step(step).svrp(every > 0 ? every : epoch).batches(batches(batch, p));
    };
  }

  static MethodMaker loopless(TomlSection o, int batch) {
    double probability = o.number("probability", true, 0);
    return (step, p) -> {
      double perPass = Math.min(1, Math.max(1, batch) / (double) p.terms());
      return Sppm.step(step)
          .loopless()
          .snapshots(new Snapshots.Coin(probability > 0 ? probability : perPass))
          .batches(batches(batch, p));
    };
  }

  static MethodMaker sapa(TomlSection o, int batch) {
    return (step, p) -> Sppm.step(step).sapa().batches(Batches.epochs(1));
  }

  static MethodMaker pointSaga(TomlSection o, int batch) {
    return (step, p) -> Sppm.step(step).pointSaga().batches(Batches.epochs(1));
  }

  static MethodMaker spp(TomlSection o, int batch) {
    return (step, p) -> ProximalPoint.step(step).batches(batches(batch, p));
  }

  static MethodMaker sppIterateAverage(TomlSection o, int batch) {
    return (step, p) -> ProximalPoint.step(step).iterateAverage().batches(batches(batch, p));
  }

  static MethodMaker sppRestarted(TomlSection o, int batch) {
    int passes = o.whole("restart_passes", 1, 5);
    return (step, p) -> {
      int epoch = (int) Math.min(Integer.MAX_VALUE, (long) passes * MethodKinds.epoch(batch, p));
      return ProximalPoint.restarted(step, epoch).batches(batches(batch, p));
    };
  }

  /** A projection, or the proximal map of r, is not part of the resolvent: the step must fall. */
  static MethodMaker sppConstrained(TomlSection o, int batch) {
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

  static MethodMaker aiSgd(TomlSection o, int batch) {
    return (step, p) -> ProximalPoint.step(step).average().batches(batches(batch, p));
  }

  static MethodMaker sppam(TomlSection o, int batch) {
    double beta = o.number("beta", false, .5);
    return (step, p) -> ProximalPoint.step(step).momentum(beta).batches(batches(batch, p));
  }

  static MethodMaker robbinsMonro(TomlSection o, int batch) {
    return (step, p) -> ProximalRobbinsMonro.step(step).batches(batches(batch, p));
  }

  /** Looks for the point of the implicit step by explicit ones of lengths {@code 1/(j + 1)}. */
  static MethodMaker robbinsMonroApproximate(TomlSection o, int batch) {
    int count = o.whole("inner_steps", 1, 5);
    return (step, p) ->
        ProximalRobbinsMonro.step(step)
            .approximate(count, Schedule.power(1, 1))
            .batches(batches(batch, p));
  }

  static MethodMaker snspp(TomlSection o, int batch, boolean reduced) {
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
}
