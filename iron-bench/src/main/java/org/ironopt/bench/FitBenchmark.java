package org.ironopt.bench;

import de.bwaldvogel.liblinear.SolverType;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.ironopt.lab.bench.Benchmark;
import org.ironopt.linalg.Parallel;

/**
 * Seconds to a relative gap of 1e-6, side by side with other libraries of the JVM, the data in
 * memory and in each one's own form. {@code NOTES} says who does not take part, and why.
 */
public final class FitBenchmark implements Benchmark {
  private static final int ROUNDS = 5;

  /** The constructors of Tribuo 4.3.2, and issue 344 of oracle/tribuo on its constant term. */
  private static final String NOTES =
      "without Tribuo: its linear SGD trainers always add a constant term and take no penalty,"
          + " those of its optimisers Pegasos and AdaGradRDA act on the constant term too, and"
          + " training ends after a number of epochs, at no optimum: it cannot be given these"
          + " objectives; ojAlgo and EJML take part in the ridge set only, since they solve"
          + " equations and quadratics";

  /** For the service loader. */
  public FitBenchmark() {}

  @Override
  public String name() {
    return "fit";
  }

  @Override
  public Result run(boolean quick, Consumer<String> log) throws IOException {
    List<Contestant> contestants =
        List.of(
            new IronContestant(),
            new LiblinearContestant(SolverType.L2R_LR, "liblinear newton"),
            new LiblinearContestant(SolverType.L2R_LR_DUAL, "liblinear dual"),
            new EjmlContestant(),
            new OjalgoContestant(),
            new HipparchusContestant());
    List<Race> races = new ArrayList<>();
    for (BenchSet set : BenchSets.all(quick, log)) {
      races.add(Race.run(set, contestants, quick ? 1 : ROUNDS, log));
    }
    return new Races(races);
  }

  private record Races(List<Race> races) implements Result {
    @Override
    public void print(PrintWriter out) {
      out.printf(
          Locale.ROOT,
          "seconds to a relative gap of %.0e, median (fastest to slowest) of runs in turns; iron on"
              + " %d threads, the objectives given to hipparchus too; ojalgo chooses its threads,"
              + " liblinear and ejml have one%n",
          Race.GAP,
          Parallel.threads());
      out.println(NOTES);
      for (Race race : races) {
        out.printf(Locale.ROOT, "%n%s, reg %.3g%n", race.set().name(), race.set().reg());
        race.lines().forEach(out::println);
        out.println(
            Double.isNaN(race.ratio())
                ? "  no other reached the gap"
                : String.format(Locale.ROOT, "  fastest other / iron: %.2f", race.ratio()));
      }
    }

    @Override
    public Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("gap", Race.GAP);
      json.put("threads", Parallel.threads());
      json.put("notes", NOTES);
      json.put("sets", races.stream().map(Race::json).toList());
      return json;
    }
  }
}
