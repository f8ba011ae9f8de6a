package org.ironopt.cli.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.Slow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed to be typed again. */
class ShellCommandTest {
  @TempDir private Path folder;

  /** Runs a fit in a JVM of its own and returns the last line of its output. */
  private String again(List<String> properties) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("t.csv"), "x,y\n1,1.5\n2,3\n3,4\n4,6.5\n");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(properties);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.ironopt.cli.Main", "fit", "t.csv", "--target", "y"));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out.lines().toList().getLast();
  }

  @Test
  @Slow
  void theLauncherIsNamedAsItWasCalled() throws IOException, InterruptedException {
    String rest = " fit t.csv --target y";
    assertEquals("Again: ./iron" + rest, again(List.of()));
    assertEquals("Again: ../bin/iron" + rest, again(List.of("-Diron.launcher=../bin/iron")));
    assertEquals("Again: '/my iron/iron'" + rest, again(List.of("-Diron.launcher=/my iron/iron")));
  }
}
