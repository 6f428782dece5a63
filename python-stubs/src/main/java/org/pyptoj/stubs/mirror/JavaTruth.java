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
import java.lang.classfile.instruction.NewObjectInstruction;
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
              place(type, lines, constant)));
    }
    return new EnumMirror(type.getSimpleName(), variants, new SourcePlace(sourceOf(type), 0, 0));
  }

  private static List<FunctionMirror> functions() {
    Map<String, Integer> lines = linesOfConstants(Op.class);
    List<FunctionMirror> functions = new ArrayList<>();
    PublicOps.overloads()
        .forEach((path, ops) -> ops.forEach(op -> functions.add(function(path, op, lines))));
    return functions;
  }

  private static FunctionMirror function(String path, Op op, Map<String, Integer> lines) {
    SourcePlace place = place(Op.class, lines, op);
    List<FunctionMirror.Parameter> parameters = new ArrayList<>();
    for (OpParam param : op.signature().params()) {
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

  private static SourcePlace place(Class<?> type, Map<String, Integer> lines, Enum<?> constant) {
    return new SourcePlace(sourceOf(type), lines.getOrDefault(constant.name(), 0), 0);
  }

  private static String sourceOf(Class<?> type) {
    return type.getName().replace('.', '/') + ".java";
  }

  /** The line on which each constant of an enum is made. */
  private static Map<String, Integer> linesOfConstants(Class<?> type) {
    Map<String, Integer> lines = new HashMap<>();
    for (MethodModel method : model(type).methods()) {
      if (!method.methodName().equalsString("<clinit>") || method.code().isEmpty()) {
        continue;
      }
      int line = 0;
      int made = 0;
      for (CodeElement element : method.code().get()) {
        switch (element) {
          case LineNumber number -> line = number.line();
          case NewObjectInstruction creation -> made = line;
          case FieldInstruction field when field.opcode() == Opcode.PUTSTATIC ->
              lines.putIfAbsent(field.name().stringValue(), made);
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
