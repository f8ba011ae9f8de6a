/** The claim ledger: what the paper says, what was measured, and a verdict that is computed. */
package org.ironopt.lab.ledger;
