package org.ironopt.lab.report;

import java.util.List;
import org.ironopt.lab.experiment.Story;

/**
 * One experiment of the report.
 *
 * @param name folder name, used for links
 * @param story what it shows
 * @param command how to run it again
 * @param config its settings as TOML
 * @param provenance rows of what it ran on
 * @param work rows of work and time
 */
public record Chapter(
    String name,
    Story story,
    String command,
    String config,
    List<List<String>> provenance,
    List<List<String>> work) {}
