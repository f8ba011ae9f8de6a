package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The page in a real browser; tests of it are skipped where there is none. */
@ResourceLock("org.ironopt.lab.explore.InBrowser")
abstract class InBrowser {
  @TempDir static Path scratch;
  static Chromium browser;
  private static ExploreServer server;
  private static String root;

  @BeforeAll
  static void start() throws Exception {
    Optional<Chromium> found = Chromium.start(scratch.resolve("profile"));
    assumeTrue(found.isPresent(), "the page was not looked at: there is no chromium");
    browser = found.get();
    server = ExploreServer.start(Optional.of(0), scratch.resolve("runs"));
    root = server.address().replaceAll("\\?.*", "");
    browser.window(1300, 1000);
    browser.open(server.address());
    browser.until("ironPage.drawn > 0");
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
      server.close();
      browser = null;
    }
  }

  @AfterEach
  void nothingLeavesThisHostAndTheConsoleIsQuiet() {
    assertEquals(List.of(), browser.errors());
    for (String request : browser.requests()) {
      assertTrue(
          request.startsWith(root) || request.startsWith("data:") || request.startsWith("blob:"),
          request);
    }
  }

  static void open(String query) {
    browser.open(root + query);
    // The caption of the map is the last thing that moves others.
    browser.until(
        "ironPage.drawn > 0 && (document.querySelector('#pad-figure').hidden ||"
            + " document.querySelector('#pad-words').textContent !== 'computing')");
  }

  static double number(String expression) {
    return browser.eval(expression).asDouble();
  }

  /** Returns a number of the state as the page writes it. */
  static String text(String name) {
    return browser.eval("String(ironPage.state." + name + ")").asString();
  }

  /** Chooses in a list, as a user does. */
  static void choose(String list, String value) {
    browser.eval(
        "(() => { const e = document.getElementById('%s'); e.value = '%s'; e.dispatchEvent(new Event('change')); })()"
            .formatted(list, value));
  }
}
