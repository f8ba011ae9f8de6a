/** Internal: files of JSON. */
package org.ironopt.model.internal;
