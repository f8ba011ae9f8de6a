/** {@code bench path}: lasso paths and their cross-validation beside glmnet, judged by one gap. */
package org.ironopt.bench.path;
