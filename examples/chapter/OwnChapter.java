import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * A chapter of one's own: how far from the minimum IRON stays on a bowl, by step. Run it with
 * {@code ./iron reproduce --class-path examples/chapter/OwnChapter.java --chapter OwnChapter}.
 */
public final class OwnChapter implements Experiment {
  /** What can be set: key, option, help, range and the value at each scale. */
  record Settings(
      @Setting("Steps, each > 0 = 1, 10, 100; above 0") double[] alpha,
      @Setting("Independent chains of each step = 400; smoke 40; at least 2") int chains,
      @Setting("Steps of a chain; the second half counts = 400; at least 2") int iterations,
      @Setting("Root seed = 0") long seed) {}

  /** The command line looks for this field. */
  public static final Chapter<Settings> CHAPTER =
      new Chapter<>("own", "the spread of IRON on a bowl", Settings.class, OwnChapter::new);

  private static final double[] EIGENVALUES = {1, 4};

  private final Settings settings;
  private final Quadratic bowl =
      Quadratic.ofEigen(EIGENVALUES, DenseMatrix.identity(2), new double[2]);
  private final CellGroup<Double> steps;

  OwnChapter(Settings settings) {
    this.settings = settings;
    steps = CellGroup.of(settings.alpha(), this::cell);
  }

  @Override
  public String name() {
    return CHAPTER.name();
  }

  @Override
  public NamedValues settings() {
    return CHAPTER.write(settings);
  }

  @Override
  public List<Cell> cells() {
    return steps.cells();
  }

  @Override
  public String command(Path config) {
    String source = "examples/chapter/OwnChapter.java --chapter OwnChapter";
    return "./iron reproduce --class-path " + source + " --config " + config;
  }

  /** A cell is named by the numbers that determine its result; a slice is one chain. */
  private Cell cell(double alpha) {
    NamedValues identity =
        new NamedValues()
            .with("alpha", alpha)
            .with("chains", (long) settings.chains())
            .with("iterations", (long) settings.iterations())
            .with("seed", settings.seed());
    return Cell.of(
        "alpha-" + Numbers.text(alpha),
        identity,
        () -> SlicedTask.parallel(settings.chains(), i -> chain(alpha, i), OwnChapter::measured));
  }

  /** Returns the mean of the squared distance to the minimum over the second half of a chain. */
  private double[] chain(double alpha, int number) {
    Iron iron = Iron.step(alpha).frozen().noise(new CenterNoise(new Noise.Isotropic(1)));
    RandomStreams streams = new RandomStreams(settings.seed() + number);
    Stepper stepper = iron.start(bowl, new double[] {1, 1}, streams);
    double sum = 0;
    for (int k = 0; k < settings.iterations(); k++) {
      stepper.advance();
      sum += 2 * k >= settings.iterations() ? Vectors.dot(stepper.x(), stepper.x()) : 0;
    }
    return new double[] {sum / (settings.iterations() - settings.iterations() / 2)};
  }

  private static CellResult measured(List<double[]> chains) {
    NumericColumns table = new NumericColumns("mse");
    chains.forEach(table::add);
    ConfidenceInterval mse = ConfidenceInterval.ofMeans(table.column("mse"));
    return new CellResult(CellResult.with(new NamedValues(), "mse", mse), table, Map.of());
  }

  /**
   * Delivers named values of the finished cells; {@code claims.toml} judges them and {@code
   * page.toml} shows them.
   */
  @Override
  public ChapterReport report(ResultStore results) {
    List<Found<Double>> found = results.of(steps).found();
    ResultTables values = CellTables.settings(settings());
    CellTables.cells(values, "steps", found, settings.chains())
        .labelled(cell -> "α = " + Numbers.text(cell.key()))
        .with("alpha", Found::key)
        .with("exact", cell -> exact(cell.key()));
    values
        .table("neighbours", Math.max(0, found.size() - 1))
        .with("ratio", i -> found.get(i + 1).number("mse") / found.get(i).number("mse"));
    return ChapterPage.report(OwnChapter.class, values, results.of(steps).complete());
  }

  private static double exact(double alpha) {
    IronParameters p = new IronParameters(alpha, 1, 1);
    return StationaryCovariance.mse(Scheme.IRON, p, EIGENVALUES, 1).orElse(Double.NaN);
  }
}
