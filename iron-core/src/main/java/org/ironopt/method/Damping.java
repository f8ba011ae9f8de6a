package org.ironopt.method;

/** What happens to the damping gamma from step to step. */
public enum Damping {
  /** {@code gamma+ = (gamma + alpha mu)/(1 + alpha)}, which tends to mu. */
  UPDATED,
  /** gamma keeps its start value. */
  FROZEN
}
