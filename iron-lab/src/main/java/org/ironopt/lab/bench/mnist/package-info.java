/**
 * Training seconds to a full training objective on MNIST or any four IDX files: IRON with a
 * corrected center against AdamW and explicit controls, in one warm process, in turns, evaluation
 * outside the clock.
 */
package org.ironopt.lab.bench.mnist;
