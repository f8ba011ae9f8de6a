/** Internal: the cost model of solvers and Hessians in their eigenbasis. */
package org.ironopt.resolvent.internal;
