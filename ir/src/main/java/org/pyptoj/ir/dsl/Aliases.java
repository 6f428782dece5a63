package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
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
import org.pyptoj.ir.op.Result;
import org.pyptoj.ir.type.TensorLike;
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

  /** The tiles of which a name may show a part, or another form. */
  private Map<String, Set<Tile>> shown = new LinkedHashMap<>();

  /** The names of tensors that are memory, perhaps on one path or in the first round only. */
  private Set<String> memory = new HashSet<>();

  /** What names stand for at some place. */
  record State(Map<String, Set<Tile>> tiles, Map<String, Set<Tile>> shown, Set<String> memory) {}

  /** A parameter stands for a tile of the caller's, or for memory. */
  void parameter(Var parameter) {
    if (parameter.type() instanceof TileType) {
      Tile tile = new Tile();
      given.add(tile);
      tiles.put(parameter.name(), Set.of(tile));
    } else if (parameter.type() instanceof TensorLike) {
      memory.add(parameter.name());
    }
  }

  /** A name gets a value. */
  void define(Var name, Expr value) {
    if (name.type() instanceof TileType || isValue(name, value)) {
      // Both are looked up before the name, which the value may mention, means something else.
      Set<Tile> views = shownBy(value);
      tiles.put(name.name(), of(value));
      shown.put(name.name(), views);
      memory.remove(name.name());
    } else {
      tiles.remove(name.name());
      shown.remove(name.name());
      if (name.type() instanceof TensorLike) {
        memory.add(name.name());
      } else {
        memory.remove(name.name());
      }
    }
  }

  /**
   * Whether a name stands for a tensor that an op has made, which is a value as a tile is. Other
   * tensors are memory: whoever looks there sees what has been written.
   */
  private boolean isValue(Var name, Expr value) {
    return name.type() instanceof TensorLike
        && switch (value) {
          case Var v -> isTracked(v);
          case Call c -> c.op().result() instanceof Result.Fresh || isTracked(c.sharedOperand());
          case FunctionCall f -> f.args().stream().anyMatch(this::isTracked);
          case TupleGet g when g.tuple() instanceof FunctionCall f ->
              f.args().stream().anyMatch(this::isTracked);
          default -> false;
        };
  }

  private boolean isTracked(Expr value) {
    return value instanceof Var v && tiles.containsKey(v.name());
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

  private Set<Tile> shownBy(Expr value) {
    return switch (value) {
      case Var v -> shown.getOrDefault(v.name(), Set.of());
      case Call c when c.op().result() instanceof Result.ViewOf -> {
        Set<Tile> all = new HashSet<>(shownBy(c.sharedOperand()));
        if (c.sharedOperand() instanceof Var v) {
          all.addAll(tiles.getOrDefault(v.name(), Set.of()));
        }
        yield all;
      }
      // A function may return a part of what it was given.
      case FunctionCall f -> ofAny(f.args());
      case TupleGet g when g.tuple() instanceof FunctionCall f -> ofAny(f.args());
      default -> Set.of();
    };
  }

  /**
   * The names that share memory with a tile that has been written through a name, without being
   * names of that tile: parts of it, the tile that it is a part of, other parts of that.
   */
  List<String> sharing(String written) {
    Set<Tile> mine = tiles.getOrDefault(written, Set.of());
    Set<Tile> under = shown.getOrDefault(written, Set.of());
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, Set<Tile>> other : tiles.entrySet()) {
      Set<Tile> theirs = shown.getOrDefault(other.getKey(), Set.of());
      if (!other.getKey().equals(written)
          && !other.getValue().equals(mine)
          && (common(theirs, mine) || common(theirs, under) || common(under, other.getValue()))) {
        names.add(other.getKey());
      }
    }
    return names;
  }

  private static boolean common(Set<Tile> a, Set<Tile> b) {
    return a.stream().anyMatch(b::contains);
  }

  private Set<Tile> ofAny(List<Expr> values) {
    Set<Tile> all = new HashSet<>();
    all.add(new Tile());
    for (Expr value : values) {
      if (value.type() instanceof TileType || isTracked(value)) {
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
      if (mine.size() > 1 || theirs.size() > 1 || mine.contains(any) || theirs.contains(any)) {
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

  State snapshot() {
    return new State(new LinkedHashMap<>(tiles), new LinkedHashMap<>(shown), new HashSet<>(memory));
  }

  void restore(State state) {
    tiles = new LinkedHashMap<>(state.tiles());
    shown = new LinkedHashMap<>(state.shown());
    memory = new HashSet<>(state.memory());
  }

  /** What names may stand for behind two paths. */
  void join(State other) {
    Map<String, Set<Tile>> theirs = new LinkedHashMap<>(other.tiles());
    withMemory(theirs, other.memory(), tiles);
    withMemory(tiles, memory, other.tiles());
    join(tiles, theirs);
    join(shown, other.shown());
    memory.addAll(other.memory());
  }

  /** Names that are memory on one path and a value on another may be either behind both. */
  private static void withMemory(
      Map<String, Set<Tile>> path, Set<String> memory, Map<String, Set<Tile>> other) {
    for (String name : memory) {
      if (other.containsKey(name)) {
        Set<Tile> all = new HashSet<>(path.getOrDefault(name, Set.of()));
        all.add(new Tile());
        path.put(name, all);
      }
    }
  }

  private static void join(Map<String, Set<Tile>> into, Map<String, Set<Tile>> other) {
    other.forEach(
        (name, set) -> {
          Set<Tile> all = new HashSet<>(into.getOrDefault(name, Set.of()));
          all.addAll(set);
          into.put(name, all);
        });
  }

  /** What names may stand for at the beginning of a loop's body, whatever the round. */
  void beginRounds(NameFlow flow) {
    Map<String, Set<Tile>> later = new LinkedHashMap<>(tiles);
    Map<String, Set<Tile>> laterShown = new LinkedHashMap<>(shown);
    Map<Object, Tile> made = new IdentityHashMap<>();
    for (String name : flow.assigned()) {
      Set<Tile> first = new HashSet<>(tiles.getOrDefault(name, Set.of()));
      for (Object maker : flow.makers(name)) {
        first.add(made.computeIfAbsent(maker, m -> new Tile()));
      }
      if (flow.isAnything(name)) {
        first.add(any);
      }
      later.put(name, first);
      laterShown.put(name, new HashSet<>(shown.getOrDefault(name, Set.of())));
    }
    boolean more = true;
    while (more) {
      more = false;
      for (String name : flow.assigned()) {
        for (String from : flow.names(name)) {
          more |= later.get(name).addAll(later.getOrDefault(from, Set.of()));
          more |= laterShown.get(name).addAll(laterShown.getOrDefault(from, Set.of()));
        }
        for (String of : flow.parts(name)) {
          more |= laterShown.get(name).addAll(later.getOrDefault(of, Set.of()));
          more |= laterShown.get(name).addAll(laterShown.getOrDefault(of, Set.of()));
        }
      }
    }
    tiles.replaceAll((name, now) -> later.get(name));
    shown.replaceAll((name, now) -> laterShown.get(name));
    for (String name : flow.assigned()) {
      if (memory.contains(name) && !later.get(name).isEmpty()) {
        later.get(name).add(new Tile()); // what it is in the first round
        tiles.put(name, later.get(name));
        shown.put(name, laterShown.get(name));
      }
    }
  }
}
