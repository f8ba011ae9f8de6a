package org.ironopt.lab.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one tab of a browser looks at: the particles of one or two methods, how many steps they made
 * and what the theory says of them. Another scene takes the particles over where it can, so that a
 * cloud follows a slider.
 */
final class BrowserSession {
  /** How many frames the exact error is told ahead. */
  private static final int AHEAD = 60;

  /** Steps of one answer. */
  static final int MOST_STEPS = 1000;

  /**
   * One method; error and average are the exact ones after its steps, where there are some.
   *
   * @param average of the first particle since the last change
   */
  record Side(ParticleSwarm swarm, Optional<TransientError> error, Optional<AverageError> average) {
    void advance(int steps) {
      swarm.advance(steps);
      error.ifPresent(e -> e.advance(steps));
    }
  }

  /**
   * What the page has to know of a scene before its first frame.
   *
   * @param first steps that the particles have made
   * @param stride steps between two frames
   * @param spectrum eigenvalues of a quadratic, and its eigenvectors in the columns
   * @param variance whether the noise has one
   * @param laws of the methods
   * @param curves of the methods, over powers of the step
   * @param ahead the exact errors of the next frames, if there are any
   */
  record Header(
      long first,
      int stride,
      double[][] minimisers,
      Optional<double[][]> spectrum,
      boolean variance,
      List<LawSummary> laws,
      List<SceneTheory.Curve> curves,
      List<double[]> ahead) {}

  private SceneTheory theory;
  private List<Side> sides = List.of();
  private long k;
  private long part;
  private int stride;

  /**
   * Makes the steps of some frames and returns the bytes of the last.
   *
   * @param keep whether particles should go on from where they are
   * @param asked steps between two frames; as many as the scene needs if 0
   */
  synchronized byte[] frame(PageState next, boolean keep, int asked, int frames) {
    Optional<Header> header = Optional.empty();
    if (!keep || theory == null || !next.equals(theory.scene())) {
      begin(next, keep);
      header = Optional.of(header());
    }
    int steps = Math.min(MOST_STEPS, frames * (asked == 0 ? stride : asked));
    sides.forEach(side -> side.advance(steps));
    k += steps;
    return FrameEncoder.bytes(header, k, next.particles(), sides);
  }

  private void begin(PageState next, boolean keep) {
    SceneTheory now = SceneTheory.of(next);
    boolean goesOn =
        keep
            && theory != null
            && next.continues(theory.scene())
            && sides.stream().allMatch(side -> side.swarm().finite());
    boolean same = goesOn && next.sameFunction(theory.scene());
    k = goesOn ? k : 0;
    part = goesOn ? part + 1 : 0;
    List<Optional<ParticleSwarm.Places>> places =
        sides.stream().map(side -> Optional.of(side.swarm().places())).toList();
    List<Optional<TransientError>> errors = sides.stream().map(Side::error).toList();
    // Solvers of the scene before are in nobody's way when those of the next are made.
    clear();
    List<Side> started = new ArrayList<>();
    for (int i = 0; i < next.movers().size(); i++) {
      ExploreMethod mover = next.movers().get(i);
      ParticleSwarm swarm =
          new ParticleSwarm(now, mover, part, goesOn ? places.get(i) : Optional.empty());
      Optional<TransientError> before = same ? errors.get(i) : Optional.empty();
      started.add(
          new Side(
              swarm,
              goesOn
                  ? before.flatMap(error -> now.directions(mover).map(error::under))
                  : now.error(mover),
              now.average(mover, swarm.first(), swarm.firstVelocity())));
    }
    sides = started;
    theory = now;
  }

  private Header header() {
    List<ExploreMethod> movers = theory.scene().movers();
    List<LawSummary> laws = movers.stream().map(theory::law).toList();
    stride = theory.stride(laws);
    return new Header(
        k,
        stride,
        theory.minimisers(),
        theory.quadratic()
            ? Optional.of(
                new double[][] {theory.hessian().values(), theory.hessian().vectors().data()})
            : Optional.empty(),
        theory.hasVariance(),
        laws,
        movers.stream().map(theory::curve).toList(),
        sides.stream()
            .map(side -> side.error().map(e -> e.ahead(stride, AHEAD)).orElse(new double[0]))
            .toList());
  }

  /** Forgets whatever there is. */
  synchronized void clear() {
    theory = null;
    sides = List.of();
  }

  /** Returns whether there are many particles with solvers of their own. */
  synchronized boolean heavy() {
    return theory != null && theory.scene().heavy();
  }
}
