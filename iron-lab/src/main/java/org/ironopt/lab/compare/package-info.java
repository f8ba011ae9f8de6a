/**
 * Fair comparison of methods: problems x methods x steps x seeds under one budget. Every method has
 * the same start, the same order of terms, the same grid of steps and the same budget to choose one
 * by validation; evaluations and warm-up are not charged.
 */
package org.ironopt.lab.compare;
