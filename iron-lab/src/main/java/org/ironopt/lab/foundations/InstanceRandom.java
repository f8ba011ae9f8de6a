package org.ironopt.lab.foundations;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.ironopt.theory.IronParameters;

/** The randomness of one instance: a function of seed, study and number of the instance. */
final class InstanceRandom {
  private final RandomStreams root;
  private final RandomStream stream;
  private final int instance;
  private long next;

  InstanceRandom(long seed, String study, int instance) {
    this.root = new RandomStreams(new RandomStreams(seed).stream(study).word(instance, 0));
    this.stream = root.stream("instance");
    this.instance = instance;
  }

  /** Returns the number of the instance, from 0. */
  int instance() {
    return instance;
  }

  /** Returns streams for a method; those of two calls are different. */
  RandomStreams streams() {
    return new RandomStreams(root.stream("method").word(0, next++));
  }

  double uniform(double low, double high) {
    return low + (high - low) * stream.uniform(0, next++);
  }

  /** Returns a number whose logarithm is uniform. */
  double spread(double low, double high) {
    return low * Functions.exp(uniform(0, Functions.log(high / low)));
  }

  /** Returns a step between two numbers, and damping up to a factor of mu to either side. */
  IronParameters parameters(double low, double high, double mu, double factor) {
    return new IronParameters(spread(low, high), mu, mu * spread(1 / factor, factor));
  }

  int between(int low, int high) {
    return low + stream.below(high - low + 1, 0, next++);
  }

  double normal() {
    return stream.normal(0, next++);
  }

  double[] normals(int n) {
    double[] z = new double[n];
    stream.normals(0, next, 1, z, 0, n);
    next += n;
    return z;
  }

  /** Returns a uniform direction of length 1. */
  double[] unit(int n) {
    double[] z = normals(n);
    Vectors.scale(1 / Vectors.norm(z), z);
    return z;
  }

  /** Returns n numbers between mu and kappa mu: mu itself, then numbers with uniform logarithms. */
  double[] spectrum(int n, double mu, double kappa) {
    return Study.vector(n, i -> i == 0 ? mu : spread(mu, kappa * mu));
  }

  /** Returns n variances between 0.1 and 2. */
  double[] variances(int n) {
    return Study.vector(n, i -> uniform(0.1, 2));
  }

  DenseMatrix orthogonal(int n) {
    return RandomMatrices.orthogonal(root.stream("rotation"), next++, n);
  }

  DenseMatrix matrix(int rows, int columns) {
    return RandomMatrices.normal(root.stream("matrix"), next++, rows, columns);
  }

  /** Returns {@code G G'/rank} with G an n by rank matrix of normals: singular if rank is less. */
  DenseMatrix covariance(int n, int rank) {
    DenseMatrix g = matrix(n, rank);
    DenseMatrix sigma = g.multiply(g.transpose()).times(1.0 / rank);
    sigma.symmetrize();
    return sigma;
  }
}
