package org.ironopt.lab.explore;

import java.nio.file.Files;
import java.nio.file.Path;

/** Writes pictures of pages: OUT ADDRESS then NAME WIDTH HEIGHT SCHEME QUERY by five. */
final class Shots {
  private Shots() {}

  public static void main(String[] args) throws Exception {
    Path out = Path.of(args[0]);
    try (Chromium browser = Chromium.start(Files.createTempDirectory("shots")).orElseThrow()) {
      browser.open(args[1]);
      for (int i = 2; i + 4 < args.length; i += 5) {
        browser.window(Integer.parseInt(args[i + 1]), Integer.parseInt(args[i + 2]));
        browser.media("prefers-color-scheme", args[i + 3]);
        browser.open(args[1].replaceAll("\\?.*", "") + args[i + 4]);
        try {
          browser.until("ironPage.drawn > 60");
        } catch (AssertionError e) {
          System.out.println(e.getMessage());
        }
        Files.write(out.resolve(args[i] + ".png"), browser.screenshot(false));
        System.out.println(args[i] + " " + browser.eval("JSON.stringify({k: ironPage.frame?.k, drawn: ironPage.drawn, latency: ironPage.latency, t: performance.now()})"));
      }
      browser.errors().forEach(System.out::println);
    }
  }
}
