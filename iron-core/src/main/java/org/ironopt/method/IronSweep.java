package org.ironopt.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Many {@link Iron} runs as one: contiguous groups of members of an {@link Ensemble}, each with its
 * own step lengths, mu, gamma, noise and inner tolerance. An alpha-sweep, a set of seeds or a cloud
 * of particles is one run instead of thousands; every member has the bits of a run of its own.
 *
 * <pre>{@code
 * IronSweep sweep = IronSweep.over(alphas, a -> Iron.step(a).noise(noise)).members(500);
 * Ensemble all = sweep.ensemble(f);
 * Run.of(sweep, all).from(all.replicate(x0)).stop(Stop.steps(1000)).go();
 * }</pre>
 *
 * The noise of a member depends on its number within its group, not on the number of members.
 * Groups draw from streams of their own; with {@link #commonNoise} member j of every group gets the
 * same noise, so that groups differ by their parameters alone.
 *
 * <p>Needs what {@link Iron} needs, on an ensemble. Guarantee: every member is a run of Iron, so
 * that all which holds for Iron holds for it. Reference and deviation: those of {@link Iron}; only
 * the inner tolerance of a solver may differ between groups, and there are no minibatches.
 *
 * @param groups who shares parameters, in the order of the members
 * @param common whether groups without a seed of their own share their noise
 */
public record IronSweep(List<Group> groups, boolean common) implements Flow {

  /**
   * Members that share parameters.
   *
   * @param iron the parameters
   * @param members how many
   * @param seed root of the group's noise, as if it were a run of its own; that of the run if empty
   */
  public record Group(Iron iron, int members, OptionalLong seed) {
    public Group {
      Require.atLeast("members of a group", 1, members);
    }

    /** Returns a group with the noise of the run. */
    public Group(Iron iron, int members) {
      this(iron, members, OptionalLong.empty());
    }
  }

  public IronSweep {
    groups = List.copyOf(groups);
    Require.that(!groups.isEmpty(), "the sweep is empty, expected at least one group");
  }

  /** Returns one member for each parameter set. */
  public static IronSweep of(List<Iron> irons) {
    return new IronSweep(irons.stream().map(iron -> new Group(iron, 1)).toList(), false);
  }

  /** Returns one member for each number of a grid. */
  public static IronSweep over(double[] grid, DoubleFunction<Iron> iron) {
    return of(Arrays.stream(grid).mapToObj(iron).toList());
  }

  /** Returns one member for each seed, each as a run of its own with that seed. */
  public static IronSweep seeds(Iron iron, long... seeds) {
    return new IronSweep(
        Arrays.stream(seeds).mapToObj(s -> new Group(iron, 1, OptionalLong.of(s))).toList(), false);
  }

  /** Changes the size of every group. */
  public IronSweep members(int each) {
    return new IronSweep(
        groups.stream().map(g -> new Group(g.iron(), each, g.seed())).toList(), common);
  }

  /** Gives member j of every group the same noise. */
  public IronSweep commonNoise() {
    return new IronSweep(groups, true);
  }

  /** Returns how many members all groups have. */
  public int members() {
    return groups.stream().mapToInt(Group::members).reduce(0, Math::addExact);
  }

  /** Returns the number of the first member of a group. */
  public int firstMember(int group) {
    return groups.subList(0, group).stream().mapToInt(Group::members).sum();
  }

  /** Returns the ensemble that this sweep runs on. */
  public Ensemble ensemble(Objective base) {
    return Ensemble.of(base, members());
  }

  @Override
  public String name() {
    return "iron-sweep";
  }

  @Override
  public String id() {
    return groups.stream()
        .map(g -> g.members() + " members, " + seedWords(g) + ": " + g.iron().id())
        .collect(Collectors.joining("; ", "iron-sweep(common noise: " + common + "; ", ")"));
  }

  private static String seedWords(Group g) {
    return g.seed().isPresent() ? "seed " + g.seed().getAsLong() : "the run's seed";
  }

  @Override
  public FlowStepper start(Objective objective, double[] x0, double[] v0, RandomStreams streams) {
    if (!(objective instanceof Ensemble all) || all.members() != members()) {
      String expected = " members, expected an ensemble of as many (see ensemble(f)), got ";
      throw new IllegalArgumentException(
          "the sweep has " + members() + expected + words(objective));
    }
    List<Iron> irons = groups.stream().map(Group::iron).toList();
    for (Iron iron : irons) {
      Batches batches = iron.batches();
      Center center = iron.center();
      Require.that(batches instanceof Batches.All, "a sweep has no minibatches, got %s", batches);
      Require.that(
          center instanceof Center.Plain, "a sweep has no minibatches to correct, got %s", center);
      iron.requireConsistent();
    }
    EnsembleLayout layout =
        new EnsembleLayout(
            all.base().dimension(), groups.stream().mapToInt(Group::members).toArray());
    List<NoiseSampler.Source> sources = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      sources.add(new NoiseSampler.Source(irons.get(g).noise().noise(), stream(g, streams)));
    }
    return new IronStepper.OfMembers(irons, all, new NoiseSampler(layout, sources), x0, v0);
  }

  private RandomStream stream(int g, RandomStreams streams) {
    OptionalLong seed = groups.get(g).seed();
    if (seed.isPresent()) {
      return new RandomStreams(seed.getAsLong()).stream(NoiseSampler.STREAM);
    }
    return streams.stream(common || g == 0 ? NoiseSampler.STREAM : NoiseSampler.STREAM + "/" + g);
  }

  private static String words(Objective objective) {
    return objective instanceof Ensemble all
        ? "one of " + all.members()
        : objective.getClass().getSimpleName();
  }
}
