/**
 * Measurements of speed: what is compared runs in turns, in one process, and a row gives the median
 * of the rounds, so that a noisy machine troubles both sides alike.
 */
package org.ironopt.lab.bench;
