/**
 * Preconditioners of the Krylov solvers, internal: diagonal, Nyström and Kronecker sketches, and
 * sketches that are kept over many solves and saved with the state of a run.
 */
package org.ironopt.resolvent.precondition;
