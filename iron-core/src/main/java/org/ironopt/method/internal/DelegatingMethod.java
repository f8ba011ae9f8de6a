package org.ironopt.method.internal;

import org.ironopt.method.Method;
import org.ironopt.problem.Regularizer;

/** A method that makes the steps of another one, under its name and with its id in files. */
public interface DelegatingMethod extends Method {
  /** Returns the method whose steps are made. */
  Method method();

  @Override
  default String name() {
    return method().name();
  }

  @Override
  default String id() {
    return method().id();
  }

  @Override
  default Regularizer regularizer() {
    return method().regularizer();
  }
}
