package org.ironopt.lab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Headless Chromium, as a command: loads a file and returns the document as it stands after. */
final class Browser {
  private final Path executable;
  private final Path profile;

  private Browser(Path executable, Path profile) {
    this.executable = executable;
    this.profile = profile;
  }

  static Optional<Browser> find(Path scratch) {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .map(name -> Path.of("/usr/bin", name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(path -> new Browser(path, scratch.resolve("profile")));
  }

  /** Returns the DOM after scripts have run, in a window of the given size. */
  String dom(Path page, int width, int height, boolean dark) {
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + profile,
            "--window-size=" + width + "," + height,
            "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
            "--virtual-time-budget=5000",
            "--dump-dom",
            page.toUri().toString()));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String dom = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      return dom;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
