/** The catalogue of rules: code, sentence, page. */
package org.pyptoj.verifier.rule;
