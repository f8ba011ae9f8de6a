/**
 * {@code bench deep}: a deep autoencoder, IRON against AdamW and controls. Start with {@code
 * DeepRace}, the experiment: a search for each {@code DeepOptimizer}, then duels in which two
 * {@code TimedTraining}s take turns.
 */
package org.ironopt.bench.deep;
