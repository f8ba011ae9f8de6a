package org.ironopt.network;

import org.ironopt.problem.Objective;

/**
 * An objective whose variables are the parameters of {@link Layers}, for methods that treat the
 * weights of a layer as a matrix.
 */
public interface LayeredObjective extends Objective {
  /** Returns the layers, in whose order the variables stand. */
  Layers layers();
}
