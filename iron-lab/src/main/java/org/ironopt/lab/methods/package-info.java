/**
 * The methods of the library by their words, for everything that lets a user name one: what a word
 * stands for, which options it has and what it cannot do.
 */
package org.ironopt.lab.methods;
