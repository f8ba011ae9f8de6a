/** Internal: evaluation counts, gradients at many points in one pass, scalar resolvents. */
package org.ironopt.problem.internal;
