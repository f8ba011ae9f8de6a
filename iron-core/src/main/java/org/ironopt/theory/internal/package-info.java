/** Internal: small linear systems of the moment equations. */
package org.ironopt.theory.internal;
