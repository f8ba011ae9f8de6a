/**
 * Learning problems on a data set: ridge logistic, softmax and least-squares regression, each as an
 * average of terms whose batches are objectives of their own. One pass over the rows computes
 * forward products, loss and gradient while a block of rows is in the cache.
 */
package org.ironopt.learn;
