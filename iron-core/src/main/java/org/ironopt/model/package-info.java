/**
 * Fitted linear models and what is done with them: {@link org.ironopt.model.Model} predicts, {@link
 * org.ironopt.model.ModelFile} writes and reads it as JSON (strictly, with bounds), {@link
 * org.ironopt.model.OnnxWriter} exports it, {@link org.ironopt.model.Evaluation} measures it on
 * other rows. Models are made by {@code fit}. This room may touch {@code linalg}, {@code data} and
 * {@code regression}.
 */
package org.ironopt.model;
