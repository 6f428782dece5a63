package org.pyptoj.stubs.mirror;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one layer says.
 *
 * @param title as a message names the layer
 * @param spelling how the layer writes variants
 * @param parts what the layer is there to mirror; the rest is not missed in it
 * @param enums all enums that it declares
 * @param functions all functions that it declares
 * @param unreadable what is wrong with each enum whose numbers cannot be told, by its name
 * @param place the file as a whole, for what is missing in it
 */
public record MirrorLayer(
    String title,
    Spelling spelling,
    Set<Part> parts,
    List<EnumMirror> enums,
    List<FunctionMirror> functions,
    Map<String, MirrorSyntaxException> unreadable,
    SourcePlace place) {
  public MirrorLayer {
    parts = Set.copyOf(parts);
    enums = List.copyOf(enums);
    functions = List.copyOf(functions);
    unreadable = Map.copyOf(unreadable);
  }

  /** What a layer mirrors. */
  public enum Part {
    ENUMS,
    FUNCTIONS
  }

  /** How a layer spells a variant whose plain name is {@code Set} or {@code None}. */
  public enum Spelling {
    /** {@code Set}, {@code None_}: an underscore after what Python reserves. */
    PYTHON {
      @Override
      String plain(String name) {
        return name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
      }

      @Override
      public String spell(String plain) {
        return RESERVED.contains(plain) ? plain + "_" : plain;
      }
    },
    /** {@code kSet}, {@code kNone}. */
    HEADER {
      @Override
      String plain(String name) {
        boolean prefixed = name.length() > 1 && name.charAt(0) == 'k';
        return prefixed && Character.isUpperCase(name.charAt(1)) ? name.substring(1) : name;
      }

      @Override
      public String spell(String plain) {
        return "k" + plain;
      }
    };

    private static final Set<String> RESERVED = Set.of("None", "True", "False");

    /** The plain name of a variant that this layer spells so. */
    abstract String plain(String name);

    /** How this layer should spell a variant. */
    public abstract String spell(String plain);
  }
}
