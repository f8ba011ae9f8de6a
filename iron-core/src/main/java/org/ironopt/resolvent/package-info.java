/**
 * The implicit step: solve {@code g(u) = u - c + lambda grad f(u) = 0} (Algorithm 2 of the paper
 * and the variants of its remark). An {@code Inner} is a direction, a globalization, a tolerance
 * and a limit; one Newton loop serves them all. Every solve reports how it ended and certifies its
 * error, and is a function of its arguments alone.
 */
package org.ironopt.resolvent;
