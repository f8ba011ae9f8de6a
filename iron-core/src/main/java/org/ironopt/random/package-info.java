/**
 * Randomness as a function: (seed, stream name, step, index) gives a word, a uniform or a normal,
 * with no state in between. {@code Noise} says what law is drawn, {@code NoiseModel} where in the
 * method it enters.
 */
package org.ironopt.random;
