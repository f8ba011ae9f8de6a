package org.ironopt.lab.explore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.lab.file.TemporaryFolder;

/**
 * Measures the page in a headless browser, and takes pictures of it: frames a second in the median
 * and the best of five windows of two seconds, and the time from the event of a slider to the first
 * drawn frame of its scene, median and largest of 30. Before that every state is shown for eight
 * seconds and its slider moved as often, since a page is looked at for minutes and compiled in the
 * first seconds. Not a test: what it prints depends on the machine.
 */
final class Measure {
  private static final int CHANGES = 30;

  private Measure() {}

  /** Writes wide.png, two.png, narrow.png and dark.png to the folder that is named, if one is. */
  public static void main(String[] folder) throws IOException {
    try (TemporaryFolder profile = new TemporaryFolder("measure");
        ExploreServer server = ExploreServer.start(Optional.of(0), profile.path());
        Chromium browser = Chromium.start(profile.path()).orElseThrow()) {
      String root = server.address().replaceAll("\\?.*", "");
      browser.window(1400, 1000);
      browser.open(server.address());
      for (String query :
          List.of(
              "?particles=20000",
              "?particles=20000&right=nag-gs&alpha=1",
              "?particles=200000",
              "?problem=log-cosh&b=1&particles=20000",
              "?problem=least-squares&noise=batch&particles=5000",
              "?problem=logistic&noise=batch&particles=5000",
              "?problem=logistic&noise=batch&particles=20000",
              "?problem=least-squares&noise=batch&particles=200000")) {
        browser.open(root + query);
        browser.until("ironPage.drawn > 5");
        browser.eval("new Promise(done => setTimeout(done, 8000))");
        browser.eval(latency("alpha"));
        double before = browser.eval("ironPage.drawn").asDouble();
        double[] cpu = {seconds(ProcessHandle.current()), browser.cpuSeconds()};
        String rate = browser.eval(RATE).asString();
        double frames = browser.eval("ironPage.drawn").asDouble() - before;
        System.out.printf(
            Locale.ROOT,
            "%-55s %s (%.1f ms of CPU each in the server, %.1f ms in the browser), %s%n",
            query,
            rate,
            1000 * (seconds(ProcessHandle.current()) - cpu[0]) / frames,
            1000 * (browser.cpuSeconds() - cpu[1]) / frames,
            browser.eval(latency("alpha")).asString());
      }
      for (String slider : List.of("theta", "tails")) {
        browser.open(root + "?particles=20000");
        browser.until("ironPage.drawn > 5");
        browser.eval("new Promise(done => setTimeout(done, 4000))");
        browser.eval(latency(slider));
        System.out.println(slider + ": " + browser.eval(latency(slider)).asString());
      }
      if (folder.length > 0) {
        pictures(browser, root, Path.of(folder[0]));
      }
    }
  }

  /** Returns the time that a process has had, whatever else the machine does. */
  static double seconds(ProcessHandle process) {
    return process.info().totalCpuDuration().map(d -> d.toNanos() / 1e9).orElse(0.0);
  }

  private static final String RATE =
      "(async () => { const all = []; for (let i = 0; i < 5; i++) { const from = ironPage.drawn, t"
          + " = performance.now(); await new Promise(done => setTimeout(done, 2000));"
          + " all.push((ironPage.drawn - from) * 1000 / (performance.now() - t)); } all.sort((a, b)"
          + " => a - b); return all[2].toFixed(1) + ' frames a second, at best ' +"
          + " all[4].toFixed(1); })()";

  private static String latency(String slider) {
    return "(async () => { const slider = document.querySelector('#"
        + slider
        + "-slider'); const all = [];"
        + " for (let i = 0; i < "
        + CHANGES
        + "; i++) { ironPage.latency = null; slider.value = 300 + 5 * i; slider.dispatchEvent(new"
        + " Event('input')); while (ironPage.latency === null) await new"
        + " Promise(requestAnimationFrame); all.push(ironPage.latency); } all.sort((a, b) => a -"
        + " b); return 'slider to picture ' + all[all.length / 2].toFixed(0) + ' ms, at most ' +"
        + " all.at(-1).toFixed(0) + ' ms'; })()";
  }

  private static void pictures(Chromium browser, String root, Path folder) throws IOException {
    Files.createDirectories(folder);
    picture(browser, root + "?alpha=2", 1400, "light", folder, "wide");
    picture(browser, root + "?right=nag-gs&alpha=2&noise=gradient", 1400, "light", folder, "two");
    picture(browser, root + "?alpha=3", 420, "light", folder, "narrow");
    picture(browser, root + "?problem=log-cosh&b=1&alpha=4", 1400, "dark", folder, "dark");
  }

  private static void picture(
      Chromium browser, String address, int width, String scheme, Path folder, String name)
      throws IOException {
    browser.window(width, 1000);
    browser.media("prefers-color-scheme", scheme);
    browser.open(address);
    browser.until("ironPage.drawn > 60");
    Files.write(folder.resolve(name + ".png"), browser.screenshot(false));
  }
}
