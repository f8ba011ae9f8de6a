package org.ironopt.regression.internal;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.LinearSum;
import org.ironopt.regression.internal.ReparameterizedObjective.Center;
import org.ironopt.regression.internal.ReparameterizedObjective.Variables;
import org.ironopt.regression.rows.GatheredRows;
import org.ironopt.regression.rows.PredictionTile;
import org.ironopt.regression.rows.RowGram;
import org.ironopt.regression.rows.WeightPanel;

/**
 * The residuals of a linear model on batches of its rows, perhaps in other parameters; vectors in
 * the order of the tiles.
 */
class LinearResiduals implements LinearSum.BatchResiduals {
  final LinearTerms terms;
  private final RowSelection all;
  private final Variables variables;
  private final LongConsumer reads;
  final int outputs;
  private final int constants;
  private final WeightPanel panel;
  RowSelection selection;
  GatheredRows rows;
  private final double[][] w = new double[1][];
  private double[] predictions = new double[0];
  double[] kept = new double[0];
  private double[] spare = new double[0];

  /**
   * Prepares a workspace.
   *
   * @param variables the parameters to work in; null for those of the terms
   * @param reads is told how many rows are about to be read
   */
  LinearResiduals(LinearTerms terms, RowSelection all, Variables variables, LongConsumer reads) {
    this.terms = terms;
    this.all = all;
    this.variables = variables;
    this.reads = reads;
    w[0] = new double[variables == null ? 0 : terms.dimension()];
    outputs = terms.outputs();
    constants = terms.constants(outputs);
    panel = new WeightPanel(terms);
  }

  @Override
  public void select(int[] list, int from, int to) {
    selection = all.batch(list, from, to);
    int count = Math.multiplyExact(to - from, outputs);
    if (predictions.length < count) {
      predictions = new double[count];
      kept = new double[terms.kept(selection)];
      rows = GatheredRows.of(terms, selection);
    }
    if (rows != null) {
      rows.begin(selection);
    }
  }

  @Override
  public int length() {
    return selection.count() * outputs;
  }

  @Override
  public double scale() {
    return terms.scale(selection);
  }

  /** Makes predictions at z the next ones. */
  private void load(double[] z) {
    reads.accept(selection.count());
    Require.length("z", terms.dimension(), z);
    if (variables == null) {
      w[0] = z;
    } else {
      variables.expand(z, w[0]);
    }
    panel.load(LinearObjective.FIRST, 1, w);
  }

  /** Runs over the batch; overwrites q with what the steps add up, unless it is null. */
  final void pass(double[] q, LinearTerms.Step step) {
    int length = q == null ? 0 : constants + outputs;
    terms.pass(selection, rows, length, step, q == null ? sum -> {} : sum -> unpack(sum, q));
  }

  private void unpack(double[] sum, double[] q) {
    terms.unpack(sum, constants, q);
    if (variables != null) {
      variables.pull(q);
    }
  }

  @Override
  public void at(double[] z, double[] memory, double[] rho, double[] q) {
    load(z);
    pass(
        q,
        (block, tile, sum) -> {
          block.forward(panel, tile);
          tile.copyTo(predictions, outputs);
          residual(tile, memory, rho);
          block.backward(tile, outputs, sum, constants);
        });
  }

  @Override
  public void curve(double[] y, double[] t, double[] ht) {
    load(y);
    pass(
        null,
        (block, tile, sum) -> {
          block.forward(panel, tile);
          tile.copyTo(t, outputs);
          terms.loss().product(tile, 0, kept);
          tile.copyTo(ht, outputs);
        });
  }

  @Override
  public void transpose(double[] r, double[] q) {
    reads.accept(selection.count());
    pass(
        q,
        (block, tile, sum) -> {
          tile.copyFrom(r, outputs);
          block.backward(tile, outputs, sum, constants);
        });
  }

  @Override
  public void along(double s, double[] t, double[] memory, double[] rho) {
    // The Hessian stays that of the last point.
    double[] keep = kept;
    spare = spare.length == keep.length ? spare : new double[keep.length];
    kept = spare;
    follow(s, t, false, memory, rho);
    kept = keep;
  }

  @Override
  public void move(double s, double[] t, double[] r) {
    follow(s, t, true, null, r);
  }

  private void follow(double s, double[] t, boolean move, double[] memory, double[] rho) {
    pass(
        null,
        (block, tile, sum) -> {
          for (int c = 0; c < outputs; c++) {
            int from = tile.from * outputs + c * tile.rows;
            int to = c * tile.stride;
            for (int k = 0; k < tile.rows; k++) {
              double z = Math.fma(s, t[from + k], predictions[from + k]);
              tile.z[to + k] = z;
              predictions[from + k] = move ? z : predictions[from + k];
            }
          }
          residual(tile, memory, rho);
        });
  }

  /** Replaces the predictions of a tile by residuals, less those of the memory. */
  private void residual(PredictionTile tile, double[] memory, double[] rho) {
    terms.loss().evaluate(tile, 0, false, kept);
    for (int k = 0; memory != null && k < tile.rows; k++) {
      int term = term(tile.from + k) * outputs;
      for (int c = 0; c < outputs; c++) {
        tile.z[c * tile.stride + k] -= memory[term + c];
      }
    }
    tile.copyTo(rho, outputs);
  }

  @Override
  public void recall(double[] memory, double[] r) {
    forEachRow(
        (term, at, rows) -> {
          for (int c = 0; c < outputs; c++) {
            r[at + c * rows] = memory[term + c];
          }
        });
  }

  @Override
  public void remember(double a, double[] rho, double[] memory) {
    forEachRow(
        (term, at, rows) -> {
          for (int c = 0; c < outputs; c++) {
            memory[term + c] = Math.fma(a, rho[at + c * rows], memory[term + c]);
          }
        });
  }

  /** Where a memory has a row, where a vector does, and how far apart its outputs are there. */
  private interface RowMatch {
    void at(int term, int at, int rows);
  }

  private void forEachRow(RowMatch place) {
    int count = selection.count();
    int capacity = terms.capacity();
    for (int from = 0; from < count; from += capacity) {
      int rows = Math.min(capacity, count - from);
      for (int k = 0; k < rows; k++) {
        place.at(term(from + k) * outputs, from * outputs + k, rows);
      }
    }
  }

  /** Returns the number of the batch's row k among all terms. */
  private int term(int k) {
    return selection.indices()[selection.from() + k];
  }

  /** The same where outputs share rows that are at most centred. */
  static final class Shared extends LinearResiduals implements LinearSum.SharedRowResiduals {
    /** What is taken from every row first; null for nothing. */
    private final double[] mean;

    /** Made when it is first asked for. */
    private RowGram gram;

    /** Squared norms of the stored rows with their constant, NaN where not asked for yet. */
    private double[] rowSquares = new double[0];

    Shared(LinearTerms terms, RowSelection all, Center center) {
      super(terms, all, center, rows -> {});
      mean = center == null ? null : center.mean();
    }

    @Override
    public void bend(double[] t, double[] ht) {
      pass(
          null,
          (block, tile, sum) -> {
            tile.copyFrom(t, outputs);
            terms.loss().product(tile, 0, kept);
            tile.copyTo(ht, outputs);
          });
    }

    @Override
    public double standardError(double[] r, double[] q) {
      int b = selection.count();
      if (b < 2) {
        return 0;
      }
      if (rowSquares.length == 0) {
        rowSquares = new double[terms.x().rows()];
        Arrays.fill(rowSquares, Double.NaN);
      }
      double squares = 0;
      int capacity = terms.capacity();
      for (int from = 0; from < b; from += capacity) {
        int count = Math.min(capacity, b - from);
        for (int k = 0; k < count; k++) {
          double own = 0;
          for (int c = 0; c < outputs; c++) {
            double residual = r[from * outputs + c * count + k];
            own = Math.fma(residual, residual, own);
          }
          squares = Math.fma(own, rowSquare(selection.row(from + k)), squares);
        }
      }
      double spread = Math.max(0, squares - Vectors.dot(q, q) / b);
      return b * terms.scale(selection) * Math.sqrt(spread / (b * (b - 1.0)));
    }

    private double rowSquare(int stored) {
      if (Double.isNaN(rowSquares[stored])) {
        double[] row = new double[terms.columns()];
        terms.x().copyRow(stored, row, 0);
        if (mean != null) {
          Vectors.subtract(row, mean, row);
        }
        rowSquares[stored] = Vectors.dot(row, row) + (terms.hasIntercept() ? 1 : 0);
      }
      return rowSquares[stored];
    }

    @Override
    public DenseMatrix gram(double lambda) {
      if (gram == null) {
        gram = new RowGram(terms, mean);
      }
      return gram.form(selection, rows, lambda);
    }

    @Override
    public void throughGram(double[] r, double[] t) {
      gram.apply(r, t);
    }
  }
}
