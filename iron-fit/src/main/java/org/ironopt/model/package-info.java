/**
 * Fitted models, linear ones and networks: prediction, files, export and measures. Start with
 * {@link org.ironopt.model.Model}: it predicts, and is all that an application needs. {@link
 * org.ironopt.model.ModelFile} writes and reads it as JSON, {@link org.ironopt.model.OnnxWriter}
 * exports it, {@link org.ironopt.model.Evaluation} measures it on other rows. Models are made by
 * {@code fit}.
 *
 * <p>Two ideas. (1) Coefficients are in the units of the data, so that a model needs nothing of the
 * fit that made it; {@code training} only tells where it came from. (2) Files are read strictly and
 * with bounds ({@link org.ironopt.model.internal.JsonFile}, {@link
 * org.ironopt.model.internal.Fields}): what is unknown, missing or of another type is refused in
 * one line that names it, and a small file never asks for much memory.
 *
 * <p>This room may touch {@code linalg}, {@code data}, {@code regression} and {@code network} (its
 * activations).
 */
@NullMarked
package org.ironopt.model;

import org.jspecify.annotations.NullMarked;
