/** Rows of a fit on a cluster or a device, and networks on a device. */
@Experimental
@NullMarked
package org.ironopt.fit.remote;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
