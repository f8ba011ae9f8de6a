/**
 * Steps on a model of a term: the truncated tangent of aProx ({@link
 * org.ironopt.method.model.TruncatedModel}) and the models of Davis and Drusvyatskiy for weakly
 * convex terms ({@link org.ironopt.method.model.ModelBased}): tangent, absolute value of a tangent,
 * or the term itself. Each step is the minimum of the model and {@code |y - x|^2/(2 eta)}, in
 * closed form, by a small dual problem, or by the {@link
 * org.ironopt.method.internal.BatchResolvent}.
 */
@NullMarked
package org.ironopt.method.model;

import org.jspecify.annotations.NullMarked;
