package org.ironopt.lab.explore;

import java.util.Optional;
import java.util.function.Function;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.random.GradientNoise;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.theory.Scheme;

/** The methods of the page. Those beside the flow have no center: their noise is the gradient's. */
enum ExploreMethod {
  IRON(ExploreMethod::iron),
  /** IRON with a snapshot after each pass over the points; without minibatches the same as IRON. */
  IRON_CORRECTED(
      s -> iron(s).center(new Center.Snapshot(Math.ceilDiv(s.points().size(), s.batch())))),
  NAG_GS(
      s ->
          NagGs.step(s.alpha())
              .mu(s.mu())
              .gamma(s.gamma())
              .frozen()
              .noise(s.model())
              .batches(batches(s))),
  EULER(s -> ExplicitEuler.step(s.alpha()).mu(s.mu()).gamma(s.gamma()).frozen().noise(s.model())),
  SGD(s -> Sgd.step(s.alpha()).noise(new GradientNoise(s.noiseLaw())).batches(batches(s))),
  ADAMW(s -> AdamW.step(s.alpha()).noise(new GradientNoise(s.noiseLaw())).batches(batches(s)));

  private final Function<PageState, Method> made;

  ExploreMethod(Function<PageState, Method> made) {
    this.made = made;
  }

  /** Returns the method with the parameters of the scene. */
  Method of(PageState s) {
    return made.apply(s);
  }

  /** Returns the discretisation of the flow that it is, without minibatches. */
  Optional<Scheme> scheme() {
    return switch (this) {
      case IRON, IRON_CORRECTED -> Optional.of(Scheme.IRON);
      case NAG_GS -> Optional.of(Scheme.NAG_GS);
      case EULER -> Optional.of(Scheme.EXPLICIT_EULER);
      case SGD, ADAMW -> Optional.empty();
    };
  }

  private static Iron iron(PageState s) {
    Iron iron =
        Iron.step(s.alpha())
            .mu(s.mu())
            .gamma(s.gamma())
            .frozen()
            .theta(s.theta())
            .noise(s.model())
            .batches(batches(s));
    // Systems of two equations are solved faster directly than by conjugate gradients.
    return s.problem().closedForm() ? iron : iron.inner(InnerMethod.NEWTON_CHOLESKY);
  }

  private static Batches batches(PageState s) {
    return s.noise() == PageState.Source.BATCH ? Batches.subsets(s.batch()) : Batches.all();
  }
}
