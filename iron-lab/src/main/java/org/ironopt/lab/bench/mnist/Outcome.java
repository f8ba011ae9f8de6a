package org.ironopt.lab.bench.mnist;

import java.util.List;
import java.util.Map;

/**
 * All that a benchmark found.
 *
 * @param goal the objectives
 * @param chosen the setting of each family for each objective
 * @param trials the settings that each family tried
 * @param tracks the race: for each family and objective the runs by seed; one list per family
 *     unless its settings differ
 * @param ratios IRON against every other family, for each objective
 * @param ranges steps within 5 % of the best
 * @param paper the paper's configuration
 * @param parts an AdamW step and its parts
 */
record Outcome(
    Goal goal,
    Map<Family, List<Config>> chosen,
    Map<Family, List<Tuning.Trial>> trials,
    Map<Config, List<Track>> tracks,
    List<Ratio> ratios,
    List<StepRange> ranges,
    List<PaperConfig.Row> paper,
    List<StepParts.Row> parts) {}
