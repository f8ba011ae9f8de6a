/** Internal: matrices for experiments and tests, tails of distributions for tests of models. */
package org.ironopt.random.internal;
