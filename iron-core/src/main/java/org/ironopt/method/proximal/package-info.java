/**
 * Stochastic proximal points: a step is the resolvent of a term or of a batch. {@code
 * ProximalPoint} holds the plain family; {@code Sppm}, {@code Svrp}, {@code Sapa} and {@code
 * PointSaga} correct the center so that the noise of the sample vanishes at the solution; {@code
 * Snspp} adds a regularizer by a semismooth Newton method. {@code BatchProx} solves the resolvent
 * of a batch for all of them.
 */
package org.ironopt.method.proximal;
