/**
 * Steps on a model of a term: truncated linear models (aProx) and the model-based methods of Davis
 * and Drusvyatskiy. Each file holds a method and its stepper.
 */
package org.ironopt.method.model;
