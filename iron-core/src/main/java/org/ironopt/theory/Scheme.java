package org.ironopt.theory;

/**
 * The three discretisations of one stochastic accelerated flow, THEORY (1), that the theory
 * compares. With the flow's step {@code alpha}, convexity {@code mu} and damping {@code gamma}:
 *
 * <ul>
 *   <li>{@link #IRON}: backward Euler, THEORY (3)-(4), the resolvent step of Leplat and Hildebrand;
 *   <li>{@link #NAG_GS}: Gauss-Seidel, THEORY (8), first {@code x}, then {@code v} with the
 *       gradient at the new {@code x};
 *   <li>{@link #EXPLICIT_EULER}: everything at the old point, THEORY (9).
 * </ul>
 */
public enum Scheme {
  IRON,
  NAG_GS,
  EXPLICIT_EULER
}
