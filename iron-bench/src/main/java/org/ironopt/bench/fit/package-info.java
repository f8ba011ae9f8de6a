/** Fits beside those of other libraries: sets, contestants and their race. */
package org.ironopt.bench.fit;
