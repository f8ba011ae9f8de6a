/**
 * Internal: the one writer of files, the codec of states, stable names, text of numbers, hashes.
 */
package org.ironopt.io.internal;
