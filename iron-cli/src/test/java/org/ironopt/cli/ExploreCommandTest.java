package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ExploreCommandTest {
  @Test
  void wrongPortsAreRefused() throws Exception {
    assertEquals(
        new Cli(2, "", "iron explore: --port is 70000, expected a number from 0 to 65535\n"),
        Cli.run("explore --port 70000"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      int port = taken.getLocalPort();
      Cli run = Cli.run("explore --no-browser --port " + port);
      assertEquals(2, run.code());
      assertEquals(
          "iron explore: --port "
              + port
              + " is taken; give another one, or none for any that is free\n",
          run.err());
    }
  }

  @Test
  void aFileIsNoFolderOfRuns() {
    assertEquals(
        new Cli(
            2, "", "iron explore: --runs 'pom.xml' is not a folder, expected one such as runs\n"),
        Cli.run("explore --no-browser --runs pom.xml"));
  }

  /** A process of its own: one address on one line, and an end when it is told. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals")
  void theAddressIsPrintedAndASignalEndsIt() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                "org.ironopt.cli.Main",
                "explore",
                "--no-browser",
                "--port",
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        HttpClient client = HttpClient.newHttpClient()) {
      String address = out.readLine();
      assertTrue(address.matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[0-9a-f]{48}"), address);
      HttpResponse<Void> entered =
          client.send(
              HttpRequest.newBuilder(URI.create(address)).build(),
              HttpResponse.BodyHandlers.discarding());
      assertEquals(303, entered.statusCode());
      process.toHandle().destroy();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
      assertEquals(null, out.readLine(), "one line of output");
    } finally {
      process.destroyForcibly();
    }
  }
}
