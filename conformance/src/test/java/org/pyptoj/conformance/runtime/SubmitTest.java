package org.pyptoj.conformance.runtime;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/**
 * Dispatches that run while their script goes on. In the program, the sub-worker {@code seen} is
 * called when the ranks are done, and {@code z} is written after it.
 */
class SubmitTest {

  private static final String SETUP =
      RuntimeApiTest.RING
          + """
          import threading

          compiled = ir.compile(Ring, distributed_config=devices)
          x, y, z = shared(2, 1, 64), shared(2, 1, 64), shared(2, 1, 64)
          x[0], x[1] = 1.0, 2.0
          """;

  private record Result(int exitCode, String out, String err) {}

  @TempDir private Path folder;

  private Result run(String source, String... options) throws IOException {
    Path script = folder.resolve("script.py");
    Files.writeString(script, SETUP + source);
    String[] args = new String[options.length + 2];
    args[0] = "run";
    System.arraycopy(options, 0, args, 1, options.length);
    args[args.length - 1] = script.toString();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.execute(
            args,
            new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false));
    return new Result(
        exitCode,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8).replace(folder + "/", ""));
  }

  private static void assertPrints(String expected, Result result) {
    assertAll(
        () -> assertEquals("", result.err()),
        () -> assertEquals(expected, result.out()),
        () -> assertEquals(0, result.exitCode()));
  }

  /** The sub-worker waits for what the script does after the submission. */
  @Test
  void theScriptGoesOnWhileASubWorkerRuns() throws IOException {
    assertPrints(
        """
        False
        the dispatch has not ended in time
        0.0
        True
        [tensor(2.), tensor(4.)]
        """,
        run(
            """
            go = threading.Event()

            with compiled.prepare(callbacks={"seen": lambda arguments: go.wait()}) as worker:
                handle = worker.submit(compiled, x, y, z)
                print(handle.done)
                try:
                    handle.result(timeout=0)
                except TimeoutError as error:
                    print(error)
                print(z.max().item())
                go.set()
                handle.result()
                print(handle.done)
                print([z[1, 0, 0], z[0, 0, 0]])
            """));
  }

  /** Asking a handle until it is done needs nobody who waits. */
  @Test
  void aHandleBecomesDoneByItself() throws IOException {
    assertPrints(
        "4.0\n",
        run(
            """
            import time

            worker = compiled.prepare(callbacks={"seen": lambda arguments: None})
            handle = worker.submit(compiled, x, y, z)
            while not handle.done:
                time.sleep(0.001)
            print(z.max().item())
            worker.close()
            """));
  }

  /** `run` calls sub-workers where it is called, `submit` does not. */
  @Test
  void subWorkersOfRunAreCalledOnTheCallersThread() throws IOException {
    assertPrints(
        "True\nFalse\n",
        run(
            """
            here = threading.get_ident()
            seen = lambda arguments: print(threading.get_ident() == here)

            with compiled.prepare(callbacks={"seen": seen}) as worker:
                worker.run(compiled, x, y, z)
                worker.submit(compiled, x, y, z).result()
            """));
  }

  /** The second program reads what the first one writes: each hands every row to the neighbour. */
  @Test
  void programsOfAWorkerRunInTheOrderOfSubmission() throws IOException {
    assertPrints(
        "[False, False]\n[1.0, 2.0]\n",
        run(
            """
            go = threading.Event()
            other = ir.compile(Ring, distributed_config=devices)
            back, twice = shared(2, 1, 64), shared(2, 1, 64)

            with compiled.prepare(extra_compiled=[other], callbacks={"seen": lambda arguments: go.wait()}) as worker:
                handles = [worker.submit(compiled, x, y, z), worker.submit(other, y, back, twice)]
                print([handle.done for handle in handles])
                go.set()
                handles[1].result()
                print([back[0, 0, 0].item(), back[1, 0, 0].item()])
            """));
  }

  /**
   * Windows that persist are zero again before every dispatch, also before one that was submitted
   * while another ran. Without that, the flag of the first would let ranks read before their
   * neighbours have pushed.
   */
  @Test
  void persistentWindowsAreResetBetweenDispatchesUnderWay() throws IOException {
    assertPrints(
        "[4.0, 40.0, 400.0, 4000.0]\n1\n",
        run(
            """
            with compiled.prepare(persistent=True, callbacks={"seen": lambda arguments: None}) as worker:
                runs = [(x * 10**i, shared(2, 1, 64), shared(2, 1, 64)) for i in range(4)]
                for a, b, c in runs:
                    worker.submit(compiled, a.share_memory_(), b, c)
                worker.finish()
                print([c.max().item() for _, _, c in runs])
                print(worker.window_allocations)
            """));
  }

  /** A failure is the handle's; who has asked it is not told again. */
  @Test
  void aHandleRaisesWhatASubWorkerRaised() throws IOException {
    assertPrints(
        "LookupError: no such row\nTrue\nNone\n",
        run(
            """
            def seen(arguments):
                if len(failures) == 0:
                    failures.append(LookupError("no such row"))
                    raise failures[0]

            failures = []
            with compiled.prepare(callbacks={"seen": seen}) as worker:
                handle = worker.submit(compiled, x, y, z)
                try:
                    handle.result()
                except LookupError as error:
                    print(f"{type(error).__name__}: {error}")
                print(handle.done)
                print(worker.submit(compiled, x, y, z).result())
            """));
  }

  @Test
  void theEndOfAScriptWaitsForWhatItHasSubmitted() throws IOException {
    assertPrints(
        "the script's last line\nseen\n",
        run(
            """
            import sys
            go = threading.Event()

            def seen(arguments):
                go.wait()
                print("seen")

            worker = compiled.prepare(callbacks={"seen": seen})
            worker.submit(compiled, x, y, z)
            print("the script's last line")
            go.set()
            sys.exit(0)
            """));
  }

  @Test
  void aFailureThatNobodyAskedForEndsTheScript() throws IOException {
    Result result =
        run(
            """
            def seen(arguments):
                raise LookupError("no such row")

            worker = compiled.prepare(callbacks={"seen": seen})
            worker.submit(compiled, x, y, z)
            """);
    assertEquals(
        """
        error: LookupError: no such row
        |     raise LookupError("no such row")
        |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        """,
        result.err().replaceFirst("script.py:\\d+:5: ", "").replaceAll("(?m)^ +\\d* \\|", "|"));
    assertEquals(1, result.exitCode());
  }

  /** A script that fails does not wait, not even for a sub-worker that never ends. */
  @Test
  void aScriptThatFailsEndsWhatItHasSubmitted() throws IOException {
    Result result =
        run(
            """
            import sys
            begun = threading.Event()

            def seen(arguments):
                begun.set()
                while True:
                    pass

            worker = compiled.prepare(callbacks={"seen": seen})
            worker.submit(compiled, x, y, z)
            begun.wait()
            sys.exit(3)
            """);
    assertEquals(new Result(3, "", ""), result);
  }

  @Test
  void theTimeLimitEndsASubWorker() throws IOException {
    Result result =
        run(
            """
            def seen(arguments):
                while True:
                    pass

            with compiled.prepare(callbacks={"seen": seen}) as worker:
                worker.submit(compiled, x, y, z).result()
            """,
            "--timeout",
            "2");
    assertEquals(new Result(124, "", "pypto-j: stopped after the time limit of 2.0 s\n"), result);
  }
}
