/**
 * Training seconds to a full training objective on MNIST or any four IDX files: IRON with a
 * corrected center against AdamW and explicit controls, evaluation outside the clock. {@code
 * MnistRace} lists the cells, {@code SettingsSearch} chooses settings, {@code SoftmaxRuns} runs
 * them.
 */
package org.ironopt.bench.mnist;
