package org.ironopt.lab.logcosh;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.particles.Measurement;
import org.ironopt.method.StepReport;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.analytic.LogCosh;

/**
 * Which region each particle visits in the last iterations, how far from the region's critical
 * point, what the inner solves did, and where the particles end.
 *
 * @param objective separable objective
 * @param regions regions around its critical points
 * @param window how many last iterations count
 * @param plotted how many final particles are kept for pictures
 */
record RegionMeasurement(LogCosh objective, Regions regions, int window, int plotted)
    implements Measurement {
  /** A particle that has not been in two regions since the window began has a valid number. */
  private static final int WANDERED = -1;

  private int kept(Cloud cloud) {
    return Math.min(plotted / Cloud.GROUPS, cloud.size(Cloud.GROUPS - 1));
  }

  @Override
  public Recorder recorder(Cloud cloud, int g) {
    return new GroupRecorder(cloud, cloud.size(g));
  }

  @Override
  public Outcome outcome(Cloud cloud, List<double[]> groups) {
    List<Sheet> sheets = new ArrayList<>();
    for (double[] numbers : groups) {
      sheets.add(Sheet.of(regions, cloud, kept(cloud), numbers));
    }
    return new RegionSummary(cloud, regions, window, sheets).outcome();
  }

  private final class GroupRecorder implements Recorder {
    private final int m;
    private final int iterations;
    private final Sheet sheet;
    private final int[] home;
    private final boolean[] elsewhere;
    private final boolean[] minimizer = new boolean[regions.count()];
    private final double[][] point = new double[regions.count()][];
    private final double[] offset = new double[regions.dimension()];

    GroupRecorder(Cloud cloud, int members) {
      m = members;
      iterations = cloud.iterations();
      sheet = Sheet.blank(regions, cloud, kept(cloud));
      home = new int[m];
      elsewhere = new boolean[m];
      for (int r = 0; r < point.length; r++) {
        point[r] = regions.point(r);
        minimizer[r] = regions.isMinimizer(r);
      }
    }

    @Override
    public void work(StepReport report) {
      int k = (int) report.step();
      sheet.setTrace(k, Sheet.NEWTON_STEPS, report.work().newtonSteps());
      sheet.setTrace(k, Sheet.EVALUATIONS, report.work().evaluations());
      sheet.setTrace(k, Sheet.FAILED, report.failedSolves());
      report
          .inner()
          .ifPresent(
              inner -> {
                sheet.setTrace(k, Sheet.BACKTRACKS, inner.backtracks());
                sheet.setTrace(k, Sheet.RESIDUAL, inner.residual());
              });
    }

    @Override
    public void record(int iteration, double[] x) {
      if (iteration == 0) {
        start(x);
      }
      int first = iterations - window + 1;
      int atMinimizers = 0;
      for (int j = 0; j < m; j++) {
        int region = regions.of(x, j, m);
        atMinimizers += minimizer[region] ? 1 : 0;
        if (iteration >= first) {
          visit(j, region, x, iteration == first);
        }
      }
      sheet.setTrace(iteration, Sheet.AT_MINIMIZERS, atMinimizers);
      if (iteration == iterations) {
        end(x);
      }
    }

    private void visit(int j, int region, double[] x, boolean first) {
      for (int i = 0; i < offset.length; i++) {
        offset[i] = x[i * m + j] - point[region][i];
      }
      sheet.visit(region, offset);
      home[j] = first || home[j] == region ? region : WANDERED;
      elsewhere[j] = (first || elsewhere[j]) && !minimizer[region];
    }

    private void start(double[] x) {
      Curvature curvature = objective.curvature();
      int n = regions.dimension();
      double[] xj = new double[n];
      double[] gradient = new double[n];
      double[] diagonal = new double[n];
      double smallest = Double.POSITIVE_INFINITY;
      int indefinite = 0;
      for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) {
          xj[i] = x[i * m + j];
        }
        curvature.at(xj, gradient);
        // For a separable objective the diagonal is the spectrum.
        curvature.diagonal(diagonal);
        double least = Double.POSITIVE_INFINITY;
        for (double eigenvalue : diagonal) {
          least = Math.min(least, eigenvalue);
        }
        indefinite += least < 0 ? 1 : 0;
        smallest = Math.min(smallest, least);
      }
      sheet.setCount(Sheet.INDEFINITE_STARTS, indefinite);
      sheet.setCount(Sheet.SMALLEST_CURVATURE, smallest);
    }

    private void end(double[] x) {
      int stayedElsewhere = 0;
      int stayedAtOne = 0;
      for (int j = 0; j < m; j++) {
        stayedElsewhere += elsewhere[j] ? 1 : 0;
        stayedAtOne += home[j] != WANDERED && minimizer[home[j]] ? 1 : 0;
      }
      sheet.setCount(Sheet.STAYED_ELSEWHERE, stayedElsewhere);
      sheet.setCount(Sheet.STAYED_AT_ONE_MINIMIZER, stayedAtOne);
      sheet.keepEnd(x, m);
    }

    @Override
    public double[] numbers() {
      return sheet.numbers;
    }
  }
}
