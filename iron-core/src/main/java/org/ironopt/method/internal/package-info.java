/** Internal: parts that several methods share. */
package org.ironopt.method.internal;
