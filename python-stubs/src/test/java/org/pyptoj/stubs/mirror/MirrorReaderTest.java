package org.pyptoj.stubs.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MirrorReaderTest {
  private static MirrorLayer python(String text) {
    return PythonReader.read("python", "m.pyi", text, "m", Set.of(MirrorLayer.Part.ENUMS));
  }

  private static MirrorLayer header(String text) {
    return HeaderReader.read("header", "comm.h", text);
  }

  private static List<String> variants(EnumMirror mirror) {
    return mirror.variants().stream().map(v -> v.name() + "=" + v.value()).toList();
  }

  @Test
  void pythonEnumsInTheirForms() {
    MirrorLayer layer =
        python(
            """
            \"""A module.\"""
            import enum
            if True:
                class A(enum.IntEnum):
                    X = enum.auto()  # one
                    Y = auto(); Z = 0x10
                    # a comment, less indented than nothing

            class B:
                P: int = 1 << 3
                Q: Final = P | 1
                _hidden = 9

                def __int__(self) -> int: ...

            class C(Base):
                count = 0
                names = ["a",
            "b"]
            class D(IntEnum): K = -1
            """);
    assertEquals(List.of("A", "B", "D"), layer.enums().stream().map(EnumMirror::name).toList());
    assertEquals(List.of("X=1", "Y=2", "Z=16"), variants(layer.enums().get(0)));
    assertEquals(List.of("P=8", "Q=9"), variants(layer.enums().get(1)));
    assertEquals(List.of("K=-1"), variants(layer.enums().get(2)));
    assertEquals("m.pyi:6:21", layer.enums().get(0).variants().get(2).place().toString());
  }

  @Test
  void pythonSignatures() {
    MirrorLayer layer =
        python(
            """
            @overload
            def f(a, b: dict[str, int] | None = None, /, c='x', *rest: int,
                  d: bool = False, **more): ...
            @overload
            def f[T](self, *, key: Callable[[int], str] = (lambda x: x)) -> T:
                '''Doc.'''
            class K:
                async def g(self, x: int = -1) -> "K": ...
            """);
    List<FunctionMirror> functions = layer.functions();
    assertEquals(
        List.of("m.f", "m.f", "m.K.g"), functions.stream().map(FunctionMirror::name).toList());
    assertEquals("(a, b=None, /, c=\"x\", *rest, d=False, **more)", functions.get(0).signature());
    assertEquals("dict[str, int] | None", functions.get(0).parameters().get(1).annotation());
    assertEquals(FunctionMirror.Kind.KEYWORD_ONLY, functions.get(0).parameter("d").kind());
    assertEquals("Doc.", functions.get(1).documentation());
    assertEquals("-1", functions.get(2).parameter("x").value());
  }

  @Test
  void blocksOfOtherStatementsArePassedOver() {
    MirrorLayer layer =
        python(
            """
            for a, b in (1, 2), (3, 4):
                for c in a:
                    x[b:c] = lambda: {1: 2}
            match x:
                case [1, *_]:
                    pass
            try: f()
            except E as e:
                raise
            class A:
                X = 3
            """);
    assertEquals(List.of("X=3"), variants(layer.enums().getFirst()));
  }

  @Test
  void enumsWithoutNumbersAreRefusedWhereTheyAreMirrored() {
    MirrorLayer layer =
        python("class Other(IntEnum):\n    X = len('ab')\nclass A(IntEnum):\n    X = 1\n");
    assertEquals(List.of("A"), layer.enums().stream().map(EnumMirror::name).toList());
    MirrorLayer truth = python("class Other:\n    X = 1\n");
    MirrorSyntaxException e =
        assertThrows(MirrorSyntaxException.class, () -> AbiDrift.check(truth, List.of(layer)));
    assertEquals("m.pyi:2:5: the number of X cannot be read", e.getMessage());
  }

  @Test
  void brokenPythonIsRefusedWithItsPlace() {
    MirrorSyntaxException e =
        assertThrows(MirrorSyntaxException.class, () -> python("x = 1\ndef f(:\n    ...\n"));
    assertEquals(2, e.place().line());
    assertThrows(MirrorSyntaxException.class, () -> python("class A:\n        X = 1\n    Y = 2\n"));
  }

  @Test
  void headerEnumsInTheirForms() {
    MirrorLayer layer =
        header(
            """
            /* enum class No : int { kNo = 1 }; */
            #ifndef H
            #define H(a, b) \\
              enum { a, b };
            namespace a::b {
            enum class Forward : unsigned char;
            enum class [[deprecated("x")]] One : std::uint8_t {
              kA,            // 0
              kB = 0x1'0u,   /* 16 */
              kC,
              kD [[maybe_unused]] = (kB << 2) | 1,
              kE = One::kA - 1
            };
            typedef enum { T_X = 010 } Two;
            class Holder { public: enum Three { Q }; int f() { return "}"[0] == '}'; } };
            inline std::string Name(One one) { switch (one) { case One::kA: return "A"; } }
            }
            #endif
            """);
    assertEquals(
        List.of("One", "Two", "Three"), layer.enums().stream().map(EnumMirror::name).toList());
    assertEquals(
        List.of("kA=0", "kB=16", "kC=17", "kD=65", "kE=-1"), variants(layer.enums().get(0)));
    assertEquals(List.of("T_X=8"), variants(layer.enums().get(1)));
    assertEquals("comm.h:9:3", layer.enums().get(0).variants().get(1).place().toString());
  }

  @Test
  void headerEnumsThatCannotBeJudgedAreNamed() {
    MirrorLayer layer =
        header(
            """
            enum class A : int {
              kA,
            #ifdef X
              kB,
            #endif
            };
            enum class B { kA = sizeof(int) };
            """);
    assertEquals(List.of(), layer.enums());
    assertEquals(
        "comm.h:3:1: a preprocessor line inside enum A cannot be judged",
        layer.unreadable().get("A").getMessage());
    assertEquals(
        "comm.h:7:16: the number of kA cannot be read", layer.unreadable().get("B").getMessage());
  }

  @Test
  void theSpecificationsFormIsWhatJavaHas() {
    String specification =
        """
        enum class NotifyOp : int { kAtomicAdd = 0, kSet = 1 };   // notify
        enum class WaitCmp  : int { kEq = 0,        kGe = 1 };     // both waits
        enum class AtomicType : int { kNone = 0,    kAdd = 1 };    // put and remote_store
        enum class ReduceOp : int { kSum = 0, kMax = 1, kMin = 2, kProd = 3 };
        """;
    MirrorLayer java = JavaTruth.layer();
    assertEquals(List.of(), AbiDrift.check(java, List.of(header(specification))));
    Drift drift =
        AbiDrift.check(java, List.of(header(specification.replace("kGe = 1", "kGe = 2"))))
            .getFirst();
    assertTrue(
        drift.truth().toString().matches("org/pyptoj/ir/op/WaitCmp\\.java:\\d+"), drift.toString());
    assertEquals("comm.h:2:45", drift.mirror().toString());
  }

  @Test
  void opTableGivesFunctions() {
    FunctionMirror put =
        JavaTruth.layer().functions().stream()
            .filter(f -> f.name().equals("pld.tensor.put"))
            .findFirst()
            .orElseThrow();
    assertEquals(FunctionMirror.Kind.KEYWORD_ONLY, put.parameter("atomic").kind());
    assertEquals("AtomicType.None_", put.parameter("atomic").value());
    assertTrue(put.place().line() > 1, put.place().toString());
  }
}
