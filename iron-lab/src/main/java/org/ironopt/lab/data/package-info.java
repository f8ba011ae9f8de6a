/**
 * Public data sets: where they are kept, where they come from, and the hashes that they must have
 * before anything is kept.
 */
package org.ironopt.lab.data;
