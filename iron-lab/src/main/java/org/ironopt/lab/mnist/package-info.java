/**
 * Paper section 5.4: softmax regression on MNIST by AdamW, NAG-GS and IRON with steps chosen on a
 * validation split; and, beyond the paper, how each method bears a step over many decades.
 */
package org.ironopt.lab.mnist;
