package org.ironopt.bench.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.ironopt.curve.Curve;
import org.ironopt.curve.CurveResult;
import org.junit.jupiter.api.Test;

class CurveProblemTest {
  /** A fit that starts at the certified parameters stays there, so that all parts fit together. */
  @Test
  void theFilesOfNistAreRead() throws IOException {
    List<CurveProblem> problems = CurveProblem.nist();
    assertEquals(54, problems.size());
    for (CurveProblem p : problems) {
      CurveResult fit = Curve.model(p.formula(), p.inputs(), p.y()).start(p.answer()).go();
      assertTrue(p.solvedBy(fit.values(), 1e-6), p.formula() + "\n" + fit);
      assertEquals(p.answer().length, p.start().length);
    }
  }
}
