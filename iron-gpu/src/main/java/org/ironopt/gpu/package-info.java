/**
 * Work on an accelerator, from plain Java. Start with {@link org.ironopt.gpu.Device}: buffers,
 * products, factorizations, kernels, and recordings that are replayed without the host. {@code
 * host} is that interface in plain Java, the reference for every test; {@code cuda} is an NVIDIA
 * GPU through {@code java.lang.foreign}. On top of it stand {@code network} (training), {@code fit}
 * (regressions) and {@code particles} (clouds), which know nothing of the device behind it; {@code
 * measure} times them.
 *
 * <p><b>Ideas.</b> (1) What changes from step to step is in buffers, never in arguments, so that a
 * recorded step can be replayed. (2) Every kernel has a twin in Java, and its CUDA C is also
 * compiled and run as C++ in the tests. (3) Sums have fixed trees, so that runs repeat bit for bit
 * on one device. (4) A library is loaded when it is first asked for, every return code is looked
 * at, and what is wrong is one sentence.
 */
package org.ironopt.gpu;
