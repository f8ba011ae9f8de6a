/**
 * How a chapter is made. A chapter is a subject with its own settings, simulations, values and
 * claims; an experiment is a chapter with its settings fixed. A chapter brings five things, and
 * everything else (options and help, files, checkpoints, resuming, progress, the report, the
 * ledger's verdicts) is made from them:
 *
 * <p><b>Settings</b> are a record. Each component has a {@link org.ironopt.lab.experiment.Setting}
 * with its help, its range, its value in the paper and, where it differs, its value for a look
 * within seconds. {@link org.ironopt.lab.experiment.SettingsSchema} turns the record into named
 * values, which are the written form (TOML, options), and back; a rule between two settings stands
 * in the record's constructor. {@link org.ironopt.lab.experiment.Chapter} names the record and the
 * experiment that is made from it, and is listed in {@code reproduce.ChapterCatalog}. The
 * experiment extends {@link org.ironopt.lab.experiment.ChapterExperiment}, or implements {@link
 * org.ironopt.lab.experiment.Experiment}; files that its cells read are a {@link
 * org.ironopt.lab.experiment.InputData}.
 *
 * <p><b>Cells</b> are the independent pieces of work, each with a folder of its own. A {@link
 * org.ironopt.lab.experiment.Cell} says by which numbers its result is determined; their hash names
 * the folder, so a cell that was run is found again, also by another experiment. Cells of one kind
 * are a {@link org.ironopt.lab.experiment.CellGroup}, keyed by what they differ in. The experiment
 * makes its groups once, in its constructor. Cells that are known only after others have finished,
 * such as runs with a tuned step, come from {@link
 * org.ironopt.lab.experiment.Experiment#followUps}.
 *
 * <p><b>Measurements</b> are what a {@link org.ironopt.lab.experiment.Task} does, slice by slice,
 * so that a run can be stopped between slices and goes on bit for bit. Work whose slices do not
 * depend on each other is a {@link org.ironopt.lab.experiment.SlicedTask}: slice i gives numbers,
 * the numbers of all slices give the {@link org.ironopt.lab.experiment.CellResult}. Clouds of
 * particles ({@code particles.ParticleCloud}) are one. A task that goes on from its own last state,
 * such as a chain, names that state ({@link org.ironopt.lab.experiment.Task#state}: steppers,
 * arrays, tables); nobody writes bytes. An outcome is named numbers and tables of named columns;
 * {@link org.ironopt.lab.experiment.CellResult#with} writes a mean with its interval, {@link
 * org.ironopt.lab.experiment.CellResult#interval} reads it back. What the clock says is kept apart,
 * in {@link org.ironopt.lab.experiment.Task#clock}.
 *
 * <p><b>Values</b> are made from finished cells alone: {@link
 * org.ironopt.lab.experiment.ResultStore#of(CellGroup)} gives what a group left behind, key by key,
 * and says which keys are missing. So a report can be made again without a run, and an interrupted
 * run has one too. The class …Report of a chapter puts them into {@link
 * org.ironopt.lab.statistics.ResultTables} under names; {@link
 * org.ironopt.lab.experiment.CellTables} takes in settings, cells and files as they are.
 *
 * <p><b>Claims, figures and tables</b> are data on these names: {@code claims.toml} beside the
 * classes has the words of the claims and their criteria, written before the run, and {@code
 * ledger.Ledger} judges them; {@code page.toml} has text, figures and tables, and {@link
 * org.ironopt.lab.experiment.ChapterPage} makes the {@link
 * org.ironopt.lab.experiment.ChapterReport} of them.
 *
 * <p>Classes that only present results are named …Report, …Figures, …Claims, …Page or …Tables: a
 * change in them does not make finished cells stale ({@code folder.CodeFingerprint}). {@code
 * quadratic} is a whole chapter to read.
 */
@Experimental
@NullMarked
package org.ironopt.lab.experiment;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
