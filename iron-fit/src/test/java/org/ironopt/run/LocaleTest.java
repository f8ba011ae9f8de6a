package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSelection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is saved, compared or printed has the same digits in every language. */
class LocaleTest {
  private static final Locale ARABIC = Locale.forLanguageTag("ar-EG");
  private static final List<Locale> OTHERS =
      List.of(ARABIC, Locale.forLanguageTag("tr-TR"), Locale.GERMANY);

  @TempDir Path folder;

  /** Tests of this project run one after the other, so that the default may change for a while. */
  private static <T> T in(Locale locale, Supplier<T> answer) {
    Locale usual = Locale.getDefault();
    Locale.setDefault(locale);
    try {
      return answer.get();
    } finally {
      Locale.setDefault(usual);
    }
  }

  private static void assertSame(Supplier<String> text) {
    String plain = in(Locale.ROOT, text);
    for (Locale other : OTHERS) {
      assertEquals(plain, in(other, text), other.toString());
    }
  }

  @Test
  void theLocaleMatters() {
    assertNotEquals("10", in(ARABIC, () -> "%d".formatted(10)));
  }

  @Test
  void descriptionsOfEveryMethod() throws Exception {
    for (MethodContract contract : EveryMethodTest.contracts()) {
      assertSame(() -> contract.method().description());
      assertSame(() -> contract.other().description());
    }
    assertSame(() -> Sgd.step(.1).batches(Batches.given(2, 0, 1, 2)).description());
  }

  @Test
  void endings() {
    RuntimeException thrown = new IllegalStateException("gone");
    List<Ending> endings =
        List.of(
            new Ending.Converged(12, 1.5e-9, 1e-8),
            new Ending.TargetReached(12, 1.25, 1.5),
            new Ending.GapCertified(12, 1.5e-9, 1e-8),
            new Ending.Diverged(12, 1e300, 1.5),
            new Ending.Stopped(12, "enough"),
            new Ending.ValidationStalled(12, Ending.Check.EPOCH, 3, 9),
            new Ending.RoundingFloor(12, OptionalInt.of(2), 1.5e6),
            new Ending.NoiseFloor(12, 4),
            new Ending.NotAttained(12, true),
            new Ending.StepLimit(12),
            new Ending.TimeLimit(Duration.ofMillis(1500), 12),
            new Ending.Interrupted(12),
            new Ending.NotFinite(12, "f"),
            new Ending.InnerFailure(12, 10, InnerReport.notFinite()),
            new Ending.Failed(12, thrown));
    for (Ending ending : endings) {
      assertSame(ending::sentence);
    }
  }

  @Test
  void results() {
    Quadratic f = Fixtures.tp2();
    double[] x = Fixtures.tp2Start();
    assertSame(() -> Run.of(new Lbfgs(10), f).from(x).stop(Stop.steps(12)).go().toString());
    assertSame(() -> DerivativeCheck.at(f, x).toString());
    assertSame(() -> InnerSelection.of(f, x, 10, 1e-8).toString());
  }

  /** A run that is begun in one language and resumed in another is one run. */
  @Test
  void checkpoints() throws IOException {
    Quadratic f = Fixtures.tp2();
    Iron iron = Iron.step(2).mu(.8).noise(new CenterNoise(new Noise.Isotropic(.5)));
    for (Method method : List.of(iron, new Lbfgs(10))) {
      RunResult whole = Run.of(method, f).from(Fixtures.tp2Start()).stop(Stop.steps(9)).go();
      List<byte[]> files = new ArrayList<>();
      for (Locale locale : OTHERS) {
        Path path = folder.resolve(method.name() + locale);
        Run first = Run.of(method, f).from(Fixtures.tp2Start()).stop(Stop.steps(4));
        in(locale, () -> first.checkpoint(path, 4).go());
        files.add(Files.readAllBytes(path));
        RunResult resumed =
            in(Locale.ROOT, () -> Run.of(method, f).resume(path).stop(Stop.steps(9)).go());
        assertArrayEquals(whole.x(), resumed.x());
      }
      assertArrayEquals(files.getFirst(), files.getLast());
    }
  }
}
