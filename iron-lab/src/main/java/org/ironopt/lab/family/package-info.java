/** One law for implicit steps under noise: what the theorems S6 to S10 say, beside simulation. */
package org.ironopt.lab.family;
