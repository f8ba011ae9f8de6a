package org.ironopt.lab.foundations;

import java.util.List;
import java.util.function.BiConsumer;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.ledger.Claim;

/** All entries of this chapter. */
final class FoundationsClaims {
  private final FoundationsExperiment experiment;
  private final Results results;
  private final Entries entries = new Entries();

  FoundationsClaims(FoundationsExperiment experiment, Results results) {
    this.experiment = experiment;
    this.results = results;
  }

  List<Claim> all() {
    from("mapping", ModelClaims::mapping);
    from("implicit-euler", ModelClaims::implicitEuler);
    from("center-noise", ModelClaims::centerNoise);
    from("resolvent", ModelClaims::resolvent);
    from("inertial", ModelClaims::inertial);
    from("flow", ModelClaims::flow);
    from("lemmas", TheoryClaims::lemmas);
    from("recursion", TheoryClaims::recursion);
    from("varying", TheoryClaims::varying);
    from("quadratic", TheoryClaims::quadratic);
    from("batching", TheoryClaims::batching);
    from("inexact", TheoryClaims::inexact);
    from("resolvent", AlgorithmClaims::certificate);
    from("inner", AlgorithmClaims::inner);
    from("chains", AlgorithmClaims::chains);
    List.of("N1", "N2", "N3").forEach(entries.ledger()::notCheckable);
    return entries.all();
  }

  /** Returns the claims of the file on which nothing was said. */
  List<String> open() {
    return entries.ledger().open();
  }

  /** A study that has not finished makes no entry. */
  private void from(String study, BiConsumer<Entries, Findings> claims) {
    experiment.findings(results, study).ifPresent(found -> claims.accept(entries, found));
  }
}
