/** The one loop of the project: stop rules, endings, observers and checkpoints. */
package org.ironopt.run;
