/**
 * The stub package {@code pypto-stubs}, written from the op table, the enums and the language's
 * forms. Classes that no table has are written by hand in the templates among the resources.
 */
package org.pyptoj.stubs.generate;
