/** {@code bench curves}: nonlinear least squares beside another library. */
package org.ironopt.bench.curve;
