package org.pyptoj.sim.kernel;

import java.util.HashMap;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.DoubleCode;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.RefCode;
import org.pyptoj.sim.kernel.Code.Step;

/**
 * Where a function's variables live. A name has one place per kind of value: before SSA that is
 * what a re-assignment means, and after SSA names are unique.
 */
final class Slots {

  enum Kind {
    LONG,
    DOUBLE,
    REF;

    static Kind of(Type type) {
      if (type instanceof ScalarType(org.pyptoj.ir.type.DataType dtype)) {
        return dtype.isFloat() ? DOUBLE : LONG;
      }
      return REF;
    }
  }

  private final Map<String, Integer> longs = new HashMap<>();
  private final Map<String, Integer> doubles = new HashMap<>();
  private final Map<String, Integer> refs = new HashMap<>();
  private int hidden;
  private int spare;

  int index(String name, Kind kind) {
    Map<String, Integer> of =
        switch (kind) {
          case LONG -> longs;
          case DOUBLE -> doubles;
          case REF -> refs;
        };
    return of.computeIfAbsent(name, n -> of.size());
  }

  /** A place that no name has. */
  String hiddenName() {
    return " " + hidden++;
  }

  /** A place for a tile that an op may overwrite. */
  int spare() {
    return spare++;
  }

  int longCount() {
    return longs.size();
  }

  int doubleCount() {
    return doubles.size();
  }

  int refCount() {
    return refs.size();
  }

  int spareCount() {
    return spare;
  }

  /** Reads a variable. */
  Code read(Var var) {
    return read(var.name(), Kind.of(var.type()), var.span());
  }

  Code read(String name, Kind kind, Span span) {
    int at = index(name, kind);
    return switch (kind) {
      case LONG -> (LongCode) f -> f.longs[at];
      case DOUBLE -> (DoubleCode) f -> f.doubles[at];
      case REF ->
          (RefCode)
              f -> {
                Object value = f.refs[at];
                if (value == null) {
                  throw new SimFailure(SimCode.UNBOUND, name + " has no value here", span);
                }
                return value;
              };
    };
  }

  /** Stores a value under a name. */
  Step write(String name, Kind kind, Code value, Span span) {
    int at = index(name, kind);
    return switch (kind) {
      case LONG -> {
        LongCode code = ScalarCompiler.asLong(value, span);
        yield f -> {
          f.longs[at] = code.get(f);
          return Step.NEXT;
        };
      }
      case DOUBLE -> {
        DoubleCode code = ScalarCompiler.asDouble(value, span);
        yield f -> {
          f.doubles[at] = code.get(f);
          return Step.NEXT;
        };
      }
      case REF ->
          value instanceof RefCode code
              ? f -> {
                f.refs[at] = code.get(f);
                return Step.NEXT;
              }
              : f -> {
                f.refs[at] = Code.box(value, f);
                return Step.NEXT;
              };
    };
  }
}
