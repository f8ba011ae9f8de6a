package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.cli.machine.Doctor;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;

class DoctorTest {
  private static final String SAME = " (results are the same without SIMD, only slower)";

  @Test
  void whatIsMissingComesWithWhatToDo() {
    assertEquals("", jdk("25.0.3+9"));
    assertEquals("", jdk("25.0.10"));
    assertEquals("", jdk("26-ea"));
    assertEquals("", jdk("27"));
    String install = "install JDK 25.0.3 or later, for example Eclipse Temurin 25; iron finds it";
    assertEquals(install, jdk("25.0.2+10"));
    assertEquals(install, jdk("24.0.2"));
    assertEquals("", Doctor.simd(true, "SIMD 512 bit", true, "on").advice());
    assertEquals(
        "start Java with --add-modules jdk.incubator.vector, as ./iron does" + SAME,
        Doctor.simd(false, "scalar", false, "on").advice());
    assertEquals(
        "remove -Diron.simd=off" + SAME, Doctor.simd(false, "scalar", true, "off").advice());
    assertEquals("", Doctor.simd(false, "scalar", true, "on").advice());
    assertEquals("", Doctor.memory(1L << 30, 1L << 34).advice());
    assertEquals(
        "give the heap at least 1 GB: IRON_OPTS=-Xmx2g ./iron ...",
        Doctor.memory(1L << 29, 1L << 34).advice());
  }

  /** The build file names the oldest JDK; whoever repeats it says the same. */
  @Test
  void theOldestJdkIsThatOfTheBuild() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    String pom = Files.readString(root.resolve("pom.xml"));
    String floor = pom.replaceAll("(?s).*<jdk.floor>(.*?)</jdk.floor>.*", "$1");
    assertEquals(floor, Doctor.FLOOR.toString());
    for (String file : List.of("README.md", "iron", "iron.cmd")) {
      assertTrue(Files.readString(root.resolve(file)).contains(floor), file);
    }
  }

  @Test
  void printsALineEachAndTheAdviceBelow() {
    List<Doctor.Finding> found = List.of(Doctor.threads(2, 4), Doctor.memory(1L << 29, 3L << 33));
    List<String> lines = DoctorCommand.lines(found, false, Ansi.OFF);
    assertEquals(
        List.of(
            "threads  ok       2 of 4 processors",
            "memory   missing  heap up to 0.5 GB of 24.0 GB",
            "         -> give the heap at least 1 GB: IRON_OPTS=-Xmx2g ./iron ..."),
        lines.subList(1, 4));
    assertEquals(lines.subList(2, 4), DoctorCommand.lines(found, true, Ansi.OFF));
  }

  @Test
  void examinesThisMachine() {
    Cli run = Cli.run("doctor --json");
    JsonNode findings = run.json().get("findings");
    boolean ok = true;
    for (JsonNode finding : findings) {
      ok &= finding.get("ok").asBoolean();
      assertEquals(finding.get("ok").asBoolean(), finding.get("advice").asString().isEmpty());
    }
    assertEquals(4, findings.size());
    assertEquals(ok ? 0 : 1, run.code());
    assertTrue(findings.get(0).get("value").asString().startsWith(Runtime.version().toString()));
  }

  private static String jdk(String version) {
    return Doctor.jdk(Runtime.Version.parse(version), "vendor", "home").advice();
  }
}
