package org.pyptoj.conformance.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the sources may do with ops: a switch over kinds of ops knows all of them, an operand is
 * asked for by its role and an attribute by its key, which a catalogue in {@code ir} has. The
 * compiler's own trees are looked at, so that no spelling escapes.
 */
class OpSourcesTest {

  private static final Path ROOT = Path.of(System.getProperty("pyptoj.root", ".."));

  private static final List<String> MODULES =
      List.of("ir", "verifier", "passes", "codegen", "sim-backend", "graalpy-frontend");

  /** The tables, the call itself and the printer: where operands have an order. */
  private static final Set<String> ORDERED =
      Set.of("Call.java", "Signature.java", "Printer.java", "CallCheck.java");

  /** Where attributes are texts: they are read, printed, checked and walked without being known. */
  private static final Set<String> BY_NAME =
      Set.of(
          "ArgumentBinder.java",
          "Attrs.java",
          "CallCheck.java",
          "Calls.java",
          "DslParser.java",
          "KernelReader.java",
          "Loops.java",
          "Printer.java",
          "ProgramParser.java",
          "Scopes.java",
          "Walker.java");

  /** Where keys are made. */
  private static final Set<String> CATALOGUES =
      Set.of(
          "AttrKey.java",
          "CommDomain.java",
          "FunctionAttrs.java",
          "LoopAttrs.java",
          "OpAttrs.java",
          "TaskAttrs.java");

  private static final Set<String> LISTS = Set.of("args", "operands", "byParameter");
  private static final Set<String> MAKERS = Set.of("of", "integer", "flag", "list");
  private static final Set<String> PLACES = Set.of("get", "getFirst", "getLast", "subList", "next");

  private static final String CALL = "org.pyptoj.ir.expr.Call";
  private static final String KIND = "org.pyptoj.ir.op.OpKind";
  private static final String ATTRS = "org.pyptoj.ir.expr.Attrs";
  private static final String KEY = "org.pyptoj.ir.expr.AttrKey";
  private static final String OP = "org.pyptoj.ir.op.Op";

  @Test
  void switchesKnowEveryKindOperandsHaveRolesAndAttributesKeys() throws IOException {
    assertEquals(List.of(), findings(sources()));
  }

  @Test
  void theRulesFindWhatTheyAreFor(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("Wrong.java");
    Files.writeString(
        file,
        """
        import java.util.List;
        import org.pyptoj.ir.expr.*;
        import org.pyptoj.ir.op.*;

        class Wrong {
          int kinds(Call c) {
            return switch (c.op().kind()) {
              case OpKind.Unary k -> 1;
              default -> 2;
            };
          }

          int names(Call c) {
            switch (c.op().fullName()) {
              case "pl.tile.add":
                return 1;
              default:
                return 2;
            }
          }

          int constants(OpKind.Transfer k) {
            return switch (k) {
              case PUT -> 1;
              case null, default -> 2;
            };
          }

          Expr first(Call c) {
            return c.args().iterator().next();
          }

          Expr cast(Call c) {
            return ((List<Expr>) c.args()).get(1);
          }

          Expr second(Call c) {
            return c.byParameter().get(1);
          }

          Object named(FunctionCall f) {
            return f.attrs().values().get("device");
          }

          Attrs made() {
            return new Attrs(java.util.Map.of("submit", true));
          }

          AttrKey<String> hint() {
            return AttrKey.of("name_hint", String.class);
          }

          Expr well(Call c, FunctionCall f) {
            if (c.attr(OpAttrs.PIPELINE)) {
              return null;
            }
            return c.has(ParamRole.PEER) ? c.operand(ParamRole.PEER) : f.args().get(0);
          }
        }
        """);
    assertEquals(
        List.of(
            "Wrong.java:7: a switch over kinds of ops has a default",
            "Wrong.java:14: a switch over kinds of ops has a default",
            "Wrong.java:23: a switch over kinds of ops has a default",
            "Wrong.java:30: an operand is asked for by its place",
            "Wrong.java:34: an operand is asked for by its place",
            "Wrong.java:38: an operand is asked for by its place",
            "Wrong.java:42: an attribute is asked for by its name",
            "Wrong.java:46: attributes are made of names",
            "Wrong.java:50: a key stands outside of the catalogues"),
        findings(List.of(file)));
  }

  /** The sources that mention ops. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
          String text = Files.readString(file);
          if (text.contains("Op") && (text.contains("Call") || text.contains("OpKind"))
              || text.contains("attrs()")
              || text.contains("Attr")) {
            sources.add(file);
          }
        }
      }
    }
    assertTrue(sources.size() > 50, "these are not the sources: " + sources);
    return sources;
  }

  private static List<String> findings(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      String classes =
          MODULES.stream()
              .map(module -> ROOT.resolve(module + "/target/classes").toString())
              .collect(Collectors.joining(File.pathSeparator));
      String path = classes + File.pathSeparator + System.getProperty("java.class.path");
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  d -> {},
                  List.of("-proc:none", "-classpath", path),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      List<String> findings = new ArrayList<>();
      Iterable<? extends CompilationUnitTree> units = task.parse();
      task.analyze();
      for (CompilationUnitTree unit : units) {
        new Look(task, unit, findings).scan(unit, null);
      }
      return findings;
    }
  }

  /** Goes through one file. */
  private static final class Look extends TreePathScanner<Void, Void> {

    private final JavacTask task;
    private final Trees trees;
    private final CompilationUnitTree unit;
    private final String file;
    private final List<String> findings;

    Look(JavacTask task, CompilationUnitTree unit, List<String> findings) {
      this.task = task;
      this.trees = Trees.instance(task);
      this.unit = unit;
      this.file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
      this.findings = findings;
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void unused) {
      look(tree, tree.getExpression(), tree.getCases());
      return super.visitSwitch(tree, unused);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
      look(tree, tree.getExpression(), tree.getCases());
      return super.visitSwitchExpression(tree, unused);
    }

    private void look(Tree tree, ExpressionTree selector, List<? extends CaseTree> cases) {
      boolean hasDefault =
          cases.stream()
              .flatMap(c -> c.getLabels().stream())
              .anyMatch(label -> label instanceof DefaultCaseLabelTree);
      if (hasDefault && (isKind(selector) || namesAnOp(selector))) {
        report(tree, "a switch over kinds of ops has a default");
      }
    }

    private boolean isKind(ExpressionTree selector) {
      TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), selector));
      Element kind = task.getElements().getTypeElement(KIND);
      return type != null && task.getTypes().isSubtype(type, kind.asType());
    }

    private boolean namesAnOp(ExpressionTree selector) {
      Tree inner = selector;
      while (inner instanceof com.sun.source.tree.ParenthesizedTree p) {
        inner = p.getExpression();
      }
      return inner instanceof MethodInvocationTree call && OP.equals(owner(call));
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      if (!ORDERED.contains(file)
          && tree.getMethodSelect() instanceof MemberSelectTree select
          && PLACES.contains(select.getIdentifier().toString())
          && isOperands(select.getExpression())) {
        report(tree, "an operand is asked for by its place");
      }
      String owner = tree.getMethodSelect() instanceof MemberSelectTree ? owner(tree) : null;
      if (ATTRS.equals(owner) && !BY_NAME.contains(file) && name(tree).equals("values")) {
        report(tree, "an attribute is asked for by its name");
      }
      if (KEY.equals(owner) && !CATALOGUES.contains(file) && MAKERS.contains(name(tree))) {
        report(tree, "a key stands outside of the catalogues");
      }
      return super.visitMethodInvocation(tree, unused);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
      Element made = trees.getElement(new TreePath(getCurrentPath(), tree.getIdentifier()));
      if (made != null && ATTRS.equals(made.toString()) && !BY_NAME.contains(file)) {
        report(tree, "attributes are made of names");
      }
      return super.visitNewClass(tree, unused);
    }

    private static String name(MethodInvocationTree call) {
      return ((MemberSelectTree) call.getMethodSelect()).getIdentifier().toString();
    }

    private boolean isOperands(Tree tree) {
      return switch (tree) {
        case com.sun.source.tree.ParenthesizedTree p -> isOperands(p.getExpression());
        case TypeCastTree cast -> isOperands(cast.getExpression());
        case MethodInvocationTree call
            when call.getMethodSelect() instanceof MemberSelectTree select ->
            LISTS.contains(select.getIdentifier().toString()) && CALL.equals(owner(call))
                || isOperands(select.getExpression());
        default -> false;
      };
    }

    /** The class whose method is called. */
    private String owner(MethodInvocationTree call) {
      Element method = trees.getElement(TreePath.getPath(unit, call.getMethodSelect()));
      return method == null ? null : method.getEnclosingElement().toString();
    }

    private void report(Tree tree, String what) {
      long start = trees.getSourcePositions().getStartPosition(unit, tree);
      findings.add(file + ":" + unit.getLineMap().getLineNumber(start) + ": " + what);
    }
  }
}
