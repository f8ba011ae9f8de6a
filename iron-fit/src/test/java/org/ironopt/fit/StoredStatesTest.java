package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ironopt.fit.CrossValidation.Search;
import org.ironopt.method.DiagonalScaling;
import org.ironopt.method.Iron;
import org.ironopt.method.IronSweep;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.LuoChen;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.flow.ProxNagGs;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.gradient.Saga;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.model.ModelBased;
import org.ironopt.method.model.TruncatedModel;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.regression.Samples;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * States as version 0.4.0 wrote them: a run, a fit and a search go on from them to the bits that
 * 0.4.0 found, and methods are known by the ids of 0.4.0. What is renamed keeps its former name in
 * files by {@link org.ironopt.io.internal.StableName}.
 */
class StoredStatesTest {
  @TempDir Path folder;

  /** A run of ten steps that goes on to twenty-five. */
  static Run run() {
    Iron iron = Iron.step(2).mu(.8).noise(new CenterNoise(new Noise.Isotropic(.5)));
    return Run.of(iron, Fixtures.tp2()).from(Fixtures.tp2Start()).seed(7);
  }

  /** By products, as 0.4.0 chose for it; softmax forms a matrix of that size now. */
  static Fit fit() {
    Fit fit = Fit.softmax(Samples.classes(Samples.dense(60, 3, 7), 3, 7));
    return fit.reg(1e-3).data("rows").method(FitMethod.CG);
  }

  static CrossValidation search(Path file, boolean resume) {
    Fit fit = Fit.logistic(Samples.classes(Samples.dense(80, 4, 5), 2, 5));
    return fit.crossValidation(Search.REG)
        .checkpoint(file, new Checkpoint.Fingerprint("settings", 4, "rows", 0), resume);
  }

  static Map<String, Method> methods() {
    Map<String, Method> all = new LinkedHashMap<>();
    all.put("iron", Iron.step(2));
    all.put("iron noise", Iron.step(2).mu(.8).noise(new CenterNoise(new Noise.Isotropic(.5))));
    all.put("iron steps", Iron.steps(Schedule.list(1, 10, 100)));
    all.put("iron inner", Iron.step(2).inner(InnerMethod.NEWTON_CG));
    all.put("sweep", IronSweep.over(new double[] {1, 10}, Iron::step));
    all.put("averaged", IterateAveraging.of(Iron.step(3)));
    all.put("scaled", DiagonalScaling.of(Iron.step(3), 1, 2, 4));
    all.put("explicit-euler", ExplicitEuler.step(.1));
    all.put("luo-chen", LuoChen.implicit(.1));
    all.put("nag-gs", NagGs.step(.1));
    all.put("prox-nag-gs", ProxNagGs.step(.1, 1));
    all.put("wilson-recht-jordan", WilsonRechtJordan.convex(2));
    all.put("adamw", AdamW.step(.1));
    all.put("forward-backward", ForwardBackward.step(.1).regularizer(Regularizer.l1(.25)));
    all.put("prox-svrg", ProxSvrg.step(.1, 20));
    all.put("saga", Saga.step(.1));
    all.put("sgd", Sgd.step(.1));
    all.put("model-based", ModelBased.step(.1));
    all.put("truncated", TruncatedModel.step(.1));
    all.put("proximal-point", ProximalPoint.step(.1));
    all.put("proximal-robbins-monro", ProximalRobbinsMonro.step(.1));
    all.put("snspp", Snspp.step(.1));
    all.put("sppm", Sppm.step(.1));
    return all;
  }

  static String bits(double... values) {
    return Arrays.stream(values).mapToObj(Double::toHexString).collect(Collectors.joining(" "));
  }

  private static Path file(String name) throws URISyntaxException {
    return Path.of(StoredStatesTest.class.getResource("/0.4.0/" + name).toURI());
  }

  private static String golden(String name) throws Exception {
    List<String> lines = Files.readAllLines(file("results.txt"));
    return lines.stream()
        .filter(line -> line.startsWith(name + "\t"))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  /** A copy, since what goes on from a file also writes it. */
  private Path copy(String name) throws IOException, URISyntaxException {
    return Files.copy(file(name), folder.resolve(name));
  }

  @Test
  void aRunGoesOnToTheSameBits() throws Exception {
    assertEquals(
        golden("run"), bits(run().resume(copy("run.checkpoint")).stop(Stop.steps(25)).go().x()));
  }

  @Test
  void aFitGoesOnToTheSameBits() throws Exception {
    FitResult result = fit().resume(copy("fit.checkpoint")).go();
    assertEquals(golden("fit"), bits(result.model().probabilities(new double[] {0.5, -1.25, 2})));
  }

  @Test
  void aSearchGoesOnToTheSameBits() throws Exception {
    CrossValidation.Found found =
        assertInstanceOf(CrossValidation.Found.class, search(copy("search.checkpoint"), true).go());
    assertEquals(golden("search"), bits(found.best().reg(), found.best().loss()));
  }

  @Test
  void methodsKeepTheirIds() throws Exception {
    for (Map.Entry<String, Method> method : methods().entrySet()) {
      assertEquals(golden("id " + method.getKey()), method.getValue().id(), method.getKey());
    }
  }

  /** Writes the files, by the version that is to be kept. */
  static void write(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    run().stop(Stop.steps(10)).checkpoint(folder.resolve("run.checkpoint"), 4).go();
    text.append("run\t" + bits(run().stop(Stop.steps(25)).go().x()) + "\n");
    fit().stepLimit(2).checkpoint(folder.resolve("fit.checkpoint"), Duration.ofDays(1)).go();
    double[] p = fit().go().model().probabilities(new double[] {0.5, -1.25, 2});
    text.append("fit\t" + bits(p) + "\n");
    search(folder.resolve("search.checkpoint"), false)
        .observe(
            fits -> {
              if (fits == 12) {
                Thread.currentThread().interrupt();
              }
            })
        .go();
    Thread.interrupted();
    CrossValidation.Found found =
        (CrossValidation.Found) search(folder.resolve("whole"), false).go();
    Files.delete(folder.resolve("whole"));
    text.append("search\t" + bits(found.best().reg(), found.best().loss()) + "\n");
    methods().forEach((name, m) -> text.append("id " + name + "\t" + m.description() + "\n"));
    Files.writeString(folder.resolve("results.txt"), text);
  }
}
