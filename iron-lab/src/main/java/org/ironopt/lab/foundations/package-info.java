/**
 * The claims of the paper's sections 2 to 4 that need no figure: identities, lemmas, theorems and
 * remarks, each checked on random instances. A study turns one random instance into one row of
 * numbers; the ledger is computed from the rows.
 */
package org.ironopt.lab.foundations;
