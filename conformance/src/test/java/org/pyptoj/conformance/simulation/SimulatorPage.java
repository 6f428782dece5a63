package org.pyptoj.conformance.simulation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pyptoj.ir.diagnostic.DiagnosticPages;
import org.pyptoj.sim.SimCode;

/**
 * The page of a simulator's code, and a script for two ranks in which its examples stand: a few
 * lines of a kernel, of a chip's orchestration or of the host. They find these names: {@code x} and
 * {@code y}, rows of 64 numbers; {@code mine}, the row of {@code x} as a tile; the windows {@code
 * data}, {@code inbox}, {@code signal}, {@code flag} and {@code arrived}; the rank {@code me} and
 * its neighbour {@code right}; the number {@code n}. A comment {@code # x: pl.Tensor[...]} in an
 * example gives a parameter another type.
 *
 * @param text the whole page
 * @param rejected the first example
 * @param accepted the second one
 */
record SimulatorPage(String text, String rejected, String accepted) {

  /** Where an example stands. */
  enum Place {
    KERNEL,
    /** In a chip's orchestration, after all cells of {@code flag} were set. */
    CHIP,
    /** In the host's, in place of the allocation of {@code data}. */
    ALLOCATION,
    /** In the host's, in place of the loop that dispatches. */
    DISPATCH
  }

  private static final Pattern EXAMPLE = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TYPE =
      Pattern.compile("^# (\\w+): (pld?\\.\\S.*)$", Pattern.MULTILINE);
  private static final Pattern SHAPE = Pattern.compile("\\[\\[([^]]*)], pl\\.(\\w+)");

  private static final String SCRIPT =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld

      nr = 2

      @pl.program
      class Page:
          @pl.function(type=pl.FunctionType.InCore)
          def part(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
              pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)

          @pl.function(type=pl.FunctionType.InCore)
          def fill(self, flag: pl.InOut[@FLAG], me: pl.Scalar[pl.INT32]):
              for cell in pl.range(@CELLS):
                  pld.system.notify(flag, peer=me, offsets=[cell, 0], value=1, op=pld.NotifyOp.Set)

          @pl.function(type=pl.FunctionType.InCore)
          def step(self, @PARAMS):
              right = (me + 1) % nr
      @KERNEL

          @pl.function(type=pl.FunctionType.Orchestration)
          def chip(self, @PARAMS):
      @CHIP

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(
              self,
              x: pl.Tensor[[nr, @X], pl.FP32],
              y: pl.Out[pl.Tensor[[nr, @Y], pl.FP32]],
              n: pl.Scalar[pl.INT32],
          ):
      @ALLOCATIONS
      @DISPATCH
      """;

  static SimulatorPage of(SimCode code) {
    String text = DiagnosticPages.of(code.code()).orElseThrow();
    List<String> examples = EXAMPLE.matcher(text).results().map(m -> m.group(1)).toList();
    if (examples.size() != 2) {
      throw new AssertionError(code.code() + " has " + examples.size() + " examples");
    }
    return new SimulatorPage(text, examples.getFirst(), examples.getLast());
  }

  /** The whole script of an example. */
  static String script(Place place, String example) {
    Map<String, String> types = types(example);
    StringBuilder allocations = new StringBuilder();
    types.forEach(
        (name, type) -> {
          if (place == Place.ALLOCATION && name.equals("data")) {
            allocations.append(example);
          } else if (isWindow(type)) {
            allocations.append(
                """
                NAME_buf = pld.alloc_window_buffer([SHAPE], dtype=pl.DTYPE)
                NAME = pld.window(NAME_buf, [SHAPE], dtype=pl.DTYPE)
                """
                    .replace("NAME", name)
                    .replace("SHAPE", shape(type))
                    .replace("DTYPE", of(type).group(2)));
          }
        });
    String dispatch =
        place == Place.DISPATCH
            ? example
            : """
            for r in pl.range(pld.world_size()):
                self.chip(x[r], data, device=r)
            """;
    String arguments = String.join(", ", types.keySet());
    String kernel = example.contains("mine") ? "mine = pl.load(x, [0, 0], [1, 64])\n" : "";
    String chip = "self.fill(flag, me)\n" + example;
    return SCRIPT
        .replace("@FLAG", types.get("flag"))
        .replace("@CELLS", shape(types.get("flag")).split(",")[0])
        .replace("@PARAMS", parameters(types))
        .replace("@KERNEL", (place == Place.KERNEL ? kernel + example : "pass").indent(8))
        .replace("@CHIP", (place == Place.CHIP ? chip : "self.step(" + arguments + ")").indent(8))
        .replace("@X", shape(types.get("x")))
        .replace("@Y", shape(types.get("y")))
        .replace("@ALLOCATIONS", allocations.toString().indent(8))
        .replace("@DISPATCH", withAllArguments(dispatch, arguments).indent(8));
  }

  /** A dispatch on a page names what the page is about; the chip has more parameters. */
  private static String withAllArguments(String dispatch, String arguments) {
    return dispatch.replaceAll(
        "self\\.chip\\(x\\[(\\w)], data,",
        "self.chip(" + arguments.replace("x, y", "x[$1], y[$1]").replace(", me,", ", r,") + ",");
  }

  private static String parameters(Map<String, String> types) {
    return types.entrySet().stream()
        .map(
            t ->
                t.getKey()
                    + ": "
                    + (isWindow(t.getValue()) ? "pl.InOut[" + t.getValue() + "]" : t.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The parameters of kernel and chip with their types, in order. */
  static Map<String, String> types(String example) {
    Map<String, String> types = new LinkedHashMap<>();
    types.put("x", "pl.Tensor[[1, 64], pl.FP32]");
    types.put("y", "pl.Out[pl.Tensor[[1, 64], pl.FP32]]");
    types.put("data", "pld.DistributedTensor[[1, 64], pl.FP32]");
    types.put("inbox", "pld.DistributedTensor[[1, 64], pl.FP32]");
    types.put("signal", "pld.DistributedTensor[[nr, 1], pl.INT32]");
    types.put("flag", "pld.DistributedTensor[[nr, 1], pl.INT32]");
    types.put("arrived", "pld.DistributedTensor[[1, 1], pl.INT32]");
    types.put("me", "pl.Scalar[pl.INT32]");
    types.put("n", "pl.Scalar[pl.INT32]");
    TYPE.matcher(example).results().forEach(m -> types.replace(m.group(1), m.group(2)));
    return types;
  }

  private static boolean isWindow(String type) {
    return type.startsWith("pld.");
  }

  /** The extents of a tensor's type as they are written: {@code 1, 64}. */
  static String shape(String type) {
    return of(type).group(1);
  }

  private static Matcher of(String type) {
    Matcher tensor = SHAPE.matcher(type);
    if (!tensor.find()) {
      throw new AssertionError(type + " is no tensor");
    }
    return tensor;
  }
}
