/**
 * The library's random words as raw bytes, in the orders in which a battery of statistical tests
 * should see them.
 */
package org.ironopt.bench.words;
