package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.TileType;

/**
 * Which names may stand for one tile. Python writes the elements of an object, whatever its names;
 * here a tile is a value, and a write makes a new one. So a write through one name is a write
 * through all names of the tile, and where it cannot be told which they are, it is refused.
 */
final class Aliases {

  /** A tile that some place of the text makes. */
  private static final class Tile {}

  /** Stands among a name's tiles where they cannot be told. */
  private final Tile any = new Tile();

  /** The tiles that a caller gave. */
  private final Set<Tile> given = new HashSet<>();

  private Map<String, Set<Tile>> tiles = new LinkedHashMap<>();

  /** A parameter stands for a tile of the caller's. */
  void parameter(String name) {
    Tile tile = new Tile();
    given.add(tile);
    tiles.put(name, Set.of(tile));
  }

  /** A name gets a value. */
  void define(Var name, Expr value) {
    if (name.type() instanceof TileType) {
      tiles.put(name.name(), of(value));
    } else {
      tiles.remove(name.name());
    }
  }

  /** A name gets the result of a write to the tile that it stands for. */
  void keep(String name, Set<?> before) {
    Set<Tile> same = new HashSet<>();
    before.forEach(t -> same.add((Tile) t));
    tiles.put(name, same);
  }

  /** The tiles that a name may stand for. */
  Set<?> of(String name) {
    return tiles.getOrDefault(name, Set.of());
  }

  private Set<Tile> of(Expr value) {
    return switch (value) {
      case Var v -> tiles.getOrDefault(v.name(), Set.of(new Tile()));
      case Call c -> Set.of(new Tile());
      // A function may return the very tile that it was given.
      case FunctionCall f -> ofAny(f.args());
      case TupleGet g when g.tuple() instanceof FunctionCall f -> ofAny(f.args());
      default -> Set.of(any);
    };
  }

  private Set<Tile> ofAny(List<Expr> values) {
    Set<Tile> all = new HashSet<>();
    all.add(new Tile());
    for (Expr value : values) {
      if (value.type() instanceof TileType) {
        all.addAll(of(value));
      }
    }
    return all;
  }

  /**
   * The other names of the tile that a name stands for.
   *
   * @return null where it cannot be told
   */
  List<String> others(String name) {
    Set<Tile> mine = tiles.get(name);
    List<String> others = new ArrayList<>();
    if (mine == null) {
      return others;
    }
    for (Map.Entry<String, Set<Tile>> other : tiles.entrySet()) {
      Set<Tile> theirs = other.getValue();
      if (other.getKey().equals(name) || !meet(mine, theirs)) {
        continue;
      }
      if (mine.size() > 1 || theirs.size() > 1 || mine.contains(any)) {
        return null;
      }
      others.add(other.getKey());
    }
    return others;
  }

  /**
   * The other names of a tile that is about to be written through one.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLY0122 where they cannot be told
   */
  List<String> requireOthers(String name, Span at) {
    if (tiles.getOrDefault(name, Set.of()).stream().anyMatch(given::contains)) {
      throw Reports.error(
          DslRule.ALIAS,
          "'" + name + "' is a parameter: the caller's tile would be written too",
          at,
          "return a new tile, for example pl.add(" + name + ", 0.0), and write that");
    }
    List<String> others = others(name);
    if (others == null) {
      throw Reports.error(
          DslRule.ALIAS,
          "which names stand for the tile '" + name + "' depends on the path that a run takes",
          at,
          "give each path a tile of its own");
    }
    return others;
  }

  private boolean meet(Set<Tile> a, Set<Tile> b) {
    return a.contains(any) || b.contains(any) || a.stream().anyMatch(b::contains);
  }

  Map<String, Set<Tile>> snapshot() {
    return new LinkedHashMap<>(tiles);
  }

  void restore(Map<String, ?> snapshot) {
    tiles = new LinkedHashMap<>();
    snapshot.forEach(
        (name, set) -> {
          Set<Tile> copy = new HashSet<>();
          ((Set<?>) set).forEach(t -> copy.add((Tile) t));
          tiles.put(name, copy);
        });
  }

  /** What names may stand for behind two paths. */
  void join(Map<String, ?> other) {
    other.forEach(
        (name, set) -> {
          Set<Tile> all = new HashSet<>(tiles.getOrDefault(name, Set.of()));
          ((Set<?>) set).forEach(t -> all.add((Tile) t));
          tiles.put(name, all);
        });
  }

  /** What names may stand for at the beginning of a loop's body, whatever the round. */
  void beginRounds(StmtTy[] body) {
    Set<String> unknown = new HashSet<>();
    Set<String> fresh = new HashSet<>();
    Names.assignments(
        body,
        (target, value) -> {
          boolean makes =
              value instanceof ExprTy.Call
                  || value instanceof ExprTy.BinOp
                  || value instanceof ExprTy.UnaryOp
                  || value instanceof ExprTy.Constant;
          (makes ? fresh : unknown).addAll(Names.targets(target));
        });
    for (String name : fresh) {
      tiles.computeIfPresent(
          name,
          (n, set) -> {
            Set<Tile> more = new HashSet<>(set);
            more.add(new Tile());
            return more;
          });
    }
    for (String name : unknown) {
      tiles.computeIfPresent(name, (n, set) -> Set.of(any));
    }
  }
}
