package example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.ironopt.fit.Fit;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.table.Table;

/** Reads a table, fits, saves the model, loads it and asks it about a new row. */
public final class Main {
  private Main() {}

  /** Takes the table and the file for the model. */
  public static void main(String[] args) throws IOException {
    Model fitted = Fit.logistic(Table.read(Path.of(args[0])).target("bought")).go().model();
    Path file = Path.of(args[1]);
    ModelFile.write(fitted, file);

    Map<String, Object> person =
        Map.of("city", "Gent", "age", 42, "visits", 9, "newsletter", "yes");
    Model loaded = ModelFile.read(file);
    IO.println("fitted: " + fitted.probability(person));
    IO.println("loaded: " + loaded.probability(person));
    IO.println("module: " + Main.class.getModule().getName());
  }
}
