/**
 * Paper section 5.4: softmax regression on MNIST by AdamW, NAG-GS and IRON with steps chosen on a
 * validation split; and, beyond the paper, how sensitive each method is to its step.
 */
package org.ironopt.lab.mnist;
