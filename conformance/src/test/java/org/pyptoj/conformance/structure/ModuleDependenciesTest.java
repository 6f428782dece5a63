package org.pyptoj.conformance.structure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.op.Op;
import org.pyptoj.passes.StorageRoots;

/** The direction of dependencies that docs/architecture.md draws. */
class ModuleDependenciesTest {

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.pyptoj");
  }

  @Test
  void modulesDependInOneDirection() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("org.pyptoj..")
        .layer("ir")
        .definedBy("org.pyptoj.ir..")
        .layer("verifier")
        .definedBy("org.pyptoj.verifier..")
        .layer("passes")
        .definedBy("org.pyptoj.passes..")
        .layer("codegen")
        .definedBy("org.pyptoj.codegen..")
        .layer("sim-backend")
        .definedBy("org.pyptoj.sim..")
        .layer("python-stubs")
        .definedBy("org.pyptoj.stubs..")
        .layer("graalpy-frontend")
        .definedBy("org.pyptoj.frontend..", "org.pyptoj.torch..")
        .layer("conformance")
        .definedBy("org.pyptoj.conformance..")
        .ensureAllClassesAreContainedInArchitecture()
        .whereLayer("ir")
        .mayNotAccessAnyLayer()
        .whereLayer("verifier")
        .mayOnlyAccessLayers("ir")
        .whereLayer("passes")
        .mayOnlyAccessLayers("ir", "verifier")
        .whereLayer("codegen")
        .mayOnlyAccessLayers("ir", "verifier", "passes")
        .whereLayer("sim-backend")
        .mayOnlyAccessLayers("ir")
        .whereLayer("python-stubs")
        .mayOnlyAccessLayers("ir")
        .whereLayer("graalpy-frontend")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("conformance")
        .mayNotBeAccessedByAnyLayer()
        .check(classes);
  }

  @Test
  void modulesHaveNoCycles() {
    slices().matching("org.pyptoj.(*)..").should().beFreeOfCycles().check(classes);
  }

  /** The verifier's rooms: the catalogue, single calls, local and distributed ops, programs. */
  @Test
  void roomsOfTheVerifierHaveNoCycles() {
    slices().matching("org.pyptoj.verifier.(*)..").should().beFreeOfCycles().check(classes);
  }

  /** Which core a kernel runs on is its kind; who emits or simulates it looks at no op for that. */
  @Test
  void onlyPassesDecideTheCore() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.pyptoj.verifier..",
            "org.pyptoj.codegen..",
            "org.pyptoj.sim..",
            "org.pyptoj.passes.graph")
        .should()
        .callMethod(Op.class, "affinity")
        .check(classes);
  }

  /**
   * A task graph is printed as passes found it: text is not read, and statements are not analysed.
   */
  @Test
  void emittersOfTaskGraphsOnlyPrint() {
    noClasses()
        .that()
        .resideInAPackage("org.pyptoj.codegen.orchestration")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.regex", "org.pyptoj.ir.stmt", "org.pyptoj.verifier..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Program.class, Function.class, Walker.class, StorageRoots.class)
        .check(classes);
  }
}
