/** Rows of a fit on a cluster or a device, and networks on a device. */
package org.ironopt.fit.remote;
