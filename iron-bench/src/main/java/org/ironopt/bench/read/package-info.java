/** {@code bench read}: how fast files of users become rows of numbers. */
package org.ironopt.bench.read;
