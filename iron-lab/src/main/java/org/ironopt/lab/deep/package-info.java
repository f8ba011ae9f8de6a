/**
 * Beyond the paper: implicit steps on a deep autoencoder, its last question. Start with {@code
 * DeepExperiment}; a {@code DeepTraining} is one run, its {@code DeepVariant} says how it differs
 * from the others.
 */
package org.ironopt.lab.deep;
