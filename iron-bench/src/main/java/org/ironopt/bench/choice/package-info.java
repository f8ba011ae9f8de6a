/** How good the choice of solver is: work of the chosen one beside that of each fixed choice. */
package org.ironopt.bench.choice;
