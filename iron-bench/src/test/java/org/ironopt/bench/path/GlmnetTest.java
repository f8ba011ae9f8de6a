package org.ironopt.bench.path;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.table.TableReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlmnetTest {
  @TempDir Path folder;

  private static List<PathSet> sets() {
    return List.of(
        PathSet.squares(PathSet.dense(200, 20)),
        PathSet.logistic(PathSet.dense(200, 20)),
        PathSet.squares(PathSet.sparse(200, 300)));
  }

  /** Data, conventions and units are the same: its exact answers have no gap in our terms. */
  @Test
  void itSolvesTheSameProblem() throws IOException {
    itSolves(sets().subList(0, 1));
  }

  @Test
  @Tag("slow")
  void itSolvesTheSameLogisticAndSparseProblems() throws IOException {
    itSolves(sets().subList(1, 3));
  }

  private void itSolves(List<PathSet> sets) throws IOException {
    assumeTrue(Glmnet.version().isPresent(), "R with glmnet is not here");
    for (PathSet set : sets) {
      LassoGap judge = new LassoGap(set);
      try (Glmnet glmnet = Glmnet.on(set, folder)) {
        Glmnet.Solution path = glmnet.path(1e-14);
        assertEquals(judge.largestPenalty(), path.lambdas()[0], 1e-12 * path.lambdas()[0]);
        for (int k = 0; k < path.lambdas().length; k++) {
          double[] w = path.weights().get(k).dense(set.data().columns());
          double gap = judge.of(path.lambdas()[k], w, path.intercepts()[k]);
          assertTrue(gap < 1e-5, set.name() + ", point " + k + ": " + gap);
        }
        Glmnet.Choice choice = glmnet.choice(1e-7);
        assertArrayEquals(path.lambdas(), choice.lambdas(), 1e-14, set.name());
        assertTrue(choice.oneError() >= choice.least(), set.name());
      }
    }
  }

  /** What the command line reads are the numbers of the set. */
  @Test
  void textsHoldTheSameNumbers() throws IOException {
    for (PathSet set : sets()) {
      Path file = PathFiles.text(set, folder);
      Dataset read =
          set.sparse() ? new LibsvmReader().read(file) : new TableReader("y").read(file).data();
      double[] expected = new double[set.data().columns()];
      for (int i = 0; i < set.data().rows(); i++) {
        double[] row = new double[expected.length];
        set.data().features().copyRow(i, expected, 0);
        double[] found = new double[read.columns()];
        read.features().copyRow(i, found, 0);
        System.arraycopy(found, 0, row, 0, found.length);
        assertArrayEquals(expected, row, set.name());
      }
    }
  }
}
