/**
 * Clouds of independent particles. A cloud is cut into a fixed number of groups; each group is an
 * ensemble that stays in the cache while it makes all its steps, and its statistics are taken in
 * the same pass. Groups run on all cores and are put together in their order.
 */
@Experimental
@NullMarked
package org.ironopt.lab.particles;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
