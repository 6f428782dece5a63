package org.pyptoj.frontend.language;

import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import org.graalvm.polyglot.Value;

/**
 * A function of the host that a program calls between its dispatches. It stays Python.
 *
 * @param function the function
 * @param isAbstract whether its body is {@code ...}, so that a callback has to take its place
 */
record SubWorker(Value function, boolean isAbstract) {

  static SubWorker of(StmtTy.FunctionDef def, Value function) {
    boolean nothing = true;
    for (StmtTy stmt : def.body) {
      nothing &=
          stmt instanceof StmtTy.Expr e
              && e.value instanceof ExprTy.Constant c
              && (c.value.kind == ConstantValue.Kind.ELLIPSIS
                  || c.value.kind == ConstantValue.Kind.CODEPOINTS);
    }
    return new SubWorker(function, nothing);
  }
}
