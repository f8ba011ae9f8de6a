/**
 * Data to learn from. Start with {@code Dataset}: features, targets and weights, and views of some
 * of its rows. {@code Features} has three storages, {@code DenseFeatures}, {@code FloatFeatures}
 * and {@code SparseFeatures}; {@code Targets} are numbers or class labels. {@code TrainTestSplit}
 * cuts a data set by a seeded permutation into parts for training, validation and test. {@code
 * TableSchema} defines how the columns of a table become features, so that a model can encode new
 * rows in the same way.
 *
 * <p>Two ideas:
 *
 * <ul>
 *   <li>Arrays are checked once, when they are handed over, and kept without a copy. Whoever hands
 *       them over leaves them unchanged from then on.
 *   <li>A file that is not what it should be is refused with one line, {@code
 *       MalformedDataException}: the file, the place in it, what was seen and what was expected.
 *       {@code IdxReader} and {@code LibsvmReader} read through {@code ByteSource}, which unpacks
 *       gzip by the file's first bytes.
 * </ul>
 *
 * <p>May touch {@code linalg} and {@code random}. Tables in CSV are read by the command line.
 */
@NullMarked
package org.ironopt.data;

import org.jspecify.annotations.NullMarked;
