/**
 * Newton's method with one fixed, decomposed Hessian and Anderson's acceleration, internal; all
 * members of an ensemble take their steps together, one pass over the data for all.
 */
package org.ironopt.resolvent.chord;
