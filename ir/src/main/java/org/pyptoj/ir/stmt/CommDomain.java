package org.pyptoj.ir.stmt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;

/**
 * What a scope of kind {@link ScopeKind#COMM_DOMAIN} says: which windows exist on which devices.
 *
 * @param name its name
 * @param devices its devices, or null for all of the run
 * @param slots its windows
 */
public record CommDomain(String name, List<Long> devices, List<Slot> slots) {

  private static final AttrKey<String> NAME = AttrKey.of("name", String.class);
  private static final AttrKey<Object> DEVICES = AttrKey.of("devices", Object.class);

  @SuppressWarnings("rawtypes") // A class literal has no parameters.
  private static final AttrKey<List<Map>> SLOTS = AttrKey.list("slots", Map.class);

  private static final String ALL = "all";
  private static final String WINDOW = "name";
  private static final String BYTES = "bytes";

  /**
   * A window of a domain.
   *
   * @param name the window's
   * @param bytes its size on each rank
   */
  public record Slot(String name, Expr bytes) {}

  public CommDomain {
    devices = devices == null ? null : List.copyOf(devices);
    slots = List.copyOf(slots);
  }

  /** The domain that a scope opens. */
  public static CommDomain of(Scope scope) {
    Attrs attrs = scope.attrs();
    List<Slot> slots = new ArrayList<>();
    for (Map<?, ?> slot : attrs.get(SLOTS)) {
      slots.add(new Slot((String) slot.get(WINDOW), number(slot.get(BYTES))));
    }
    List<Long> devices =
        attrs.get(DEVICES) instanceof List<?> list
            ? list.stream().map(d -> Scalars.constant(number(d))).toList()
            : null;
    return new CommDomain(attrs.get(NAME), devices, slots);
  }

  private static Expr number(Object written) {
    return written instanceof Expr e ? e : IntConst.index((Long) written);
  }

  /** The names of its windows. */
  public List<String> windows() {
    return slots.stream().map(Slot::name).toList();
  }

  /** The attributes of its scope. */
  @SuppressWarnings("rawtypes")
  public Attrs attrs() {
    List<Map> written = new ArrayList<>();
    for (Slot slot : slots) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put(WINDOW, slot.name());
      entry.put(BYTES, slot.bytes());
      written.add(entry);
    }
    return Attrs.of(NAME, name)
        .with(
            DEVICES, devices == null ? ALL : devices.stream().map(d -> IntConst.index(d)).toList())
        .with(SLOTS, written);
  }
}
