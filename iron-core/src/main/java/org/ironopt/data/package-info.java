/**
 * Data to learn from: features in one of three storages, numbers or class labels to predict,
 * weights, views of some of the rows, seeded splits, and readers for IDX and LIBSVM files whose
 * errors say where in the file they stand.
 */
package org.ironopt.data;
