//JAVA 25+
//DEPS org.ironopt:iron-fit:0.5.0

import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.table.Table;

/** Fits a table and predicts the probability of a raw row. */
void main() throws IOException {
  Table table = Table.read(Path.of("examples/people.csv"));
  FitResult fit = Fit.logistic(table.target("bought")).go();
  IO.println(fit.certificate());
  IO.println(fit.measures().measures());
  Map<String, Object> person = Map.of("city", "Gent", "age", 42, "visits", 9, "newsletter", "yes");
  IO.println("buys with probability " + fit.model().probability(person));
}
