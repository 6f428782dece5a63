package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.Result;

/**
 * What the names that a loop's body assigns may be in a later round, as the text says before the
 * body is read: another name's object, a part of one, an object that the body makes, or anything.
 */
final class NameFlow {

  /** Where a name's values come from. */
  private static final class Sources {
    final Set<String> names = new HashSet<>();
    final Set<String> parts = new HashSet<>();

    /** The places of the text that make an object for it; names of one statement may share one. */
    final Set<Object> makers = Collections.newSetFromMap(new IdentityHashMap<>());

    boolean anything;
  }

  private static final class Views {
    static final Set<String> NAMES = new HashSet<>();

    static {
      for (Op op : Op.all()) {
        if (op.result() instanceof Result.ViewOf) {
          NAMES.add(op.shortName());
        }
      }
    }
  }

  private final Map<String, Sources> sources = new HashMap<>();
  private final Predicate<ExprTy> isOp;

  /**
   * Reads a loop's body.
   *
   * @param isOp whether a callee is below the language's names, such as {@code pl.add}
   */
  NameFlow(StmtTy[] body, Predicate<ExprTy> isOp) {
    this.isOp = isOp;
    read(body);
  }

  private void read(StmtTy[] body) {
    for (StmtTy stmt : body == null ? new StmtTy[0] : body) {
      switch (stmt) {
        case StmtTy.Assign a -> {
          for (ExprTy target : a.targets) {
            assigned(target, a.value);
          }
        }
        case StmtTy.AnnAssign a -> assigned(a.target, a.value);
        case StmtTy.AugAssign a -> Names.targets(a.target).forEach(n -> of(n).makers.add(a));
        case StmtTy.For f -> {
          assigned(f.target, null);
          read(f.body);
          read(f.orElse);
        }
        case StmtTy.While w -> {
          read(w.body);
          read(w.orElse);
        }
        case StmtTy.If i -> {
          read(i.body);
          read(i.orElse);
        }
        case StmtTy.With w -> read(w.body);
        default -> {}
      }
    }
  }

  private Sources of(String name) {
    return sources.computeIfAbsent(name, n -> new Sources());
  }

  private void assigned(ExprTy target, ExprTy value) {
    if (value != null && elements(target) != null && elements(value) != null) {
      ExprTy[] targets = elements(target);
      ExprTy[] values = elements(value);
      if (targets.length == values.length
          && Stream.of(targets, values)
              .flatMap(Stream::of)
              .noneMatch(e -> e instanceof ExprTy.Starred)) {
        for (int i = 0; i < targets.length; i++) {
          assigned(targets[i], values[i]);
        }
        return;
      }
    }
    for (String name : Names.targets(target)) {
      Sources of = of(name);
      if (target instanceof ExprTy.Name && value != null) {
        from(value, of);
      } else {
        of.anything = true;
      }
    }
  }

  private static ExprTy[] elements(ExprTy expr) {
    return switch (expr) {
      case ExprTy.Tuple t -> t.elements;
      case ExprTy.List l -> l.elements;
      default -> null;
    };
  }

  private void from(ExprTy value, Sources of) {
    switch (value) {
      case ExprTy.Name n -> of.names.add(n.id);
      case ExprTy.IfExp i -> {
        from(i.body, of);
        from(i.orElse, of);
      }
      case ExprTy.BinOp b -> of.makers.add(b);
      case ExprTy.UnaryOp u -> of.makers.add(u);
      case ExprTy.Compare c -> of.makers.add(c);
      case ExprTy.Constant c -> of.makers.add(c);
      case ExprTy.Call c when isOp.test(c.func) -> {
        of.makers.add(c);
        if (c.func instanceof ExprTy.Attribute a && Views.NAMES.contains(a.attr)) {
          of.parts.addAll(Names.free(c));
        }
      }
      case ExprTy.Call c when isFunction(c.func) -> {
        // A function may return what it was given, or a part of it.
        Set<String> given = new HashSet<>(Names.free(c));
        of.makers.add(c);
        of.names.addAll(given);
        of.parts.addAll(given);
      }
      case ExprTy.Subscript s when isPart(s.slice) -> {
        of.makers.add(s);
        of.parts.addAll(Names.free(s.value));
      }
      default -> of.anything = true;
    }
  }

  private static boolean isFunction(ExprTy callee) {
    return callee instanceof ExprTy.Name
        || callee instanceof ExprTy.Attribute a
            && a.value instanceof ExprTy.Name n
            && n.id.equals("self");
  }

  /** Whether an index takes a part of a tile; an element of a container may be any tile. */
  private static boolean isPart(ExprTy slice) {
    return slice instanceof ExprTy.Slice
        || slice instanceof ExprTy.Tuple t
            && Stream.of(t.elements).anyMatch(e -> e instanceof ExprTy.Slice);
  }

  /** The names that the body assigns. */
  Set<String> assigned() {
    return sources.keySet();
  }

  /** The places of the body that may make an object for a name. */
  Set<Object> makers(String name) {
    return sources.get(name).makers;
  }

  /** Whether the text does not say what a name may be. */
  boolean isAnything(String name) {
    return sources.get(name).anything;
  }

  /** The names whose objects a name may be given. */
  Set<String> names(String name) {
    return sources.get(name).names;
  }

  /** The names of whose objects a name may be given a part. */
  Set<String> parts(String name) {
    return sources.get(name).parts;
  }
}
