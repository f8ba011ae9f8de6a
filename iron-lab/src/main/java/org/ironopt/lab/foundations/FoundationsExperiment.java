package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Setting;

/**
 * Paper sections 1 to 4: what is said there without a figure, checked on random instances, each
 * statement by a number that decides it.
 */
public final class FoundationsExperiment extends ChapterExperiment<FoundationsExperiment.Settings> {
  /** The chapter, with any settings. */
  public static final Chapter<Settings> CHAPTER =
      new Chapter<>(
          "foundations",
          "the identities, lemmas and theorems of sections 2 to 4",
          Settings.class,
          FoundationsExperiment::new);

  static final String COVARIANCES = "center-noise";

  /** The settings of the chapter. */
  record Settings(
      @Setting("Random instances of each study = 200; smoke 20; 12 to 1000000") int instances,
      @Setting("Root seed = 0") long seed) {}

  /** A NaN where a statement does not apply; {@code center-noise} has three for each covariance. */
  private static final List<Study> STUDIES =
      List.of(
          new Study("mapping", "position, velocity, damping, optimality", StepStudies::mapping),
          new Study("implicit-euler", "position, auxiliary", StepStudies::implicitEuler),
          new Study(
              COVARIANCES,
              "alpha, kind, expected, mean, standard_error, deviation, ratio, center",
              asked -> 12,
              StepStudies::centerNoise),
          new Study(
              "resolvent",
              "certificate, trust_region, residual_jacobian, map_jacobian_paper, map_jacobian_true,"
                  + " without_noise, with_noise",
              ResolventStudies::resolvent),
          new Study("inertial", "difference", StepStudies::inertial),
          new Study(
              "flow",
              "quadratic_path, logistic_path, first_moment, second_moment, euler_maruyama,"
                  + " stationary, late, stationary_order, spread_at_10",
              Study.FEW,
              FlowStudy::flow),
          new Study(
              "lemmas",
              "contraction, larger_step, energy_lower, energy_upper, domination, center,"
                  + " center_sharp, velocity, energy_positions, scale, scale_noise",
              BoundStudies::lemmas),
          new Study(
              "recursion",
              "G, one_step, two_step, v_recursion, closed_form, limsup, limsup_simple,"
                  + " position_recursion, position_limsup, energy_recursion, energy_limsup",
              BoundStudies::recursion),
          new Study(
              "varying",
              "gamma_low, gamma_high, v_recursion, history, limsup, position_recursion,"
                  + " energy_recursion, energy_limsup",
              BoundStudies::varying),
          new Study(
              "quadratic",
              "step_bound, lyapunov_system, remainder_order, coupling_commuting, coupling_general,"
                  + " largest_radius, monotone, euler_growth",
              StationaryStudies::quadratic),
          new Study("batching", "ratio", Study.FEW, StationaryStudies::batching),
          new Study(
              "inexact",
              "error_order, stationary_order, contribution_order, kept, doubled, position",
              StationaryStudies::inexact),
          new Study(
              "inner",
              "algorithm_2, cg, minres, gmres, levenberg_marquardt, trust_region, lbfgs, diagonal,"
                  + " blocks, failures, products_per_cg_step",
              ResolventStudies::inner),
          new Study(
              "chains",
              "newton_iterate_smooth, newton_center_smooth, cg_iterate_smooth, cg_center_smooth,"
                  + " saving_smooth, newton_iterate_1, newton_center_1, cg_iterate_1, cg_center_1,"
                  + " saving_1, newton_iterate_10, newton_center_10, cg_iterate_10, cg_center_10,"
                  + " saving_10, newton_iterate_100, newton_center_100, cg_iterate_100,"
                  + " cg_center_100, saving_100, exact_order, one_step_order, one_step_excess,"
                  + " plateau",
              Study.FEW,
              ResolventStudies::chains),
          new Study("orders", "contraction, center_noise, noise", CoupledStep::orders),
          new Study(
              "velocity",
              "position, velocity, heun_order, rest",
              Study.FEW,
              VelocityStudy::velocity));

  /** One cell for each study. */
  final CellGroup<Study> studies;

  FoundationsExperiment(Settings settings) {
    super(CHAPTER, settings);
    studies = CellGroup.of(STUDIES, study -> study.cell(settings));
  }

  @Override
  public List<Cell> cells() {
    return studies.cells();
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return FoundationsReport.report(this, results);
  }
}
