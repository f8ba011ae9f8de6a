/** What fitting a user's own data needs around the library: files, words, pictures, the path. */
package org.ironopt.lab.fit;
