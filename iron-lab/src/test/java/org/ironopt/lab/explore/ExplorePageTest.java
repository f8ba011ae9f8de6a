package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.Slow;
import org.ironopt.lab.report.HtmlPage;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** What the page shows and how it follows its controls. */
@Execution(ExecutionMode.CONCURRENT)
class ExplorePageTest extends InBrowser {
  private static final double[] SPECTRUM = {1, 3};

  /** Starts again and returns what was measured after at least 40 frames; the seed fixes it. */
  private static JsonNode settled() {
    browser.click("#restart");
    browser.until("!ironPage.stale && ironPage.header.first === 0 && ironPage.history.length > 45");
    return browser.eval("ironPage.history[40]").path("sides").path(0);
  }

  /** Compares the cloud with the closed form of the library at the page's step. */
  private static void followsTheExactSpread(Scheme scheme) {
    double alpha = number("ironPage.state.alpha");
    JsonNode found = settled();
    double exact =
        StationaryCovariance.mse(scheme, new IronParameters(alpha, 1, 1), SPECTRUM, 1)
            .orElseThrow();
    double error = found.path("error").asDouble();
    assertEquals(exact, found.path("mse").asDouble(), 4 * error, "alpha " + alpha);
    assertEquals(found.path("exact").asDouble(), found.path("mse").asDouble(), 4 * error);
  }

  @Test
  @Slow
  void theCloudFollowsTheSliderByMouseAndByKeyboard() {
    open("?particles=20000");
    double at = 4 / 9.0;
    for (double to : new double[] {0.38, 0.6, 0.75}) {
      double before = number("ironPage.state.alpha");
      browser.drag("#alpha-slider", at, to, 0.5);
      browser.until("ironPage.state.alpha !== " + before);
      followsTheExactSpread(Scheme.IRON);
      at = to;
    }
    double before = number("ironPage.state.alpha");
    browser.eval("document.querySelector('#alpha-slider').focus()");
    for (int i = 0; i < 30; i++) {
      browser.key("ArrowRight", 39);
    }
    browser.until("ironPage.state.alpha > " + 1.3 * before);
    followsTheExactSpread(Scheme.IRON);
    assertTrue(
        browser.eval("location.search").asString().contains("alpha=" + text("alpha")),
        browser.eval("location.search").asString());
    assertTrue(
        browser
            .eval("document.querySelector('#sentence').textContent")
            .asString()
            .contains("exactly"));
  }

  /** The sliders of theta and of the tails, the ring of the average and the table beside it. */
  @Test
  void relaxationTailsAndAverage() {
    open("?particles=2000&alpha=3");
    choose("theta", "0.5");
    browser.until("ironPage.state.theta === 0.5 && !ironPage.stale");
    double flow = StationaryCovariance.continuousTimeMse(1, 1, SPECTRUM, 1);
    assertEquals(flow, number("ironPage.header.laws[0].spread.mse"), 1e-12);
    browser.until("document.querySelector('#sentence').textContent.includes('the flow’s own')");
    browser.until("ironPage.frame.sides[0].averaged > 20");
    String numbers = "document.querySelector('#numbers').textContent";
    browser.until(numbers + ".includes('average of one particle')");
    browser.drag("#tails-slider", 0.98, 0.5, 0.5);
    browser.until("ironPage.state.law.startsWith('stable:1.') && !ironPage.stale");
    assertEquals(2, number("ironPage.header.laws[0].medians.length"));
    browser.until(numbers + ".includes('medians of |xⱼ − xⱼ*|, exact')");
    choose("tails", "2");
    browser.until("ironPage.state.law === 'gaussian' && !ironPage.stale");
    assertEquals("2", field("tails"));
  }

  @Test
  @Slow
  void theExactErrorFollowsChangesOfStepAndMethod() {
    open("?particles=20000&alpha=0.02&stride=5");
    browser.until("ironPage.history.length > 4");
    for (String change : List.of("sgd", "iron")) {
      choose("left", change);
      browser.until("ironPage.header.first > 0 && !ironPage.stale");
      double first = number("ironPage.header.first");
      browser.until("ironPage.frame.k > " + (first + 20));
      JsonNode found = browser.eval("ironPage.history.at(-1)").path("sides").path(0);
      double exact = found.path("exact").asDouble();
      assertTrue(exact > 0, "there is an exact value");
      // How many frames came before a change is the machine's business, so the draws are too.
      assertEquals(exact, found.path("mse").asDouble(), 6 * found.path("error").asDouble());
    }
    choose("a2", "7");
    browser.until("ironPage.header.first > 0 && !ironPage.stale && ironPage.state.a2 === 7");
    browser.until("ironPage.history.at(-1).k > ironPage.header.first");
    assertTrue(browser.eval("ironPage.history.at(-1).sides[0].exact").isNull());
  }

  @Test
  @Slow
  void nagGsExplodesWhereTheorySays() {
    double critical = Contraction.criticalStep(Scheme.NAG_GS, 1, 1, SPECTRUM).orElseThrow();
    open("?left=nag-gs&stride=20&particles=500&alpha=" + 0.9 * critical);
    browser.until("ironPage.history.length > 45");
    assertTrue(number("ironPage.frame.sides[0].mse") < 100);
    open("?left=nag-gs&stride=20&particles=500&alpha=" + 1.1 * critical);
    browser.until("ironPage.history.length > 45");
    assertTrue(number("ironPage.history.at(-1).sides[0].mse") > 1e6);
    String sentence = browser.eval("document.querySelector('#sentence').textContent").asString();
    assertTrue(sentence.contains("explodes"), sentence);
  }

  @Test
  void theAddressBringsTheStateBack() {
    open(
        "?problem=logistic&noise=batch&batch=3&particles=300&left=iron-corrected&right=sgd&zoom=2");
    choose("gamma", "0.7");
    String state = browser.eval("JSON.stringify(ironPage.state)").asString();
    String address = browser.eval("location.search").asString();
    assertTrue(address.contains("gamma=0.7"), address);
    browser.open("about:blank#");
    open(address);
    assertEquals(state, browser.eval("JSON.stringify(ironPage.state)").asString());
    JsonNode first = browser.eval("ironPage.history[0]");
    open(address);
    assertEquals(first, browser.eval("ironPage.history[0]"), "the same particles");
  }

  @Test
  @Slow
  void padPointsAndHandlesChangeTheState() {
    open("?particles=500");
    browser.drag("#pad", 0.3, 0.8, 0.25);
    assertTrue(number("ironPage.state.alpha") > 1e3);
    assertTrue(number("ironPage.state.gamma") > 5);
    browser.eval("document.querySelector('#pad').focus()");
    double gamma = number("ironPage.state.gamma");
    browser.key("ArrowDown", 40);
    browser.until("ironPage.state.gamma < " + gamma);
    open("?problem=logistic&particles=500");
    browser.click("#points");
    browser.until("ironPage.state.points.length === 9");
    browser.until("ironPage.shown.particles === 500 && ironPage.drawn > 3");
    open("?turn=0&b=0&particles=500");
    browser.until("ironPage.drawn > 3");
    // The first handle lies right of the middle, 1.6 of 2 times 2.2 units of the picture away.
    browser.drag("#side-left .front", 0.5 + 1.6 / 4.4, 0.5 + 0.8 / 4.4, 0.5);
    browser.until("Math.abs(ironPage.state.a1 - 4) < 0.2");
    // The same by keyboard.
    double turn = number("ironPage.state.turn");
    browser.eval("document.querySelector('#turn-slider').focus()");
    browser.key("ArrowRight", 39);
    browser.until("ironPage.state.turn > " + turn);
    choose("turn", "");
    browser.until("ironPage.state.turn === 'seed' && !location.search.includes('turn')");
  }

  @Test
  @Slow
  void whoWantsNoMotionSeesAStillCloudAndNarrowPagesDoNotScrollSideways() {
    browser.media("prefers-reduced-motion", "reduce");
    open("?particles=500");
    browser.until("ironPage.paused && ironPage.frame.k >= 100");
    double k = number("ironPage.frame.k");
    browser.eval(
        "new Promise(done => { let n = 0; const f = () => ++n > 20 ? done(1) :"
            + " requestAnimationFrame(f); f(); })");
    assertEquals(k, number("ironPage.frame.k"));
    browser.media("prefers-reduced-motion", "no-preference");
    browser.window(360, 800);
    open("?particles=500&right=nag-gs&alpha=1");
    assertTrue(number("document.documentElement.scrollWidth") <= 360);
    browser.window(1300, 1000);
  }

  @Test
  void everyControlHasALabelAndEverySliderANumberField() {
    open("");
    assertEquals(
        0,
        number(
            "[...document.querySelectorAll('input, select, textarea')].filter(e => !e.labels.length"
                + " && !e.ariaLabel).length"));
    assertEquals(
        0,
        number(
            "[...document.querySelectorAll('#controls [type=range]')].filter(e =>"
                + " !e.parentElement.querySelector('[type=number]')).length"));
  }

  private static String field(String name) {
    return browser.eval("document.querySelector('#" + name + "').value").asString();
  }

  /** Returns what stands below a field, empty if nothing does. */
  private static String refused(String name) {
    String note = "document.querySelector('#" + name + "').parentElement.querySelector('.refused')";
    return browser.eval(note + "?.hidden === false ? " + note + ".textContent : ''").asString();
  }

  @Test
  void aNumberOutsideItsRangeIsRefusedInItsField() {
    open("?particles=500&alpha=3");
    choose("alpha", "-5");
    assertEquals("3", field("alpha"));
    assertEquals("3", text("alpha"));
    assertTrue(refused("alpha").contains("-5") && refused("alpha").contains("0.001 to 1000000"));
    choose("alpha", "7");
    browser.until("ironPage.state.alpha === 7");
    assertEquals("", refused("alpha"));
    choose("particles", "2.5");
    assertEquals("500", field("particles"));
    assertTrue(refused("particles").contains("a whole number"), refused("particles"));
    open("?problem=logistic&noise=batch&batch=3&particles=300");
    choose("batch", "50");
    assertEquals("3", field("batch"));
    assertTrue(refused("batch").contains("1 to 8"), refused("batch"));
  }

  @Test
  void longNumbersFitIntoTheirFieldsAndTurnIsNotASeed() {
    open("?particles=200000&alpha=616600&seed=1000000");
    for (String name : List.of("alpha", "particles", "seed", "gamma", "turn")) {
      String input = "document.querySelector('#" + name + "')";
      assertTrue(
          number(input + ".scrollWidth") <= number(input + ".clientWidth"),
          name + " " + browser.eval(input + ".scrollWidth") + " " + field(name));
    }
    assertEquals("616600", field("alpha"));
    assertEquals("random", browser.eval("document.querySelector('#turn').placeholder").asString());
  }

  @Test
  void wrongNumbersOfAnAddressAreRefusedInTheirFields() {
    open("?particles=500&alpha=-5&batch=3.5");
    assertEquals("0.001", field("alpha"));
    assertTrue(refused("alpha").startsWith("-5 is refused"), refused("alpha"));
    assertTrue(refused("batch").contains("a whole number"), refused("batch"));
    assertEquals("", refused("particles"));
  }

  /** Pictures of the layers of the cloud, and the words about it. */
  private static final String LOOK =
      "[...['back', 'dots', 'front'].map(n => document.querySelector('#side-left"
          + " .' + n).toDataURL()), document.querySelector('#sentence').textContent]";

  @Test
  @Slow
  void contoursCloudCrossAndSentenceChangeTogether() {
    open("?particles=2000&alpha=2");
    browser.click("#pause");
    browser.until("!ironPage.asking && ironPage.frame.drawn");
    for (String problem : List.of("log-cosh", "rosenbrock", "double-well", "quadratic")) {
      JsonNode seen =
          browser.eval(
              "(async () => { const all = [JSON.stringify(%s)]; const list = document.querySelector('#problem'); list.value = '%s'; list.dispatchEvent(new Event('change')); for (let after = 0; after < 5; after += !ironPage.stale) { await new Promise(requestAnimationFrame); all.push(JSON.stringify(%s)); } return [...new Set(all)].map(JSON.parse); })()"
                  .formatted(LOOK, problem, LOOK));
      assertEquals(2, seen.size(), problem + ": before and after, nothing between");
      for (int i = 0; i < 4; i++) {
        assertTrue(!seen.get(0).get(i).equals(seen.get(1).get(i)), problem + " " + i);
      }
    }
  }

  @Test
  void whatTakesLongIsSaidToBeComputing() {
    open("?particles=500&alpha=2");
    String visible = "getComputedStyle(document.querySelector('.computing')).visibility";
    assertEquals("hidden", browser.eval(visible).asString());
    browser.latency(1500);
    choose("problem", "log-cosh");
    browser.until("ironPage.stale && " + visible + " === 'visible'");
    assertTrue(browser.eval("ironPage.stale").asBoolean());
    browser.latency(0);
    browser.until("!ironPage.stale");
    assertEquals("hidden", browser.eval(visible).asString());
  }

  @Test
  @Slow
  void aCloudOutOfViewIsSaidAndBroughtBackByAKey() {
    String away = "document.querySelector('#away')";
    for (String query : List.of("?zoom=5000&alpha=1", "?left=nag-gs&alpha=5&stride=3")) {
      open(query + "&particles=500&turn=10");
      browser.until("!" + away + ".hidden");
      browser.click("#pause");
      browser.until("!ironPage.asking");
      String words = browser.eval(away + ".textContent").asString();
      assertTrue(words.contains("of 500 particles") && words.contains("V brings"), words);
      double k = number("ironPage.frame.k");
      browser.key("v", 86);
      browser.until(away + ".hidden && !ironPage.stale");
      assertTrue(number("ironPage.frame.sides[0].seen") >= 450);
      assertEquals(k, number("ironPage.frame.k"), "a look makes no steps");
      assertEquals("zoom=" + text("zoom"), address("zoom=[^&]*"));
    }
  }

  private static String address(String pattern) {
    return browser.eval("location.search.match(/" + pattern + "/)[0]").asString();
  }

  @Test
  void everySymbolIsExplainedBesideIt() {
    open("?particles=500");
    JsonNode rows =
        browser.eval(
            "[...document.querySelectorAll('.control:not([hidden])')].map(r =>"
                + " [r.querySelector('label').textContent,"
                + " document.getElementById(r.querySelector('[aria-describedby]').getAttribute('aria-describedby')).innerText])");
    assertTrue(rows.size() >= 15, rows.toString());
    for (JsonNode row : rows) {
      assertTrue(row.get(1).asString().length() > 10, row.toString());
    }
    JsonNode captions =
        browser.eval(
            "['error', 'scaled', 'radius'].map(n => document.getElementById(n +"
                + " '-words').textContent)");
    assertTrue(captions.get(0).asString().contains("E|x − x*|², the mean squared distance"));
    assertTrue(captions.get(1).asString().contains("the step α"));
    assertTrue(captions.get(2).asString().contains("the factor of the error in one step"));
  }

  @Test
  @Slow
  void thingsToTryAreButtons() {
    open("?particles=500");
    JsonNode tries =
        browser.eval("[...document.querySelectorAll('[data-try]')].map(b => b.dataset.try)");
    assertTrue(tries.size() >= 6, tries.toString());
    for (JsonNode one : tries) {
      browser.click("[data-try=\"" + one.asString() + "\"]");
      browser.until("!ironPage.stale && location.search.slice(1) === '" + one.asString() + "'");
      assertTrue(browser.eval("document.querySelector('#trouble').hidden").asBoolean());
    }
    browser.click("[data-try*=sgd]");
    browser.until("!ironPage.stale && ironPage.header.laws[1]?.why === 'UNSTABLE'");
    assertTrue(
        browser
            .eval("document.querySelector('#sentence').textContent")
            .asString()
            .contains("explodes"));
  }

  @Test
  void theSecondTabListsRuns() throws Exception {
    Path runs = Files.createDirectories(scratch.resolve("runs"));
    Files.writeString(runs.resolve("report.html"), "<html>\n" + HtmlPage.GENERATOR);
    Files.writeString(runs.resolve("claims.json"), "[{\"verdict\":\"reproduced\"}]");
    open("");
    browser.click("#tab-runs");
    browser.until("document.querySelector('#runs-list').textContent.includes('1 reproduced')");
  }
}
