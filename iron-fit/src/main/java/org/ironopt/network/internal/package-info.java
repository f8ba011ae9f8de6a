/** Internal: the work of a gradient. */
package org.ironopt.network.internal;
