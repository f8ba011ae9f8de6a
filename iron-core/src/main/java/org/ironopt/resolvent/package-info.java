/**
 * The implicit step: solve {@code g(u) = u - c + lambda grad f(u) = 0}. A solver is a direction, a
 * globalization, a tolerance and a limit; every solve reports how it ended and certifies its error.
 */
package org.ironopt.resolvent;
