package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.EigenCovariance;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.GradientSpread;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.Transition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The closed forms of the page against those of the library, in a real browser. */
@Execution(ExecutionMode.CONCURRENT)
class ScriptTest {
  private static final double DIGITS = 1e-12;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<Scheme, String> NAMES =
      Map.of(Scheme.IRON, "iron", Scheme.NAG_GS, "nag-gs", Scheme.EXPLICIT_EULER, "euler");

  @TempDir static Path scratch;
  private static Chromium browser;
  private static ExploreServer server;

  @BeforeAll
  static void start() throws Exception {
    Optional<Chromium> found = Chromium.start(scratch.resolve("profile"));
    assumeTrue(found.isPresent(), "closed forms of the page were not tested: no chromium");
    browser = found.get();
    server = ExploreServer.start(Optional.of(0), scratch);
    browser.open(server.address());
    // A file of the page that runs nothing: scripts are imported into it.
    browser.open(server.address().replaceAll("\\?.*", "style.css"));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
      server.close();
    }
  }

  /** Calls a function of a script with each list of arguments. */
  private static JsonNode call(String script, String function, List<List<Object>> arguments) {
    return browser.eval(
        "import('/%s').then(m => %s.map(a => m.%s(...a)))"
            .formatted(script, JSON.writeValueAsString(arguments), function));
  }

  private static Map<String, Object> json(IronParameters p) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("alpha", p.alpha());
    json.put("mu", p.mu());
    json.put("gamma", p.gamma());
    json.put("tau", p.tau());
    json.put("s", p.s());
    json.put("lambda", p.lambda());
    json.put("noiseScale", p.noiseScale());
    json.put("delta", p.delta());
    return json;
  }

  private record Case(Scheme scheme, IronParameters p, double[] values, double rho2) {}

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (double alpha : new double[] {1e-3, 0.02, 0.3, 1, 2.3, 7, 50, 1e3, 1e6}) {
      for (double[] flow : new double[][] {{1, 1}, {0, 0.4}, {0.5, 20}, {2, 0.01}}) {
        for (double[] values : new double[][] {{1, 3}, {0.05, 50}, {2, 2}}) {
          for (Scheme scheme : Scheme.values()) {
            IronParameters p = new IronParameters(alpha, flow[0], flow[1]);
            cases.add(new Case(scheme, p, values, 1.7));
          }
        }
      }
    }
    return cases;
  }

  private static void same(OptionalDouble expected, JsonNode found, Object about) {
    if (expected.isEmpty()) {
      assertEquals(true, found.isNull(), () -> about + ": expected none, got " + found);
    } else {
      double e = expected.getAsDouble();
      assertEquals(e, found.asDouble(), DIGITS * Math.abs(e), about::toString);
    }
  }

  private static List<Object> list(Case c, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of(NAMES.get(c.scheme()), json(c.p())));
    arguments.addAll(List.of(more));
    return arguments;
  }

  @Test
  void radiusErrorAndCriticalStep() {
    List<Case> cases = cases();
    JsonNode radius =
        call("theory.js", "spectralRadius", cases.stream().map(c -> list(c, c.values())).toList());
    JsonNode mse =
        call("theory.js", "mse", cases.stream().map(c -> list(c, c.values(), c.rho2())).toList());
    JsonNode critical =
        call(
            "theory.js",
            "criticalStep",
            cases.stream()
                .map(
                    c ->
                        List.<Object>of(
                            NAMES.get(c.scheme()), c.p().mu(), c.p().gamma(), c.values()))
                .toList());
    for (int i = 0; i < cases.size(); i++) {
      Case c = cases.get(i);
      double r = Contraction.spectralRadius(c.scheme(), c.p(), c.values());
      same(OptionalDouble.of(r), radius.get(i), "radius " + c);
      same(
          StationaryCovariance.mse(c.scheme(), c.p(), c.values(), c.rho2()),
          mse.get(i),
          "mse " + c);
      same(
          Contraction.criticalStep(c.scheme(), c.p().mu(), c.p().gamma(), c.values()),
          critical.get(i),
          "critical " + c);
    }
  }

  @Test
  void parametersLimitsAndBounds() {
    for (Case c : cases()) {
      if (c.scheme() != Scheme.IRON) {
        continue;
      }
      IronParameters p = c.p();
      JsonNode made =
          call("theory.js", "parameters", List.of(List.of(p.alpha(), p.mu(), p.gamma()))).get(0);
      json(p)
          .forEach(
              (name, v) -> same(OptionalDouble.of((double) v), made.path(name), name + " " + c));
      same(
          OptionalDouble.of(QuadraticConstant.isotropic(p.gamma(), c.values(), c.rho2())),
          call("theory.js", "constant", List.of(List.of(p.gamma(), c.values(), c.rho2()))).get(0),
          "constant " + c);
      same(
          OptionalDouble.of(NoiseSource.GRADIENT.diffusion(p, c.rho2())),
          call("theory.js", "diffusion", List.of(List.of("gradient", json(p), c.rho2()))).get(0),
          "diffusion " + c);
      same(
          new PositionBound(p).limsup(c.rho2()),
          call("theory.js", "positionBound", List.of(List.of(json(p), c.rho2()))).get(0),
          "S1 " + c);
      if (p.mu() > 0 && p.mu() <= c.values()[1]) {
        same(
            new ConstantStepBound(p.mu(), c.values()[1], p.gamma())
                .recursion()
                .limsup(p.alpha(), c.rho2()),
            call("theory.js", "paperBound", List.of(List.of(json(p), c.values()[1], c.rho2())))
                .get(0),
            "Theorem 1 " + c);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "problem=log-cosh&b=1.3",
        "problem=sine",
        "problem=double-well",
        "problem=logistic",
        "problem=rosenbrock"
      })
  void whatTheErrorTendsTo(String query) {
    for (double alpha : new double[] {1, 400, 1e6}) {
      Scene s = Scene.parse(query + "&gamma=0.7&mu=0.4&rho=1.2&alpha=" + alpha);
      IronParameters p = new IronParameters(alpha, s.mu(), s.gamma());
      Map<String, Object> unit = Exact.of(s, Mover.IRON).orElseThrow();
      JsonNode found =
          call("theory.js", "plateau", List.of(List.of(json(p), s.rho(), unit))).get(0);
      double[] x = s.problem().minimisers(s)[0];
      DenseMatrix sigma = DenseMatrix.identity(2).times(s.rho() * s.rho());
      Curved f = (Curved) s.problem().of(s);
      double limit = Plateau.limit(f, x, s.gamma(), sigma);
      same(OptionalDouble.of(limit), found.path("limit"), query);
      JsonNode shape = found.path("covariance");
      boolean small = s.gamma() * s.rho() < 0.35 * (double) unit.get("softest") * Math.sqrt(alpha);
      assertEquals(!small, shape.isNull(), query);
      if (small) {
        double trace = shape.get(0).asDouble() + shape.get(2).asDouble();
        same(OptionalDouble.of(limit / alpha), JSON.valueToTree(trace), query);
      }
      if (f instanceof HigherDerivatives smooth) {
        double mse = Plateau.isotropic(smooth, x, s.mu(), s.gamma(), s.rho() * s.rho()).mse(alpha);
        same(
            small && mse > 0 ? OptionalDouble.of(mse) : OptionalDouble.empty(),
            found.path("mse"),
            query + " " + alpha);
      }
    }
  }

  @Test
  void gradientDescent() {
    for (double eta : new double[] {1e-3, 0.1, 0.6, 1.1, 40}) {
      IronParameters p = new IronParameters(eta, 1, 1);
      same(
          GradientSpread.gradientDescent(eta, 1.9, 0.3),
          call("theory.js", "variance", List.of(List.of("sgd", json(p), 1.9, 0.3))).get(0),
          "sgd " + eta);
    }
  }

  /** After many steps the transient is the stationary law; after one it is the step itself. */
  @Test
  void theTransientStepsAsTheLibraryDoes() {
    for (Scheme scheme : Scheme.values()) {
      IronParameters p = new IronParameters(0.4, 0.8, 1.5);
      double a = 1.3;
      String advanced =
          "import('/theory.js').then(m => m.advance(m.along(0.5, -2, 1, 0, 0), m.transition('%s',"
              + " m.parameters(0.4, 0.8, 1.5), 1.3), 1.7, %d))";
      JsonNode one = browser.eval(advanced.formatted(NAMES.get(scheme), 1));
      Transition t = new Transition(scheme, p, a);
      double[] m = t.matrix();
      double[] g = t.noise();
      double q = 1.7 * t.noiseVariance();
      same(OptionalDouble.of(0.5 * m[0] - 2 * m[1]), one.path("e"), scheme);
      same(OptionalDouble.of(0.5 * m[2] - 2 * m[3]), one.path("w"), scheme);
      same(OptionalDouble.of(m[0] * m[0] + q * g[0] * g[0]), one.path("c11"), scheme);
      JsonNode last = browser.eval(advanced.formatted(NAMES.get(scheme), 2000));
      EigenCovariance law = EigenCovariance.closedForm(scheme, p, a, 1.7).orElseThrow();
      same(OptionalDouble.of(law.p11()), last.path("c11"), scheme);
      same(OptionalDouble.of(law.p12()), last.path("c12"), scheme);
      same(OptionalDouble.of(law.p22()), last.path("c22"), scheme);
    }
  }

  @Test
  void theEllipseIsTheCovarianceOfTheLibrary() {
    for (String query :
        List.of("turn=35&alpha=4", "problem=least-squares&alpha=4&noise=gradient")) {
      Scene s = Scene.parse(query);
      JsonNode found =
          browser.eval(
              ("Promise.all(['exact', 'state', 'problems'].map(n => import('/' + n + '.js')))"
                      + ".then(([e, t, p]) => { const s = t.read('?%s'); return e.exact(s, 'iron',"
                      + " p.spectrum(s, null), null).covariance; })")
                  .formatted(query));
      DenseMatrix h = DenseMatrix.zeros(2, 2);
      Curvature curvature = ((Curved) s.problem().of(s)).curvature();
      curvature.at(new double[2], new double[2]);
      curvature.block(0, h);
      h.symmetrize();
      IronParameters p = new IronParameters(4, 1, 1);
      double rho2 = s.noise() == Scene.Source.GRADIENT ? NoiseSource.GRADIENT.diffusion(p, 1) : 1;
      DenseMatrix c =
          GeneralCovariance.of(Scheme.IRON, p, h, DenseMatrix.diagonal(new double[] {rho2, rho2}))
              .orElseThrow()
              .position();
      double size = c.trace();
      assertEquals(c.get(0, 0), found.get(0).asDouble(), DIGITS * size, query);
      assertEquals(c.get(0, 1), found.get(1).asDouble(), DIGITS * size, query);
      assertEquals(c.get(1, 1), found.get(2).asDouble(), DIGITS * size, query);
    }
  }

  @Test
  void contoursAreThoseOfTheObjectives() {
    double[][] points = {{0.3, -1.2}, {2, 0.7}, {-1.4, 1.9}};
    for (Landscape problem : Landscape.values()) {
      String query = "turn=20&b=0.7&a1=1.3&problem=" + Scene.word(problem);
      Scene s = Scene.parse(query);
      for (double[] x : points) {
        JsonNode found =
            browser.eval(
                ("Promise.all(['state', 'problems'].map(n => import('/' + n + '.js')))"
                        + ".then(([t, p]) => { const s = t.read('?%s');"
                        + " return p.value(s, p.spectrum(s, null)?.q)(%s, %s); })")
                    .formatted(query, x[0], x[1]));
        double f = problem.of(s).value(x);
        assertEquals(f, found.asDouble(), DIGITS * (1 + Math.abs(f)), problem.toString());
      }
    }
  }

  @Test
  void defaultsAndLimitsAreThoseOfTheServer() {
    JsonNode d = browser.eval("import('/state.js').then(m => m.DEFAULTS)");
    Scene s = Scene.parse("");
    assertEquals(Scene.word(s.problem()), d.path("problem").asString());
    assertEquals(s.alpha(), d.path("alpha").asDouble());
    assertEquals(s.gamma(), d.path("gamma").asDouble());
    assertEquals(s.mu(), d.path("mu").asDouble());
    assertEquals(s.rho(), d.path("rho").asDouble());
    assertEquals(s.a1(), d.path("a1").asDouble());
    assertEquals(s.a2(), d.path("a2").asDouble());
    assertEquals(s.b(), d.path("b").asDouble());
    assertEquals(s.batch(), d.path("batch").asInt());
    assertEquals(s.particles(), d.path("particles").asInt());
    assertEquals(s.points().toString(), points(d));
    JsonNode most = browser.eval("import('/state.js').then(m => m.RANGES.particles[1])");
    assertEquals(Scene.MOST_PARTICLES, most.asInt());
  }

  private static String points(JsonNode d) {
    List<List<Double>> points = new ArrayList<>();
    for (JsonNode p : d.path("points")) {
      points.add(List.of(p.get(0).asDouble(), p.get(1).asDouble(), p.get(2).asDouble()));
    }
    return points.toString();
  }
}
