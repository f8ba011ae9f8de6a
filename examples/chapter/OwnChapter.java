import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ironopt.io.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Group;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;
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
      @Setting(value = "Steps, each > 0.", paper = "1, 10, 100", above = 0) double[] alpha,
      @Setting(value = "Independent chains of each step.", paper = "400", smoke = "40", least = 2)
          int chains,
      @Setting(value = "Steps of a chain; the second half counts.", paper = "400", least = 2)
          int iterations,
      @Setting(value = "Root seed.", paper = "0") long seed) {}

  /** The command line looks for this field. */
  public static final Chapter<Settings> CHAPTER =
      new Chapter<>("own", "the spread of IRON on a bowl", Settings.class, OwnChapter::new);

  private static final double[] EIGENVALUES = {1, 4};

  private final Settings settings;
  private final Quadratic bowl =
      Quadratic.ofEigen(EIGENVALUES, DenseMatrix.identity(2), new double[2]);
  private final Group<Double> steps;

  OwnChapter(Settings settings) {
    this.settings = settings;
    steps = Group.of(settings.alpha(), this::cell);
  }

  @Override
  public String name() {
    return CHAPTER.name();
  }

  @Override
  public Values settings() {
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
    Values identity =
        new Values()
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
    Streams streams = new Streams(settings.seed() + number);
    Stepper stepper = iron.start(bowl, new double[] {1, 1}, streams);
    double sum = 0;
    for (int k = 0; k < settings.iterations(); k++) {
      stepper.advance();
      sum += 2 * k >= settings.iterations() ? Vectors.dot(stepper.x(), stepper.x()) : 0;
    }
    return new double[] {sum / (settings.iterations() - settings.iterations() / 2)};
  }

  private static Outcome measured(List<double[]> chains) {
    Columns table = new Columns("mse");
    chains.forEach(table::add);
    Interval mse = Interval.ofMeans(table.column("mse"));
    return new Outcome(Outcome.with(new Values(), "mse", mse), table, Map.of());
  }

  /** Everything below is made from finished cells; those that are missing are left out. */
  @Override
  public Story tell(Results results) {
    Outcomes<Double> found = results.of(steps);
    return new Story(
        "The spread of IRON on a bowl",
        "The larger the step, the closer the chain stays to the minimum.",
        List.of(
            new Story.Section("Spread by step", "Chains and the exact value.", figure(found))
                .with(table(found))),
        claims(found));
  }

  private double exact(double alpha) {
    IronParameters p = new IronParameters(alpha, 1, 1);
    return StationaryCovariance.mse(Scheme.IRON, p, EIGENVALUES, 1).orElse(Double.NaN);
  }

  private Interval mse(Outcome outcome) {
    return outcome.interval("mse", settings.chains());
  }

  private Figure figure(Outcomes<Double> found) {
    double[] alpha = found.found().stream().mapToDouble(Found::key).toArray();
    double[] exact = Arrays.stream(alpha).map(this::exact).toArray();
    List<Interval> means = found.outcomes().stream().map(this::mse).toList();
    Style dots = Style.line(Color.VERMILION).marked(Marker.CIRCLE);
    return new Figure(
        "own-spread",
        "Mean squared distance to the minimum with 95 % intervals, and its exact value.",
        1,
        List.of(
            new Panel(
                "",
                Axis.log("step α"),
                Axis.log("E‖x − x*‖²"),
                List.of(
                    new Layer.Line("exact", alpha, exact, Style.line(Color.BLUE)),
                    new Layer.Errors("chains", alpha, means, dots)))));
  }

  private Story.TextTable table(Outcomes<Double> found) {
    List<List<String>> rows = new ArrayList<>();
    for (Found<Double> f : found.found()) {
      Interval mse = mse(f.outcome());
      rows.add(
          List.of(
              Numbers.text(f.key()),
              Numbers.text(exact(f.key()), 4),
              Numbers.text(mse.mean(), 4) + " ± " + Numbers.text(mse.standardError(), 1)));
    }
    return new Story.TextTable("Spread by step", List.of("α", "exact", "measured"), rows);
  }

  /** The words and the limits are in {@code claims.toml}; the numbers decide. */
  private List<Claim> claims(Outcomes<Double> found) {
    Ledger ledger = Ledger.of(OwnChapter.class);
    if (!found.missing().isEmpty()) {
      ledger.restNotCheckable("not all cells have finished");
      return ledger.claims();
    }
    double before = Double.POSITIVE_INFINITY;
    double largest = 0;
    int part = 0;
    for (Found<Double> f : found.found()) {
      Interval mse = mse(f.outcome());
      ledger
          .part("α = " + Numbers.text(f.key()))
          .predicts("O1." + ++part, exact(f.key()), mse, "result.json");
      largest = Math.max(largest, mse.mean() / before);
      before = mse.mean();
    }
    String ratio = "largest ratio of neighbours " + Numbers.text(largest, 3);
    ledger.atMost("O2", largest, ratio, "figures/own-spread.csv");
    return ledger.claims();
  }
}
