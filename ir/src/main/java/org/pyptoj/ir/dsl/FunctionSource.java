package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.Map;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.type.Type;

/**
 * A function of a program as it is found: its text, what its decorator says, and what its names
 * mean.
 *
 * @param name its name in the program
 * @param source the file
 * @param def its definition in the file
 * @param environment the names that it sees
 * @param kind what it is
 * @param level where it runs, or null
 * @param role what it does there, or null
 * @param attrs what else its decorator says
 * @param given types of parameters that have no annotation of their own, by name
 */
public record FunctionSource(
    String name,
    PythonSource source,
    StmtTy.FunctionDef def,
    Environment environment,
    FunctionKind kind,
    Level level,
    Role role,
    Attrs attrs,
    Map<String, Type> given) {

  public FunctionSource {
    given = Map.copyOf(given);
  }
}
