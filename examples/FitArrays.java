//JAVA 25+
//DEPS org.ironopt:iron-fit:0.5.0

import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;

/** Fits a model to arrays; prints its coefficients and its certificate. */
void main() {
  double[][] rows = {{1, 0.2}, {2, 0.1}, {3, 0.9}, {4, 0.4}, {5, 0.8}, {6, 0.3}};
  Dataset data = Dataset.classification(rows, "no", "no", "yes", "no", "yes", "yes");

  FitResult result = Fit.logistic(data).reg(1e-2).go();
  IO.println(result.model());
  IO.println(result.ending().sentence());
  IO.println("class of (5, 0.5): " + result.model().predictClass(5, 0.5));
}
