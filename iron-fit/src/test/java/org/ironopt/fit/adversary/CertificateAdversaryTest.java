package org.ironopt.fit.adversary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.Slow;
import org.ironopt.fit.FitResult.CertificateKind;
import org.junit.jupiter.api.Test;

/**
 * The gap that a fit reports against the true one, by a solver of its own in extended precision, on
 * small problems that are drawn to break it. {@code -Diron.adversary.seed=} and {@code
 * -Diron.adversary.count=} draw others and more.
 */
class CertificateAdversaryTest {
  private static final long SEED = Long.getLong("iron.adversary.seed", 12);
  private static final int COUNT = Integer.getInteger("iron.adversary.count", 2000);

  /** Fewer gaps say little about a median. */
  private static final int ENOUGH = 20;

  /** The optimum is not known well enough for the ratio of smaller gaps. */
  private static final double KNOWABLE = 1e-18;

  /** So many, the first of all, are tried in every build. */
  private static final int FEW = 250;

  /** Drawn when the first test asks for them. */
  private static final class All {
    private static final List<Trial> TRIALS = first(COUNT);
  }

  private static List<Trial> first(int count) {
    return IntStream.range(0, count).parallel().mapToObj(k -> Trial.of(SEED, k)).toList();
  }

  @Test
  void noGapOfTheFirstIsSmallerThanTheTrueOne() {
    noneIsSmaller(first(FEW));
  }

  @Test
  @Slow
  void noGapIsSmallerThanTheTrueOne() {
    noneIsSmaller(All.TRIALS);
  }

  private static void noneIsSmaller(List<Trial> trials) {
    List<String> complaints = trials.stream().flatMap(t -> t.complaints().stream()).toList();
    assertEquals(
        0,
        complaints.size(),
        () -> complaints.stream().limit(50).collect(Collectors.joining("\n", "\n", "")));
  }

  @Test
  @Slow
  void nearlyEveryOptimumIsKnown() {
    long unknown = All.TRIALS.stream().filter(t -> !t.judged()).count();
    String sentence = unknown + " of " + COUNT + " optima are not known, seed " + SEED;
    long exact = All.TRIALS.stream().filter(Trial::exact).count();
    System.out.println(sentence + "; " + exact + " fits leave the rounding of residuals only");
    assertTrue(unknown <= 0.01 * COUNT, sentence);
  }

  @Test
  @Slow
  void everyMethodModelAndCertificateAppears() {
    Set<Object> seen = new HashSet<>();
    for (Trial t : All.TRIALS) {
      seen.addAll(List.of(t.method(), t.model(), t.kind()));
    }
    List<Object> wanted = new ArrayList<>(Contender.names());
    wanted.addAll(List.of(Drawn.Kind.values()));
    wanted.addAll(List.of(CertificateKind.values()));
    wanted.removeAll(seen);
    assertTrue(wanted.isEmpty() || COUNT < 2000, wanted + " never appeared, seed " + SEED);
  }

  @Test
  @Slow
  void aCertificateThatLeavesTheInterceptsOutIsCaught() {
    long caught = All.TRIALS.stream().filter(t -> t.judged() && t.naive()).count();
    System.out.println("without the intercepts " + caught + " of " + COUNT + " would be false");
    assertTrue(caught > 0, "|g|^2/(2 reg) was never false, seed " + SEED);
  }

  @Test
  @Slow
  void boundsAreTightUnderAPenaltyOfOneAndMore() {
    TreeMap<Integer, List<Double>> byDecade = new TreeMap<>();
    for (Trial t : All.TRIALS) {
      if (t.judged() && t.kind() == CertificateKind.GAP && t.truth() > KNOWABLE) {
        int decade = t.reg() == 0 ? -99 : (int) Math.floor(StrictMath.log10(t.reg()));
        byDecade.computeIfAbsent(decade, d -> new ArrayList<>()).add(t.reported() / t.truth());
      }
    }
    System.out.println("reported / true gap, seed " + SEED + ", " + COUNT + " problems");
    byDecade.forEach(
        (decade, ratios) -> {
          ratios.sort(null);
          double median = ratios.get(ratios.size() / 2);
          String from = decade == -99 ? "l1 only" : String.format(Locale.ROOT, "1e%+d", decade);
          String line =
              String.format(
                  Locale.ROOT,
                  "%-8s median %9.3g  largest %9.3g  count %d",
                  from,
                  median,
                  ratios.getLast(),
                  ratios.size());
          System.out.println(line);
          assertTrue(decade < 0 || ratios.size() < ENOUGH || median < 3, line);
        });
  }
}
