package org.ironopt.lab.methods;

import org.ironopt.method.Method;

/** Makes a method for a step; refuses what does not fit with an IllegalArgumentException. */
public interface MethodFactory {
  /** Returns the method for this problem. */
  Method make(double step, CompositeProblem problem);
}
