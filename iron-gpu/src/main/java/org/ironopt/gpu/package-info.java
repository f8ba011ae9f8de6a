/**
 * Work on an NVIDIA GPU, from plain Java through {@code java.lang.foreign}. Start with {@link
 * org.ironopt.gpu.Device}: buffers, products, factorizations, kernels, and recordings that are
 * replayed without the host. On top of it stand {@code network} (training), {@code fit}
 * (regressions) and {@code particles} (clouds); {@code measure} times them.
 *
 * <p><b>Ideas.</b> (1) What changes from step to step is in buffers, never in arguments, so that a
 * recorded step can be replayed. (2) The reference of every result is the core; without a GPU the
 * tests compile the kernels as C++ and run them on a stand-in for the CUDA libraries. (3) Sums have
 * fixed trees, so that runs repeat bit for bit on one device. (4) A library is loaded when it is
 * first asked for, every return code is looked at, and what is wrong is one sentence, an {@link
 * org.ironopt.io.InputError}.
 */
package org.ironopt.gpu;
