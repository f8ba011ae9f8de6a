/**
 * Methods as endless sequences of states: immutable parameters ({@code Method}) start a {@code
 * Stepper}, whose {@code advance()} makes one step and says what it did. Loops, stop rules and
 * records live in {@code run}.
 */
package org.ironopt.method;
