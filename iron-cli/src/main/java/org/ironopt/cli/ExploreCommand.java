package org.ironopt.cli;

import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.io.InputError;
import org.ironopt.lab.explore.ExploreServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code iron explore}: a page on this machine that shows particles beside their exact law. */
@Command(
    name = "explore",
    sortOptions = false,
    header = "Show the stationary error in an interactive page.",
    description = {
      "",
      "Serves a page to this machine only, and opens it in a browser if there is a desktop. It shows simulated particles beside the exact ellipse, error and bounds. The printed address works once. Ctrl-C or the stop button of the page ends the command.",
      ""
    },
    footer = {"", "Example: iron explore --no-browser --port 7411"})
final class ExploreCommand implements Callable<Integer> {
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--port",
      paramLabel = "N",
      description =
          "Port; default: " + ExploreServer.USUAL_PORT + ", or a free one if that is taken.")
  private Integer port;

  @Option(names = "--no-browser", description = "Print the address and open no browser.")
  private boolean quiet;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs",
      description = "Folder of runs and fits that the page lists; default: runs.")
  private String runs;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port != null && (port < 0 || port > MOST_PORT)) {
      throw new InputError("--port is %d, expected a number from 0 to %d", port, MOST_PORT);
    }
    Path folder = Path.of(runs);
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InputError("--runs '%s' is not a folder, expected one such as runs", runs);
    }
    try (ExploreServer server = ExploreServer.start(Optional.ofNullable(port), folder);
        Interruption _ = Interruption.atOnce(server::close)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(server.address());
      out.flush();
      if (!quiet) {
        open(server.address());
      }
      server.await();
    }
    return ExitCode.SUCCESS;
  }

  /** Opens the page; the address is on the screen for whoever has no desktop. */
  private static void open(String address) {
    try {
      if (!GraphicsEnvironment.isHeadless()
          && Desktop.isDesktopSupported()
          && Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
        Desktop.getDesktop().browse(URI.create(address));
      }
    } catch (IOException | UnsupportedOperationException | LinkageError noBrowser) {
      // The address is printed.
      return;
    }
  }
}
