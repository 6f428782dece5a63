package org.pyptoj.codegen.artifact;

import org.pyptoj.ir.Program;

/**
 * A program as it was after a pass.
 *
 * @param index the pass's place in the pipeline, from 1; 0 for the program that went in
 * @param pass the pass's name
 * @param program the program
 */
public record PassDump(int index, String pass, Program program) {

  /** Its file: {@code 04_after_ConvertToSSA.py}. */
  String fileName() {
    return index == 0 ? "00_" + pass + ".py" : "%02d_after_%s.py".formatted(index, pass);
  }
}
