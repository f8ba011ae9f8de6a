package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStreams;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.Table;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions for raw rows are those for the same rows in a file, to the last bit. */
class RawRowsTest {
  private static final String NAMES = "amount;age;income;city;colour;day;number;answer;kind;count";
  private static final Set<String> TARGETS = Set.of("number", "answer", "kind", "count");

  @TempDir Path folder;
  private Path file;
  private final List<Map<String, String>> rows = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    String[] names = NAMES.split(";");
    StringBuilder text = new StringBuilder(NAMES + "\n");
    double[] u = new double[8];
    for (int i = 0; i < 200; i++) {
      new RandomStreams(5).stream("rows").normals(0, 8L * i, 1, u, 0, 8);
      LocalDate day = LocalDate.of(2023, 1, 1).plusDays(Math.abs(Math.round(300 * u[0])));
      String[] fields = {
        String.format(Locale.ROOT, "1.%03d,%02d", i, Math.abs(i * 7 % 100)),
        i % 9 == 0 ? "" : "" + Math.round(40 + 9 * u[1]),
        i % 5 < 2 ? "NA" : "" + (float) u[2],
        i % 11 == 0 ? "?" : List.of("Aarhus", "Gent", "Porto").get(i % 3),
        i % 5 < 2 ? "" : u[3] > 0 ? "red" : "blue",
        i % 13 == 0 ? "" : day.getDayOfMonth() + "." + day.getMonthValue() + "." + day.getYear(),
        "" + (float) (u[0] + u[2] + 0.1 * u[4]),
        u[1] + u[5] > 0 ? "yes" : "no",
        u[2] + 0.5 * u[6] > 0.5 ? "a" : u[3] > 0 ? "b" : "c",
        "" + Math.round(Math.abs(3 * u[7]))
      };
      Map<String, String> row = new HashMap<>();
      for (int c = 0; c < names.length; c++) {
        row.put(names[c], fields[c]);
      }
      rows.add(row);
      text.append(String.join(";", fields)).append('\n');
    }
    file = Files.writeString(folder.resolve("table.csv"), text);
  }

  private static TableReader reader(String target) {
    Set<String> others = new HashSet<>(TARGETS);
    others.remove(target);
    return new TableReader(target)
        .roles(new ColumnRoles(target, "", Set.of(), Set.of(), others, Map.of(), 50));
  }

  private Dataset encoded(Model model) throws IOException {
    return new TableReader("").read(file, model.table().orElseThrow(), false).data();
  }

  /** A session that reads nothing by itself hands over what a reader reads. */
  @Test
  void readByASession() throws IOException {
    FitPlugin.Session here =
        new FitPlugin.Session() {
          @Override
          public Partitions parts(ModelKind kind, boolean intercept, Dataset rows) {
            throw new UnsupportedOperationException();
          }

          @Override
          public void close() {}
        };
    TableData found = here.read(file, reader("answer"));
    TableData expected = reader("answer").read(file);
    assertEquals(expected.schema(), found.schema());
    assertEquals(expected.decisions(), found.decisions());
    assertEquals(expected.rows(), found.rows());
    for (int i = 0; i < expected.data().rows(); i++) {
      for (int j = 0; j < expected.data().columns(); j++) {
        double feature = expected.data().features().get(i, j);
        assertEquals(feature, found.data().features().get(i, j));
      }
      assertEquals(expected.data().label(i), found.data().label(i));
    }
  }

  private static double[] raw(Model model, Map<String, ?> row) {
    return model.kind().classes() ? model.probabilities(row) : new double[] {model.predict(row)};
  }

  private void same(Model model) throws Exception {
    Dataset data = encoded(model);
    boolean classes = model.kind().classes();
    double[] expected = classes ? model.probabilities(data).data() : model.predictions(data);
    assertArrayEquals(expected, classes ? model.probabilities(rows).data() : model.predict(rows));
    int width = expected.length / rows.size();
    Callable<double[]> all =
        () -> {
          double[] found = new double[expected.length];
          for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(raw(model, rows.get(i)), 0, found, i * width, width);
          }
          return found;
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<double[]>> found = Stream.generate(() -> threads.submit(all)).limit(8).toList();
      for (Future<double[]> f : found) {
        assertArrayEquals(expected, f.get());
      }
    }
  }

  @Test
  void linearModelsOfEveryKind() throws Exception {
    Table table = Table.read(file);
    same(Fit.ridge(table.by(reader("number"))).go().model());
    same(Fit.poisson(table.by(reader("count"))).go().model());
    same(Fit.softmax(table.by(reader("kind"))).go().model());
    TableData data = table.by(reader("answer"));
    Model model = Fit.logistic(data).go().model();
    TableSchema schema = data.schema();
    assertTrue(
        schema.features().containsAll(List.of("income missing", "city=Porto", "day year")),
        schema.features().toString());
    same(model);
    ModelFile.write(model, folder.resolve("model.json"));
    same(ModelFile.read(folder.resolve("model.json")));
  }

  @Test
  void aNetwork() throws Exception {
    TableData data = Table.read(file).by(reader("answer"));
    TrainTestSplit split = TrainTestSplit.stratified(data.data(), 1, 40, 40);
    same(
        NetworkFit.of(ModelKind.LOGISTIC, split.train(), split.validation().orElseThrow())
            .table(data.schema())
            .hidden(5)
            .epochs(3)
            .go()
            .network()
            .model());
  }

  @Test
  void valuesOfAnApplicationAreThoseOfTheirTexts() throws Exception {
    Model model = Fit.logistic(Table.read(file).by(reader("answer"))).go().model();
    Map<String, String> text = Map.of("age", "42", "amount", "1.017,50", "day", "3.4.2023");
    Map<String, ?> typed = Map.of("age", 42, "amount", 1017.5, "day", LocalDate.of(2023, 4, 3));
    double p = model.probability(text);
    assertEquals(p, model.probability(typed));
    assertEquals(p, model.probabilities(typed)[1]);
    assertEquals(p > 0.5 ? "yes" : "no", model.predictClass(typed));
    assertEquals(0, model.probabilities(List.of()).rows());
  }

  @Test
  void whatAModelCannotAnswerIsRefused() throws Exception {
    Model classes = Fit.softmax(Table.read(file).by(reader("kind"))).go().model();
    assertThrows(IllegalArgumentException.class, () -> classes.predict(Map.of()));
    assertThrows(IllegalArgumentException.class, () -> classes.probability(Map.of()));
    assertThrows(
        IllegalArgumentException.class, () -> classes.predictClass(Map.of("city", "Oslo")));
    Model numbers = Fit.ridge(Table.read(file).by(reader("number"))).go().model();
    assertThrows(IllegalArgumentException.class, () -> numbers.probability(Map.of()));
    Dataset plain = Dataset.regression(new double[][] {{1}, {2}, {4}}, new double[] {1, 2, 3});
    Model without = Fit.ridge(plain).go().model();
    assertThrows(IllegalArgumentException.class, () -> without.predict(Map.of("1", 2)));
  }
}
