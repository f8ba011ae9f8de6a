package org.ironopt.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.ironopt.Slow;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.ledger.ClaimFile;
import org.ironopt.lab.progress.ProgressPrinter;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run with other settings than the paper's judges no claim of the paper. */
class OtherSettingsTest {
  @TempDir Path folder;

  private static NamedValues small() {
    return QuadraticExperiment.CHAPTER
        .paper()
        .with("particles", 640L)
        .with("iterations", 80L)
        .with("grid", new double[] {1, 1000, 10_000})
        .with("grid_particles", 64L);
  }

  private List<JsonNode> claims(NamedValues settings) throws IOException {
    ProgressPrinter silent =
        new ProgressPrinter(
            new PrintWriter(new StringWriter()), ProgressPrinter.Form.LINES, () -> 0);
    new RunFolder(
            folder,
            new Manifest(List.of(), "", "", "", 1),
            RunFolder.UserClassPath.NONE,
            line -> {})
        .runAll(
            List.of(QuadraticExperiment.CHAPTER.open(settings)),
            new RunFolder.Mode(null, false, silent, () -> false, Optional.empty()));
    JsonNode all =
        JsonMapper.builder().build().readTree(Files.readString(folder.resolve("claims.json")));
    return StreamSupport.stream(all.spliterator(), false).toList();
  }

  private static boolean paper(JsonNode claim) {
    return !claim.get("kind").asString().equals("beyond");
  }

  private static String verdict(JsonNode claim) {
    return claim.get("verdict").asString();
  }

  /** μ = 1 lies above the smallest eigenvalue, where Proposition 3.2 says nothing. */
  @Test
  @Slow
  void otherEigenvaluesLeaveTheClaimsOfThePaperOpen() throws IOException {
    int confirmed = 0;
    for (JsonNode claim : claims(small().with("eigenvalues", new double[] {0.1, 1, 3}))) {
      boolean open = verdict(claim).equals("not-checkable");
      String reason = claim.get("evidence").asString();
      assertTrue(open || !paper(claim) && verdict(claim).equals("reproduced"), claim::toString);
      assertTrue(!open || reason.contains("eigenvalues 0.1 1 3 for 1 1 3"), reason);
      confirmed += open ? 0 : 1;
    }
    assertTrue(confirmed > 0, "claims beyond the paper can be confirmed");
  }

  @Test
  @Slow
  void fewerParticlesConfirmAndDoNotContradict() throws IOException {
    int reproduced = 0;
    for (JsonNode claim : claims(small())) {
      assertTrue(!verdict(claim).equals("differs"), claim::toString);
      reproduced += paper(claim) && verdict(claim).equals("reproduced") ? 1 : 0;
    }
    assertTrue(reproduced > 0);
  }

  /**
   * The lists of a chapter name settings that it has, and the paper's own settings differ in none.
   */
  @Test
  void everyChapterDeclaresItsOwnSettings() {
    for (Chapter<?> chapter : ChapterCatalog.all()) {
      Class<?> type = chapter.open(chapter.paper()).getClass();
      assertEquals(
          true,
          ClaimFile.settings(type, chapter.paper()).difference(chapter.paper()).isNone(),
          chapter.name());
    }
  }
}
