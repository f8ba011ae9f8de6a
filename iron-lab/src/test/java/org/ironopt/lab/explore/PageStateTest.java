package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ironopt.io.InputError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageStateTest {
  @Test
  void whatIsNotNamedHasItsDefault() {
    PageState s = PageState.parse("alpha=1e3&right=nag-gs&turn=-30&points=0,1,0;2,3,1&other=x");
    assertEquals(1000, s.alpha());
    assertEquals(ExploreMethod.NAG_GS, s.right().orElseThrow());
    assertEquals(-30, s.turn().getAsDouble());
    assertEquals(List.of(2.0, 3.0, 1.0), s.points().getLast());
    assertEquals(20_000, s.particles());
    assertEquals(ExploreObjective.QUADRATIC, s.problem());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "particles=1e9|particles is '1e9', expected a number from 1 to 200000",
        "particles=1.5|particles is '1.5', expected a whole number",
        "alpha=0|alpha is '0', expected a number from 0.001 to 1000000",
        "alpha=nan|alpha is 'nan', expected a number from 0.001 to 1000000",
        "gamma=x|gamma is 'x', expected a number from 0.001 to 1000",
        "problem=cube|problem is 'cube', expected one of quadratic, log-cosh, sine, double-well,"
            + " rosenbrock, logistic, least-squares",
        "seed=1.5|seed is '1.5', expected a whole number",
        "points=1,2|points has '1,2', expected X,Y,CLASS such as 0.5,-1,1",
        "points=1,2,3|points has '1,2,3', expected X,Y,CLASS such as 0.5,-1,1",
        "problem=logistic&points=1,2,1|points has 1, expected at least 2",
        "noise=batch|noise=batch needs a sum over points: problem=logistic or"
            + " problem=least-squares",
        "problem=logistic&noise=batch&particles=9&batch=9|batch is 9, expected at most the 8"
            + " points",
        "problem=logistic&noise=batch&particles=9&left=euler|euler takes whole gradients; choose"
            + " another method for noise=batch",
        "law=none|law is 'none'; take rho=0 for no noise"
      })
  void wrongAddressesAreRefusedInOneLine(String query, String line) {
    assertEquals(line, assertThrows(InputError.class, () -> PageState.parse(query)).getMessage());
  }

  /** The script of the page has defaults and limits of its own; the server must take them. */
  @Test
  void defaultsAndLimitsOfTheScriptAreThoseOfTheServer() throws IOException {
    String script;
    try (InputStream in = PageState.class.getResourceAsStream("state.js")) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    int ranges = script.indexOf("export const RANGES");
    String defaults = script.substring(script.indexOf("DEFAULTS"), script.indexOf("points: ["));
    List<String> known = new ArrayList<>();
    for (MatchResult one :
        Pattern.compile("(\\w+): '?([^',]+)'?,").matcher(defaults).results().toList()) {
      known.add(one.group(1));
      assertEquals(PageState.parse(""), PageState.parse(one.group(1) + "=" + one.group(2)));
    }
    assertTrue(
        known.containsAll(List.of("problem", "alpha", "turn", "batch", "zoom")), known::toString);
    String limits = script.substring(ranges, script.indexOf("};", ranges));
    int found = 0;
    for (MatchResult one :
        Pattern.compile("(\\w+): \\[([^,]+), ([^,]+),").matcher(limits).results().toList()) {
      for (int end = 2; end <= 3; end++) {
        String limit = new BigDecimal(one.group(end)).toPlainString();
        PageState.parse(one.group(1) + "=" + limit);
      }
      found++;
    }
    assertEquals(15, found);
  }
}
