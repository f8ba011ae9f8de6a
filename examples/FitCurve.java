//JAVA 25+
//DEPS org.ironopt:iron-fit:0.5.0

import java.util.Map;
import org.ironopt.curve.Curve;
import org.ironopt.curve.CurveResult;

/** Fits a decay to ten measurements: parameters, standard errors, a prediction. */
void main() {
  double[] t = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  double[] c = {5.02, 3.41, 2.43, 1.85, 1.53, 1.27, 1.18, 1.09, 1.08, 1.01};

  CurveResult fit =
      Curve.formula("c = a*exp(-k*t) + c0", Map.of("t", t, "c", c))
          .start("a", 1)
          .start("k", 0.1)
          .start("c0", 0)
          .bound("k", 0, 10)
          .go();
  IO.println(fit);
  CurveResult.Band next = fit.band(0.95, new double[] {12});
  IO.println("at 12: " + next.values()[0] + " +- " + next.halfNew()[0]);
}
