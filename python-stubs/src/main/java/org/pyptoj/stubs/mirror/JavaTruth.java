package org.pyptoj.stubs.mirror;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.WaitCmp;

/**
 * The truth that the layers mirror: the ABI enums and the op table. Source lines come from the line
 * tables of the class files, so that a report can name both places without the sources at hand;
 * columns are not in them.
 */
public final class JavaTruth {
  private JavaTruth() {}

  /** The four ABI enums and the functions of all ops, by every name that a kernel may use. */
  public static MirrorLayer layer() {
    return new MirrorLayer(
        "Java",
        MirrorLayer.Spelling.PYTHON,
        Set.of(MirrorLayer.Part.ENUMS, MirrorLayer.Part.FUNCTIONS),
        List.of(
            mirror(NotifyOp.class),
            mirror(WaitCmp.class),
            mirror(AtomicType.class),
            mirror(ReduceOp.class)),
        functions(),
        Map.of(),
        new SourcePlace(sourceOf(Op.class), 0, 0));
  }

  private static <E extends Enum<E> & AbiEnum> EnumMirror mirror(Class<E> type) {
    Map<String, Integer> lines = linesOfConstants(type);
    List<EnumMirror.Variant> variants = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      variants.add(
          new EnumMirror.Variant(
              constant.dslName(),
              BigInteger.valueOf(constant.code()),
              variants.size(),
              place(type, lines, constant.name())));
    }
    return new EnumMirror(type.getSimpleName(), variants, new SourcePlace(sourceOf(type), 0, 0));
  }

  private static List<FunctionMirror> functions() {
    Map<Op, SourcePlace> places = placesOfOps();
    List<FunctionMirror> functions = new ArrayList<>();
    PublicOps.overloads()
        .forEach(
            (path, ops) -> ops.forEach(op -> functions.add(function(path, op, places.get(op)))));
    return functions;
  }

  private static Map<Op, SourcePlace> placesOfOps() {
    Map<Op, SourcePlace> places = new HashMap<>();
    for (Class<?> table : Op.tables()) {
      Map<String, Integer> lines = linesOfConstants(table);
      for (Field constant : table.getFields()) {
        try {
          places.put((Op) constant.get(null), place(table, lines, constant.getName()));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return places;
  }

  private static FunctionMirror function(String path, Op op, SourcePlace place) {
    List<FunctionMirror.Parameter> parameters = new ArrayList<>();
    for (OpParam param : op.signature().written()) {
      parameters.add(
          new FunctionMirror.Parameter(
              param.name(),
              param.keywordOnly()
                  ? FunctionMirror.Kind.KEYWORD_ONLY
                  : FunctionMirror.Kind.POSITIONAL_OR_KEYWORD,
              param.kind().stubType(),
              param.defaultText() == null ? "" : param.defaultText(),
              place));
    }
    return new FunctionMirror(path, parameters, "", place, place);
  }

  private static SourcePlace place(Class<?> type, Map<String, Integer> lines, String constant) {
    return new SourcePlace(sourceOf(type), lines.getOrDefault(constant, 0), 0);
  }

  private static String sourceOf(Class<?> type) {
    return type.getName().replace('.', '/') + ".java";
  }

  /** The line on which each constant of a class begins. */
  private static Map<String, Integer> linesOfConstants(Class<?> type) {
    Map<String, Integer> lines = new HashMap<>();
    for (MethodModel method : model(type).methods()) {
      if (!method.methodName().equalsString("<clinit>") || method.code().isEmpty()) {
        continue;
      }
      int first = 0;
      for (CodeElement element : method.code().get()) {
        switch (element) {
          case LineNumber number -> first = first == 0 ? number.line() : first;
          case FieldInstruction field when field.opcode() == Opcode.PUTSTATIC -> {
            lines.putIfAbsent(field.name().stringValue(), first);
            first = 0;
          }
          default -> {}
        }
      }
    }
    return lines;
  }

  private static ClassModel model(Class<?> type) {
    String resource = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(resource)) {
      return ClassFile.of().parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
