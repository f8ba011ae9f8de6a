package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class TheoryCommandTest {
  private static final String PAPER = "theory --eigenvalues 1,1,3 --mu 1 --gamma 1 --rho 1";

  @Test
  void tableOfThePapersQuadratic() {
    Cli run = Cli.run(PAPER + " --alpha 1,10,200,500,10000");
    assertEquals(
        """
        iron, center noise; 3 eigenvalues from 1 to 3; mu = 1, gamma = 1, rho = 1

        alpha     tau    lambda      radius         MSE  alpha*MSE   C_quad    S1 bound  paper bound
            1       2  0.333333         0.5    0.412795   0.412795  2.11111           -            -
           10     1.1    4.7619   0.0909091    0.150954    1.50954  2.11111    0.212585            -
          200   1.005   99.7506  0.00497512   0.0103553    2.07106  2.11111   0.0147052            -
          500   1.002    249.75  0.00199601  0.00418985    2.09493  2.11111  0.00595233            -
        10000  1.0001   4999.75    9.999e-5  0.00021103     2.1103  2.11111  0.00029988  0.000733502

        Theorem 3.1 of the paper: G = 797.569, C = 2.25; its bound needs alpha > G.
        """,
        run.out());
    assertEquals("", run.err());
    assertEquals(0, run.code());
    assertTrue(run.out().lines().allMatch(line -> line.length() <= 100));
  }

  @Test
  void jsonHoldsTheExactStationaryErrors() {
    Cli run = Cli.run(PAPER + " --alpha 1,10,200,500 --json");
    JsonNode json = run.json();
    double[] mse = {0.412794612795, 0.1509541882, 0.0103553130625, 0.00418985321716};
    double[] scaled = {0.412794612795, 1.509541882, 2.07106261249, 2.09492660858};
    double[] alpha = {1, 10, 200, 500};
    assertEquals(4, json.get("rows").size());
    for (int i = 0; i < alpha.length; i++) {
      JsonNode row = json.get("rows").get(i);
      double tau = 1 / alpha[i] + 1;
      assertEquals(alpha[i], row.get("alpha").asDouble());
      close(tau, row.get("tau"), 1e-15);
      close(alpha[i] / (1 + tau), row.get("lambda"), 1e-15);
      close(mse[i], row.get("mse"), 5e-12);
      close(scaled[i], row.get("scaledMse"), 5e-12);
      // Both eigendirections have complex roots: the radius is sqrt(r delta) of the slower one.
      double r = 1 / (1 + alpha[i] / (1 + tau));
      close(Math.sqrt(r / (alpha[i] * (1 + tau))), row.get("spectralRadius"), 1e-12);
      assertTrue(row.get("paperBound").isNull());
    }
    close(19.0 / 9, json.get("cQuad"), 1e-15);
    close(797.569219381653, json.get("constants").get("G"), 1e-14);
    close(2.25, json.get("constants").get("C"), 1e-15);
    assertTrue(json.get("rows").get(0).get("s1Bound").isNull(), "S1 needs alpha^2 mu > 2 gamma");
    close(.21258503, json.get("rows").get(1).get("s1Bound"), 5e-8);
    assertEquals("", run.err());
  }

  @Test
  void stepsOfTheAuthorsScripts() {
    JsonNode rows =
        Cli.run(
                PAPER
                    + " --json --alpha 2.732050808,27.32050808,54.64101615,546.4101615,1366.025404")
            .json()
            .get("rows");
    double[] scaled = {0.841253476901, 1.84664745789, 1.97089703011, 2.09629262409, 2.10516128954};
    for (int i = 0; i < scaled.length; i++) {
      close(scaled[i], rows.get(i).get("scaledMse"), 1e-9);
    }
    assertFalse(rows.get(4).get("paperBound").isNull(), "1366 is the only one above G");
    assertTrue(rows.get(3).get("paperBound").isNull());
  }

  @Test
  void defaultsAreTheSmallestEigenvalueMuAndOne() {
    assertEquals(
        Cli.run("theory --eigenvalues 3,2,5 --mu 2 --gamma 2 --rho 1 --alpha 0.5,7 --json"),
        Cli.run("theory --eigenvalues 3,2,5 --alpha 0.5,7 --json"));
  }

  @Test
  void otherMethodsAndNoiseModels() {
    String one = "theory --eigenvalues 1.7 --mu 1 --gamma .6 --json --rho ";
    for (var expected :
        List.of(
            new Expected(
                ".9 --alpha .1,1,10,100",
                0.04875559656434422,
                0.032041608673357265,
                0.008445990857677584,
                0.0009902866047918632),
            new Expected(
                ".9 --method nag-gs --alpha .1,1,10,100",
                0.05076479102150462,
                0.04249098857274332,
                0.026910536328474424,
                0.005163426172166149),
            new Expected(".9 --method explicit-euler --alpha .1", 0.060461527868748),
            new Expected(
                "1 --noise-model gradient --alpha .5,1,5,50,500",
                0.0657890274754,
                0.109882059922,
                0.24721394191,
                0.333377705697,
                0.344722012755),
            new Expected(
                "1 --noise-model gradient --method nag-gs --alpha .5,1,5,50,500",
                0.0773315461154,
                0.145716696066,
                0.588441764912,
                1.61252984417,
                1.91977701952))) {
      JsonNode rows = Cli.run(one + expected.options).json().get("rows");
      for (int i = 0; i < expected.mse.length; i++) {
        close(expected.mse[i], rows.get(i).get("mse"), 5e-12);
      }
    }
  }

  private record Expected(String options, double... mse) {}

  @Test
  void anUnstableStepHasNoErrorButARadius() {
    JsonNode json =
        Cli.run("theory --eigenvalues 1,3 --mu 1 --gamma 1 --method nag-gs --alpha 4,4.8285 --json")
            .json();
    JsonNode stable = json.get("rows").get(0);
    JsonNode unstable = json.get("rows").get(1);
    close(.8319183588, stable.get("spectralRadius"), 1e-9);
    close(1.0000125033, unstable.get("spectralRadius"), 1e-9);
    assertTrue(unstable.get("mse").isNull() && unstable.get("scaledMse").isNull());
    assertTrue(stable.get("lambda").isNull() && json.get("cQuad").isNull());
    assertTrue(json.get("constants").get("G").isNull());
  }

  @Test
  void boundsNeedAConvexityConstant() {
    JsonNode json = Cli.run("theory --eigenvalues 1,3 --mu 2 --alpha 10,1e6 --json").json();
    assertTrue(json.get("rows").get(1).get("s1Bound").isNull());
    assertTrue(json.get("constants").get("C").isNull());
    assertFalse(json.get("rows").get(1).get("mse").isNull());
    String note = json.get("notes").get(0).asString();
    assertTrue(note.startsWith("mu = 2 is above the smallest eigenvalue, 1"), note);
    String above = "theory --eigenvalues 1,3 --mu 2 --alpha 10";
    assertTrue(Cli.run(above).out().endsWith("\nNote: " + note + ".\n"));
    assertFalse(Cli.run(above + " --quiet").out().contains("Note"));
  }

  @Test
  void relaxedStepsHaveTheLawOfTheDissipation() {
    Cli run = Cli.run(PAPER + " --alpha 1,200 --theta 0.75");
    assertEquals(
        """
        relaxed iron, theta = 0.75, center noise; 3 eigenvalues from 1 to 3; mu = 1, gamma = 1, rho = 1

        alpha    E    radius        MSE  alpha*MSE    limit  best alpha  best theta  its radius     gain
            1  0.5  0.428571    0.46891    0.46891  4.22222         1.5    0.666667    0.353553  2.56427
          200  100   0.33039  0.0203236    4.06471  4.22222     100.995    0.995074  0.00495062  1.15019

        The spread is that of IRON-FI at the step E = (2 theta - 1) alpha.
        alpha*MSE tends to C_quad/(2 theta - 1) = 4.22222.
        Best alpha and theta: the same spread, and the start forgotten in the fewest steps.
        Gain: how many times fewer steps they take than theta = 1 at that spread.
        """,
        run.out());
    // METHODS S6: total MSE at alpha = 1, 10, 200, 500.
    double[][] oracle = {
      {.583333333, .583333333, .583333333, .583333333},
      {.468910053, .232974575, .020323564, .008315852},
      {.412794613, .150954188, .010355313, .004189853}
    };
    double[] thetas = {0.5, 0.75, 1};
    for (int t = 0; t < 3; t++) {
      JsonNode json = Cli.run(PAPER + " --alpha 1,10,200,500 --json --theta " + thetas[t]).json();
      for (int i = 0; i < 4; i++) {
        close(oracle[t][i], json.get("rows").get(i).get("mse"), 5e-7);
      }
      assertEquals(thetas[t] == 0.5, json.get("limit").isNull());
    }
  }

  @Test
  void theFastestStepOfOneSpread() {
    // METHODS S6: spectrum {.1,.3,1,3,10}, mu = gamma = .1; E = .1, 1, 10 at theta = 3/4.
    JsonNode rows =
        Cli.run("theory --eigenvalues .1,.3,1,3,10 --alpha .2,2,20 --theta .75 --json")
            .json()
            .get("rows");
    double[][] best = {
      {.458257569496, .609108945118, .641742430504, 4.653944},
      {Math.sqrt(3), .788675134595, .267949192431, 1.899969},
      {10.954451150103, .956435464588, .045548849897, 1.288201}
    };
    String[] names = {"bestAlpha", "bestTheta", "bestRadius", "gain"};
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 4; k++) {
        close(best[i][k], rows.get(i).get(names[k]), k == 3 ? 4e-7 : 1e-10);
      }
    }
  }

  @Test
  void stableNoiseHasScalesAndQuantilesAndNoMeanSquare() {
    String one = "theory --eigenvalues 3 --mu 1 --gamma 1 --json --alpha .1,1,10,200,500 --tails ";
    double[][] oracle = {
      {.270100894867, .205971460218, .0987445416017, .0234918554678, .0148872635839},
      {.297303695424, .238604659488, .146328392793, .0568166669455, .0419427532265},
      {.33634865637, .28240286448, .219388557665, .137502649437, .118195144828},
      {.39039974581, .340613077227, .333406682422, .33333334551, .333333334119}
    };
    double[] tails = {2, 1.5, 1.2, 1};
    for (int t = 0; t < tails.length; t++) {
      JsonNode json = Cli.run(one + tails[t]).json();
      for (int i = 0; i < 5; i++) {
        JsonNode row = json.get("rows").get(i);
        close(oracle[t][i], row.get("scale"), 1e-10);
        assertFalse(row.has("mse") || row.has("scaledMse"));
      }
    }
    JsonNode cauchy = Cli.run(one + "1").json().get("rows").get(0);
    close(cauchy.get("scale").asDouble(), cauchy.get("median"), 1e-12);
    close(cauchy.get("scale").asDouble() * Math.tan(.45 * Math.PI), cauchy.get("within90"), 1e-12);
    close(.414430291150, cauchy.get("flow"), 1e-10);
    JsonNode relaxed = Cli.run(one + "1.5 --theta .75").json().get("rows").get(2);
    close(.201197449468, relaxed.get("scale"), 1e-10);
  }

  @Test
  void averagesOfAllMethodsHaveOneLimit() {
    String one = "theory --eigenvalues 3 --mu 1 --gamma 1 --json --alpha 10 --average ";
    JsonNode ten = Cli.run(one + "10").json().get("rows").get(0);
    close(.001097247792850986, ten.get("averageMse"), 1e-12);
    JsonNode hundred = Cli.run(one + "100").json().get("rows").get(0);
    close(1.1097247792850989e-4, hundred.get("averageMse"), 1e-12);
    close(1 / 90.0, hundred.get("limit"), 1e-14);
    close(1.139544513458, hundred.get("correlation"), 1e-11);
    close(100 / 1.139544513458, hundred.get("effectiveSize"), 1e-11);
    for (String other : List.of(" --method nag-gs", " --method explicit-euler", " --theta .75")) {
      String shorter = one.replace("10 --average", ".1 --average") + "100000000" + other;
      JsonNode row = Cli.run(shorter).json().get("rows").get(0);
      close(row.get("limit").asDouble(), row.get("scaledMse"), 1e-6);
      close(10 / 9.0, row.get("limit"), 1e-14);
    }
    Cli text =
        Cli.run("theory --eigenvalues 3 --alpha 10,1000 --method explicit-euler --average 9");
    assertTrue(text.out().lines().anyMatch(line -> line.matches(" +10( +-){6}")));
    assertTrue(text.out().lines().allMatch(line -> line.length() <= 100));
  }

  @Test
  void sentencesOfStableNoise() {
    String one = "theory --eigenvalues 1,3 --mu 1 --gamma 1 --alpha 10 --tails ";
    assertTrue(
        Cli.run(one + "0.8").out().contains("There is no mean for s <= 1 and no mean square"));
    assertTrue(Cli.run(one + "0.8").out().contains("s < 1: longer steps spread more"));
    assertTrue(Cli.run(one + "2").out().contains("the mean square is 2 scale^2"));
    String gradient = one + "1.5 --noise-model gradient";
    assertTrue(Cli.run(gradient).out().contains("Under gradient noise of fixed scale"));
    assertTrue(Cli.run(gradient).out().lines().allMatch(line -> line.length() <= 100));
  }

  private static final String OWN = " --class-path ../examples/objective/%s.java --objective %s";

  /** Two objectives of a user's own, one by its gradient alone, beside their simulation. */
  @Test
  void objectivesOfOnesOwnBesideSimulation() {
    for (String name : List.of("Places", "Counts")) {
      String command = "theory --mu 1 --gamma 0.5 --rho 0.7" + OWN.formatted(name, name);
      JsonNode json = Cli.run(command + " --alpha 30,1000 --chains 400 --json").json();
      assertTrue(json.get("minimum").get("gradientNorm").asDouble() < 1e-12);
      double[] limit = {0, 0};
      for (JsonNode a : json.get("minimum").get("eigenvalues")) {
        limit[0] += Math.pow(.5 * .7 / a.asDouble(), 2);
        limit[1] += Math.pow(.5 * .7, 2) / Math.pow(a.asDouble(), 3);
      }
      JsonNode plateau = json.get("plateau");
      close(limit[0], plateau.get("limit"), 1e-9);
      close(-3 * limit[1], plateau.get("linear"), 1e-9);
      JsonNode covariance = json.get("covariance");
      double trace = covariance.get(0).get(0).asDouble() + covariance.get(1).get(1).asDouble();
      assertEquals(limit[0], trace, 1e-9 * trace);
      for (JsonNode row : json.get("rows")) {
        JsonNode simulated = row.get("simulated");
        double error = simulated.get("standardError").asDouble();
        // What the expansion leaves out is of the order of its parameter to the fourth.
        double rest = Math.pow(row.get("parameter").asDouble(), 4) * row.get("mse").asDouble();
        double mse = row.get("expansion").asDouble();
        String where = name + ", " + row.get("alpha");
        assertEquals(mse, simulated.get("mse").asDouble(), 4 * error + 10 * rest, where);
        assertEquals(
            row.get("covariance").get(0).get(0).asDouble(),
            simulated.get("covariance").get(0).get(0).asDouble(),
            .08 * mse,
            where);
      }
      JsonNode plan = json.get("plan");
      double flow = Math.pow(.5 * .7, 2) / 2 / 1.5;
      double sum = 0;
      for (JsonNode a : json.get("minimum").get("eigenvalues")) {
        sum += flow / a.asDouble();
      }
      close(Math.sqrt(sum) / 10, plan.get("target"), 1e-9);
      JsonNode quadratic =
          Cli.run(
                  "plan --mu 1 --gamma 0.5 --rho 0.7 --json --eigenvalues %s,%s --target-rmse %s"
                      .formatted(
                          json.get("minimum").get("eigenvalues").get(0),
                          json.get("minimum").get("eigenvalues").get(1),
                          plan.get("target")))
              .json();
      close(quadratic.get("alpha").asDouble(), plan.get("alpha"), 1e-9);
    }
  }

  @Test
  void textAndRefusalsOfAnObjective() {
    String command = "theory --alpha 10,100 --chains 0" + OWN.formatted("Places", "Places");
    Cli text = Cli.run(command);
    assertTrue(text.out().startsWith("Places in 2 variables; mu = 1.46338, "), text.out());
    assertTrue(text.out().contains("\nPlanner: alpha = "), text.out());
    assertTrue(text.out().lines().allMatch(line -> line.length() <= 100), text.out());
    for (String[] wrong :
        List.of(
            new String[] {command + " --theta 0.7", "apply to a quadratic"},
            new String[] {command + " --eigenvalues 1", "does not go with --objective"},
            new String[] {command + " --method nag-gs", "iron and center noise"},
            new String[] {command + " --start 1", "--start has 1 number, expected the 2"},
            new String[] {"theory --alpha 1 --objective Nowhere", "is not on the class path"},
            new String[] {"theory --alpha 1 --objective java.lang.Object", "is no org.ironopt"},
            new String[] {"theory --alpha 1 --eigenvalues 1 --chains 3", "without --objective"})) {
      Cli refused = Cli.run(wrong[0]);
      assertEquals(2, refused.code(), wrong[0]);
      assertTrue(refused.err().contains(wrong[1]), refused.err());
    }
  }

  private static void close(double expected, JsonNode actual, double relative) {
    assertEquals(expected, actual.asDouble(), relative * Math.abs(expected));
  }
}
