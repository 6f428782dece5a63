package org.pyptoj.sim.kernel;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.Step;
import org.pyptoj.sim.kernel.Code.StmtCode;

/**
 * Makes a class of a function's control flow. Loops, choices and sequences become bytecode; what
 * they are made of, single statements and expressions, become constants of the class. So the JVM's
 * compiler knows each of them, and what it consists of in turn, and inlines what a call through an
 * interface would keep apart.
 *
 * <p>Each iteration of a loop is a method {@code static int sN(Frame)} that returns what the next
 * statement is, as {@link StmtCode#run} does.
 */
final class FlowClass {

  /** The JVM does not compile methods of more than 8000 bytes; a statement takes up to 30. */
  private static final int MAX_WEIGHT = 200;

  private static final ClassDesc THIS = local("Hot");
  private static final ClassDesc FRAME = local("Frame");
  private static final ClassDesc TASK = local("Task");
  private static final ClassDesc FLOW = local("Flow");
  private static final ClassDesc STMT = local("Code$StmtCode");
  private static final ClassDesc LONG_CODE = local("Code$LongCode");
  private static final ClassDesc SPAN = Span.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc RUN = MethodTypeDesc.of(CD_int, FRAME);
  private static final MethodTypeDesc GET = MethodTypeDesc.of(CD_long, FRAME);

  private final List<Object> constants = new ArrayList<>();
  private final Map<Object, Integer> constantIndex = new IdentityHashMap<>();

  /** The method of each statement that has one, in the order of their numbers. */
  private final Map<StmtCode, Integer> methods = new IdentityHashMap<>();

  private final Deque<StmtCode> unwritten = new ArrayDeque<>();
  private final List<StmtCode> entries = new ArrayList<>();

  private FlowClass() {}

  /** JVM code of a function's body and of the iterations of its loops. */
  static Map<StmtCode, StmtCode> of(StmtCode body) {
    FlowClass made = new FlowClass();
    byte[] bytes = made.write(body);
    Map<StmtCode, StmtCode> codes = new IdentityHashMap<>();
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes, made.constants, true);
      var constructor = lookup.lookupClass().getDeclaredConstructor(int.class);
      for (StmtCode entry : made.entries) {
        codes.put(entry, (StmtCode) constructor.newInstance(made.methods.get(entry)));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return codes;
  }

  private byte[] write(StmtCode body) {
    entries.add(body);
    method(body);
    return ClassFile.of()
        .build(
            THIS,
            c -> {
              c.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC).withInterfaceSymbols(STMT);
              c.withField("method", CD_int, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
              while (!unwritten.isEmpty()) {
                StmtCode next = unwritten.remove();
                c.withMethodBody(
                    name(methods.get(next)),
                    RUN,
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
                    code -> {
                      statements(code, next);
                      code.iconst_0().ireturn();
                    });
              }
              constructor(c);
              dispatch(c);
            });
  }

  private static void constructor(ClassBuilder c) {
    c.withMethodBody(
        INIT_NAME,
        MethodTypeDesc.of(CD_void, CD_int),
        0,
        code ->
            code.aload(0)
                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                .aload(0)
                .iload(1)
                .putfield(THIS, "method", CD_int)
                .return_());
  }

  private void dispatch(ClassBuilder c) {
    c.withMethodBody(
        "run",
        RUN,
        ClassFile.ACC_PUBLIC,
        code -> {
          List<SwitchCase> cases = new ArrayList<>();
          for (StmtCode entry : entries) {
            cases.add(SwitchCase.of(methods.get(entry), code.newLabel()));
          }
          Label none = code.newLabel();
          code.aload(0).getfield(THIS, "method", CD_int).lookupswitch(none, cases);
          for (SwitchCase one : cases) {
            code.labelBinding(one.target());
            code.aload(1).invokestatic(THIS, name(one.caseValue()), RUN).ireturn();
          }
          code.labelBinding(none);
          code.iconst_0().ireturn();
        });
  }

  private static String name(int method) {
    return "s" + method;
  }

  /** The number of a statement's method, which is written when its turn comes. */
  private int method(StmtCode statement) {
    return methods.computeIfAbsent(
        statement,
        s -> {
          unwritten.add(s);
          if (s instanceof Flow.Iteration) {
            entries.add(s);
          }
          return methods.size();
        });
  }

  /** Writes what a statement does; one that does not go on to the next returns. */
  private void statements(CodeBuilder code, StmtCode statement) {
    switch (statement) {
      case Flow.Sequence(StmtCode[] parts) -> sequence(code, parts);
      case Flow.Choice(LongCode condition, StmtCode then, StmtCode orElse) -> {
        get(code, condition);
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        code.lconst_0().lcmp().ifeq(otherwise);
        statements(code, then);
        code.goto_(end);
        code.labelBinding(otherwise);
        statements(code, orElse);
        code.labelBinding(end);
      }
      case Flow.Iteration(StmtCode body, StmtCode after) -> {
        int result = code.allocateLocal(TypeKind.INT);
        Label returns = code.newLabel();
        code.aload(0).invokestatic(THIS, name(method(body)), RUN).istore(result);
        code.iload(result).loadConstant(StmtCode.RETURN).if_icmpeq(returns);
        statements(code, after);
        code.labelBinding(returns);
        code.iload(result).ireturn();
      }
      case Flow.For loop -> loop(code, loop);
      case Flow.While loop -> loop(code, loop);
      case Step step -> {
        constant(code, step, STMT);
        code.aload(0).invokeinterface(STMT, "run", RUN).pop();
      }
      default -> {
        constant(code, statement, STMT);
        code.aload(0).invokeinterface(STMT, "run", RUN);
        orReturn(code);
      }
    }
  }

  private void sequence(CodeBuilder code, StmtCode[] parts) {
    if (weight(parts) <= MAX_WEIGHT) {
      for (StmtCode part : parts) {
        statements(code, part);
      }
      return;
    }
    // Methods of their own for as many statements as go into one.
    int from = 0;
    while (from < parts.length) {
      int to = from + 1;
      int weight = weight(parts[from]);
      while (to < parts.length && weight + weight(parts[to]) <= MAX_WEIGHT) {
        weight += weight(parts[to++]);
      }
      StmtCode some =
          to == from + 1 ? parts[from] : new Flow.Sequence(Arrays.copyOfRange(parts, from, to));
      code.aload(0).invokestatic(THIS, name(method(some)), RUN);
      orReturn(code);
      from = to;
    }
  }

  /** How much goes into the method that has a statement. */
  private static int weight(StmtCode... parts) {
    int weight = 0;
    for (StmtCode part : parts) {
      weight +=
          switch (part) {
            case Flow.Sequence(StmtCode[] inner) -> Math.min(MAX_WEIGHT, weight(inner));
            case Flow.Choice choice -> 1 + weight(choice.then(), choice.orElse());
            case Flow.Iteration iteration -> 2 + weight(iteration.after());
            case Flow.For loop -> 4 + weight(loop.init());
            case Flow.While loop -> 3;
            default -> 1;
          };
    }
    return weight;
  }

  private void loop(CodeBuilder code, Flow.For loop) {
    int i = code.allocateLocal(TypeKind.LONG);
    int stop = code.allocateLocal(TypeKind.LONG);
    int step = code.allocateLocal(TypeKind.LONG);
    get(code, loop.start());
    code.lstore(i);
    get(code, loop.stop());
    code.lstore(stop);
    get(code, loop.step());
    constant(code, loop.span(), SPAN);
    code.invokestatic(FLOW, "checkedStep", MethodTypeDesc.of(CD_long, CD_long, SPAN), true)
        .lstore(step);
    statements(code, loop.init());
    Label next = code.newLabel();
    Label downwards = code.newLabel();
    Label body = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(next);
    code.lload(step).lconst_0().lcmp().iflt(downwards);
    code.lload(i).lload(stop).lcmp().ifge(end);
    code.goto_(body);
    code.labelBinding(downwards);
    code.lload(i).lload(stop).lcmp().ifle(end);
    code.labelBinding(body);
    code.aload(0).getfield(FRAME, "longs", CD_long.arrayType());
    code.loadConstant(loop.index()).lload(i).lastore();
    once(code, loop.iteration(), loop.span(), end);
    code.lload(i).lload(step).ladd().lstore(i);
    code.goto_(next);
    code.labelBinding(end);
  }

  private void loop(CodeBuilder code, Flow.While loop) {
    Label next = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(next);
    get(code, loop.condition());
    code.lconst_0().lcmp().ifeq(end);
    once(code, loop.iteration(), loop.span(), end);
    code.goto_(next);
    code.labelBinding(end);
  }

  private void once(CodeBuilder code, Flow.Iteration iteration, Span span, Label end) {
    int result = code.allocateLocal(TypeKind.INT);
    Label goesOn = code.newLabel();
    code.aload(0).invokestatic(THIS, name(method(iteration)), RUN).istore(result);
    code.iload(result).loadConstant(StmtCode.BREAK).if_icmpeq(end);
    code.iload(result).loadConstant(StmtCode.RETURN).if_icmpne(goesOn);
    code.iload(result).ireturn();
    code.labelBinding(goesOn);
    code.aload(0).getfield(FRAME, "task", TASK);
    constant(code, span, SPAN);
    code.invokevirtual(TASK, "backEdge", MethodTypeDesc.of(CD_void, SPAN));
  }

  private static void orReturn(CodeBuilder code) {
    int result = code.allocateLocal(TypeKind.INT);
    Label goesOn = code.newLabel();
    code.istore(result).iload(result).ifeq(goesOn);
    code.iload(result).ireturn();
    code.labelBinding(goesOn);
  }

  private void get(CodeBuilder code, LongCode expression) {
    constant(code, expression, LONG_CODE);
    code.aload(0).invokeinterface(LONG_CODE, "get", GET);
  }

  private void constant(CodeBuilder code, Object value, ClassDesc type) {
    int index =
        constantIndex.computeIfAbsent(
            value,
            v -> {
              constants.add(v);
              return constants.size() - 1;
            });
    code.ldc(DynamicConstantDesc.ofNamed(BSM_CLASS_DATA_AT, DEFAULT_NAME, type, index));
  }

  private static ClassDesc local(String name) {
    return ClassDesc.of("org.pyptoj.sim.kernel." + name);
  }
}
