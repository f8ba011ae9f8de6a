/** Internal: algorithms of linear algebra behind the solvers, and argument checks. */
package org.ironopt.linalg.internal;
