package org.pyptoj.conformance.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/**
 * What scalar parameters take: every type against every kind of value, an integer and a float type
 * through every way to dispatch a program. What is expected is arithmetic on unlimited integers,
 * and for the float types a search of all their values.
 */
class ScalarArgumentsTest {

  /** Each kernel writes its scalar into the tensor's first element. */
  private static final String SCRIPT =
      """
      import ctypes
      import enum
      from decimal import Decimal

      import pypto.language as pl
      import torch
      from pypto import ir
      from pypto.ir.distributed_compiled_program import DistributedConfig
      from pypto.runtime.worker import ChipWorker


      def kernels(T):
          @pl.program
          class Chip:
              @pl.function(type=pl.FunctionType.InCore)
              def put(self, y: pl.Out[pl.Tensor[[1, 32], T]], n: pl.Scalar[T]) -> pl.Tensor[[1, 32], T]:
                  pl.write(y, [0, 0], n)
                  return y

              @pl.function(type=pl.FunctionType.Orchestration)
              def chip(self, y: pl.Out[pl.Tensor[[1, 32], T]], n: pl.Scalar[T]) -> pl.Tensor[[1, 32], T]:
                  y = self.put(y, n)
                  return y

          @pl.jit.incore
          def put(y: pl.Out[pl.Tensor[[1, 32], T]], n: pl.Scalar[T]):
              pl.write(y, [0, 0], n)
              return y

          @pl.jit
          def chip(y: pl.Out[pl.Tensor[[1, 32], T]], n: pl.Scalar[T]):
              return put(y, n)

          @pl.jit.host
          def host(y: pl.Out[pl.Tensor[[1, 1, 32], T]], n: pl.Scalar[T]):
              chip(y[0], n, device=0)

          return Chip, chip, host


      class Mode(enum.IntEnum):
          RING = 5


      class Text(str, enum.Enum):
          RING = "5"


      class Integer:
          # What NumPy's integers have.
          shape, dtype = (), "int64"

          def __index__(self):
              return 7

          def __float__(self):
              return 7.0


      class Real:
          def __float__(self):
              return 2.5


      VALUES = %s
      single = torch.zeros(1, 32)
      several = torch.zeros(1, 1, 32)
      for name in %s:
          T = getattr(pl, name)
          dtype = getattr(torch, %s[name])
          Chip, chip, host = kernels(T)
          y, ys = single.to(dtype), several.to(dtype).share_memory_()
          compiled, hosted = ir.compile(Chip), host.compile(ys, 1)
          with ChipWorker() as worker, hosted.prepare() as ranks:
              ways = {
                  "compiled program": lambda n: compiled(y, n),
                  "jit": lambda n: chip(y, n),
                  "chip worker": lambda n: worker.run(compiled, y, n),
                  "registered": lambda n: worker.register(compiled)(y, n),
                  "host program": lambda n: hosted(ys, n),
                  "jit host": lambda n: host(ys, n),
                  "worker": lambda n: ranks.run(hosted, ys, n),
                  "submit": lambda n: ranks.submit(hosted, ys, n).result(),
              }
              if name not in ("INT32", "FP32"):
                  ways = {way: ways[way] for way in ("compiled program", "submit")}
              for text in VALUES:
                  told = set()
                  for way, dispatch in ways.items():
                      y.zero_()
                      ys.zero_()
                      try:
                          dispatch(eval(text))
                          written = y if y.any() or y.isnan().any() else ys
                          # Adding zero leaves no negative zero.
                          told.add(repr(float(written.flatten()[0].item()) + 0.0))
                      except (TypeError, ValueError) as error:
                          named = "parameter 'n' of " in str(error)
                          told.add(type(error).__name__ if named else str(error))
                  print(name, text, " | ".join(sorted(told)))
      """;

  /** A value as Python writes it, what kind it is, and the number that it is. */
  private record Given(String text, Kind kind, BigDecimal number) {
    static Given integer(String text, String number) {
      return new Given(text, Kind.INTEGER, new BigDecimal(number));
    }

    static Given real(String text, String number) {
      return new Given(text, Kind.REAL, new BigDecimal(number));
    }

    static Given special(String text) {
      return new Given(text, Kind.SPECIAL, null);
    }

    static Given none(String text) {
      return new Given(text, Kind.NO_NUMBER, null);
    }
  }

  private enum Kind {
    INTEGER,
    REAL,
    /** An infinity or NaN. */
    SPECIAL,
    NO_NUMBER
  }

  private static BigInteger power(int exponent) {
    return BigInteger.ONE.shiftLeft(exponent);
  }

  private static final List<Given> VALUES =
      List.of(
          Given.integer("0", "0"),
          Given.integer("1", "1"),
          Given.integer("-1", "-1"),
          Given.integer("True", "1"),
          Given.integer("False", "0"),
          Given.integer("127", "127"),
          Given.integer("128", "128"),
          Given.integer("-128", "-128"),
          Given.integer("-129", "-129"),
          Given.integer("255", "255"),
          Given.integer("256", "256"),
          Given.integer("2**15", power(15).toString()),
          Given.integer("-2**15", power(15).negate().toString()),
          Given.integer("-2**15 - 1", power(15).not().toString()),
          Given.integer("2**16 - 1", "65535"),
          Given.integer("2**16", "65536"),
          Given.integer("2**24 + 1", "16777217"),
          Given.integer("2**31 - 1", power(31).subtract(BigInteger.ONE).toString()),
          Given.integer("2**31", power(31).toString()),
          Given.integer("-2**31 - 1", power(31).not().toString()),
          Given.integer("2**32", power(32).toString()),
          Given.integer("2**40", power(40).toString()),
          Given.integer("2**63 - 1", power(63).subtract(BigInteger.ONE).toString()),
          Given.integer("2**63", power(63).toString()),
          Given.integer("-2**63", power(63).negate().toString()),
          Given.integer("2**70", power(70).toString()),
          Given.integer("10**400", "1" + "0".repeat(400)),
          Given.integer("Mode.RING", "5"),
          Given.integer("Integer()", "7"),
          Given.real("0.9", Double.toString(0.9)),
          Given.real("1.5", "1.5"),
          Given.real("3.0", "3"),
          Given.real("-0.0", "0"),
          Given.real("65519.0", "65519"),
          Given.real("65520.0", "65520"),
          Given.real("1e300", "1e300"),
          Given.real("Real()", "2.5"),
          Given.real("Decimal('0.5')", "0.5"),
          Given.special("float('nan')"),
          Given.special("float('inf')"),
          Given.special("float('-inf')"),
          Given.none("'3'"),
          Given.none("b'3'"),
          Given.none("Text.RING"),
          Given.none("None"),
          Given.none("[3]"),
          Given.none("(3,)"),
          Given.none("{}"),
          Given.none("3 + 0j"),
          Given.none("torch.tensor(3)"),
          Given.none("torch.tensor([1.5])"),
          Given.none("object()"),
          Given.none("torch.int32"));

  private static final List<String> TYPES =
      List.of(
          "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "BOOL", "FP16", "BF16",
          "FP32");

  @TempDir private Path folder;

  @Test
  void everyTypeAgainstEveryValueThroughEveryEntry() throws IOException {
    String values =
        VALUES.stream().map(v -> '"' + v.text() + '"').collect(Collectors.joining(", ", "[", "]"));
    String types = TYPES.stream().map(t -> "'" + t + "'").collect(Collectors.joining(", "));
    String dtypes =
        TYPES.stream()
            .map(t -> "'" + t + "': '" + torchName(t) + "'")
            .collect(Collectors.joining(", ", "{", "}"));
    StringBuilder expected = new StringBuilder();
    for (String type : TYPES) {
      for (Given value : VALUES) {
        expected
            .append(type + " " + value.text() + " " + expected(type, value))
            .append(System.lineSeparator());
      }
    }
    assertEquals(expected.toString(), run(SCRIPT.formatted(values, "[" + types + "]", dtypes)));
  }

  private static String torchName(String type) {
    return switch (type) {
      case "BOOL" -> "bool";
      case "FP16" -> "float16";
      case "BF16" -> "bfloat16";
      case "FP32" -> "float32";
      default -> type.toLowerCase(java.util.Locale.ROOT);
    };
  }

  private static String expected(String type, Given value) {
    boolean floating = type.contains("F");
    if (value.kind() == Kind.NO_NUMBER || (!floating && value.kind() != Kind.INTEGER)) {
      return "TypeError";
    }
    if (value.kind() == Kind.SPECIAL) {
      return value.text().replaceAll("float\\('(.*)'\\)", "$1");
    }
    if (floating) {
      return rounded(type, value.number());
    }
    boolean unsigned = type.startsWith("U") || type.equals("BOOL");
    int bits = type.equals("BOOL") ? 1 : Integer.parseInt(type.replaceAll("\\D", ""));
    BigInteger number = value.number().toBigIntegerExact();
    BigInteger least = unsigned ? BigInteger.ZERO : power(bits - 1).negate();
    BigInteger beyond = power(unsigned ? bits : bits - 1);
    boolean holds = number.compareTo(least) >= 0 && number.compareTo(beyond) < 0;
    return holds ? python(number.doubleValue()) : "ValueError";
  }

  /** The nearest of a type's finite values; beyond the half of its last step it has none. */
  private static String rounded(String type, BigDecimal number) {
    if (type.equals("FP32")) {
      float nearest = number.floatValue();
      return Float.isInfinite(nearest) ? "ValueError" : python(nearest);
    }
    IntToDoubleFunction decode =
        type.equals("FP16")
            ? bits -> Float.float16ToFloat((short) bits)
            : bits -> Float.intBitsToFloat(bits << 16);
    int infinity = type.equals("FP16") ? 0x7C00 : 0x7F80;
    double last = decode.applyAsDouble(infinity - 1);
    double step = last - decode.applyAsDouble(infinity - 2);
    if (number.abs().compareTo(new BigDecimal(last + step / 2)) >= 0) {
      return "ValueError";
    }
    int nearest =
        IntStream.range(0, infinity)
            .boxed()
            .min(
                (a, b) -> {
                  BigDecimal size = number.abs();
                  int order =
                      size.subtract(new BigDecimal(decode.applyAsDouble(a)))
                          .abs()
                          .compareTo(size.subtract(new BigDecimal(decode.applyAsDouble(b))).abs());
                  // Of two that are as near, the even one.
                  return order != 0 ? order : (a & 1) - (b & 1);
                })
            .orElseThrow();
    return python(number.signum() * decode.applyAsDouble(nearest));
  }

  /** A double as Python writes it. */
  private static String python(double value) {
    String text = value == 0 ? "0.0" : Double.toString(value);
    if (Math.abs(value) >= 1e7 && Math.abs(value) < 1e16) {
      return new BigDecimal(value).toPlainString() + ".0";
    }
    int exponent = text.indexOf('E');
    if (exponent < 0) {
      return text;
    }
    String digits = text.substring(0, exponent).replaceAll("\\.0$", "");
    return digits + "e+" + text.substring(exponent + 1);
  }

  private String run(String script) throws IOException {
    Path file = folder.resolve("scalars.py");
    Files.writeString(file, script);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Main.execute(
        new String[] {"run", file.toString()},
        new Terminal(InputStream.nullInputStream(), stream, stream, false));
    return out.toString(StandardCharsets.UTF_8);
  }
}
