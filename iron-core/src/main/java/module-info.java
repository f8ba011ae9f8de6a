/**
 * Objectives, resolvents, noise, methods, runs and exact theory. A first program is {@link
 * org.ironopt.run.Run#minimize Run.minimize} of {@link org.ironopt.method.Iron} on an {@link
 * org.ironopt.problem.Objective}.
 *
 * <p>SIMD needs {@code --add-modules jdk.incubator.vector}; without it results have the same bits.
 * A method or a regularizer that is a record of your own is read by its components: let it be
 * public in an exported package, or open its package to this module.
 */
@SuppressWarnings({"module", "requires-automatic"})
module org.ironopt.core {
  requires static jdk.incubator.vector;
  requires static org.jspecify;
  requires ejml.core;
  requires ejml.ddense;

  exports org.ironopt;
  exports org.ironopt.io;
  exports org.ironopt.linalg;
  exports org.ironopt.method;
  exports org.ironopt.method.flow;
  exports org.ironopt.method.gradient;
  exports org.ironopt.method.model;
  exports org.ironopt.method.proximal;
  exports org.ironopt.problem;
  exports org.ironopt.problem.analytic;
  exports org.ironopt.random;
  exports org.ironopt.resolvent;
  exports org.ironopt.run;
  exports org.ironopt.theory;
  exports org.ironopt.theory.sampling;
  exports org.ironopt.io.internal to
      org.ironopt.bench,
      org.ironopt.cli,
      org.ironopt.fit,
      org.ironopt.formats,
      org.ironopt.gpu,
      org.ironopt.lab,
      org.ironopt.spark;
  exports org.ironopt.linalg.internal to
      org.ironopt.cli,
      org.ironopt.fit,
      org.ironopt.gpu,
      org.ironopt.lab,
      org.ironopt.spark;
  exports org.ironopt.linalg.kernel to
      org.ironopt.bench,
      org.ironopt.cli,
      org.ironopt.fit;
  exports org.ironopt.method.internal to
      org.ironopt.cli,
      org.ironopt.fit;
  exports org.ironopt.problem.internal to
      org.ironopt.fit,
      org.ironopt.lab;
  exports org.ironopt.random.internal to
      org.ironopt.cli,
      org.ironopt.fit,
      org.ironopt.gpu,
      org.ironopt.lab;
  exports org.ironopt.resolvent.internal to
      org.ironopt.fit;
  exports org.ironopt.resolvent.newton to
      org.ironopt.fit;
  exports org.ironopt.theory.internal to
      org.ironopt.lab;
}
