package org.ironopt.bench;

import org.ironopt.fit.Fit;
import org.ironopt.model.Model;

/** This library, with its defaults; the tolerance is the relative gap that it must certify. */
record IronContestant() implements Contestant {
  @Override
  public String name() {
    return "iron";
  }

  @Override
  public boolean applies(BenchSet set) {
    return true;
  }

  @Override
  public Solve prepare(BenchSet set) {
    return tolerance -> {
      Model model =
          Fit.of(set.kind(), set.data())
              .reg(set.reg())
              .scale(false)
              .intercept(false)
              .tolerance(tolerance)
              .go()
              .model();
      return model.weights();
    };
  }
}
