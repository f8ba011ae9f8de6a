package example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.table.Table;

/** Reads a table, fits, saves the model, loads it and asks it about a new row. */
public final class Main {
  private Main() {}

  /** Takes the table and the file for the model. */
  public static void main(String[] args) throws IOException {
    Table table = Table.read(Path.of(args[0]));
    FitResult fit = Fit.logistic(table.target("bought")).go();
    Path file = Path.of(args[1]);
    ModelFile.write(fit.model(), file);

    Map<String, Object> person =
        Map.of("city", "Gent", "age", 42, "visits", 9, "newsletter", "yes");
    Model model = ModelFile.read(file);
    IO.println("fitted: " + fit.model().probability(person));
    IO.println("loaded: " + model.probability(person));
  }
}
