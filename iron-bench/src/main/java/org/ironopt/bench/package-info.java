/** Other libraries on the same data, side by side in one process. */
package org.ironopt.bench;
