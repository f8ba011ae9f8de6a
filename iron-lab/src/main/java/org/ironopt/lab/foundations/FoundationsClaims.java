package org.ironopt.lab.foundations;

import java.util.List;
import java.util.function.BiConsumer;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.ledger.Claim;

/** All entries of this chapter: the paper's, then its errors, then what goes beyond it. */
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
    from("lemmas", TheoryClaims::lemmas);
    from("recursion", TheoryClaims::recursion);
    from("varying", TheoryClaims::varying);
    from("quadratic", TheoryClaims::quadratic);
    from("resolvent", AlgorithmClaims::certificate);
    from("inexact", TheoryClaims::inexact);
    from("inner", AlgorithmClaims::inner);
    from("chains", AlgorithmClaims::chains);
    AlgorithmClaims.undecidable(entries);
    from("resolvent", ErrorClaims::resolvent);
    from("inexact", ErrorClaims::inexact);
    from("inertial", ErrorClaims::inertial);
    from("chains", ErrorClaims::chains);
    from("recursion", BeyondClaims::recursion);
    from("varying", BeyondClaims::varying);
    from("quadratic", BeyondClaims::quadratic);
    from("inexact", BeyondClaims::inexact);
    from("lemmas", BeyondClaims::lemmas);
    from("chains", BeyondClaims::chains);
    return entries.all();
  }

  /** A study that has not finished makes no entry. */
  private void from(String study, BiConsumer<Entries, Findings> claims) {
    experiment.findings(results, study).ifPresent(found -> claims.accept(entries, found));
  }
}
