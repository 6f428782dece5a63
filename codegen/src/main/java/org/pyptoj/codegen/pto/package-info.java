/**
 * PTO text: one module per kernel, translated one to one from lowered IR. What needs analysis has
 * happened in a pass.
 */
package org.pyptoj.codegen.pto;
