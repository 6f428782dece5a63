package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.op.OpTyping;

/**
 * Reads programs from DSL text without a Python interpreter: what {@link org.pyptoj.ir.Printer}
 * writes, and any script text whose kernels use no Python names of their own.
 */
public final class DslParser {

  private DslParser() {}

  /**
   * The program of printed IR.
   *
   * @param text a module with one {@code @pl.program} class
   * @param typing deduces types that the text does not give
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException where the text is no program
   */
  public static Program parseProgram(String text, OpTyping typing) {
    return parseProgram("<text>", text, typing);
  }

  /** The program of printed IR, whose mistakes are reported in a file of this name. */
  public static Program parseProgram(String file, String text, OpTyping typing) {
    return parse(file, text, typing, true);
  }

  /**
   * The program that a script's text defines in its first {@code @pl.program} class; every rule is
   * checked, as for a script that is run.
   */
  public static Program parseScript(String file, String text, OpTyping typing) {
    return parse(file, text, typing, false);
  }

  private static Program parse(String file, String text, OpTyping typing, boolean irText) {
    PythonSource source = PythonSource.parse(file, text);
    Set<String> symbols = new HashSet<>();
    Map<String, Object> constants = new LinkedHashMap<>();
    StmtTy.ClassDef program = null;
    for (StmtTy stmt : source.body()) {
      switch (stmt) {
        case StmtTy.Assign a when a.targets[0] instanceof ExprTy.Name n -> {
          if (isDynamic(a.value)) {
            symbols.add(n.id);
          } else if (a.value instanceof ExprTy.Constant c
              && c.value.kind == ConstantValue.Kind.LONG) {
            constants.put(n.id, c.value.getLong());
          }
        }
        case StmtTy.ClassDef c -> program = program == null ? c : program;
        default -> {}
      }
    }
    if (program == null) {
      throw Reports.error(
          DslRule.PROGRAM,
          "the text has no program class",
          new org.pyptoj.ir.Span(file, 1, 1, 1, 1),
          null);
    }
    Environment environment = new TextEnvironment(symbols, constants);
    ProgramParser parser = new ProgramParser(typing, null, irText);
    Evaluator decorators = new Evaluator(source, environment, parser, typing, irText);
    List<FunctionSource> functions = new ArrayList<>();
    for (StmtTy stmt : program.body) {
      if (stmt instanceof StmtTy.FunctionDef def) {
        functions.add(function(source, def, environment, decorators));
      }
    }
    return parser.parse(program.name, source.span(program), functions);
  }

  private static boolean isDynamic(ExprTy value) {
    return value instanceof ExprTy.Call c
        && c.func instanceof ExprTy.Attribute a
        && a.attr.equals("dynamic");
  }

  private static FunctionSource function(
      PythonSource source, StmtTy.FunctionDef def, Environment environment, Evaluator decorators) {
    FunctionKind kind = FunctionKind.OPAQUE;
    Level level = null;
    Role role = null;
    Attrs attrs = Attrs.NONE;
    for (ExprTy decorator : def.decoratorList == null ? new ExprTy[0] : def.decoratorList) {
      if (decorator instanceof ExprTy.Call c) {
        for (KeywordTy k : c.keywords) {
          Object value = decorators.eval(k.value);
          switch (value) {
            case FunctionKind t -> kind = t;
            case Level l -> level = l;
            case Role r -> role = r;
            default -> {
              if (k.arg.equals("attrs")
                  && decorators.values().attrValue(value) instanceof Map<?, ?> map) {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach((n, v) -> copy.put(String.valueOf(n), v));
                attrs = new Attrs(copy);
              }
            }
          }
        }
      }
    }
    return new FunctionSource(
        def.name, source, def, environment, kind, level, role, attrs, Map.of());
  }

  private record TextEnvironment(Set<String> symbols, Map<String, Object> constants)
      implements Environment {
    @Override
    public Object lookup(String name) {
      if (symbols.contains(name)) {
        return new DynamicExtent(name);
      }
      Object constant = constants.get(name);
      return constant != null ? constant : IR_TEXT.lookup(name);
    }

    @Override
    public Object builtin(String name) {
      return UNBOUND;
    }
  }
}
