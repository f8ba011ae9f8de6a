/** Rows of a fit on a cluster or a device, and networks on a device. */
@NullMarked
package org.ironopt.fit.remote;

import org.jspecify.annotations.NullMarked;
