/**
 * The one loop of the project: stop rules, endings, observers and checkpoints. A {@code Run} ends
 * with a typed {@code Ending} and the best point, whatever happened; records hold no clock, so a
 * run can be replayed bit for bit.
 */
package org.ironopt.run;
