package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The Python package as scripts use it; each test is a script whose assertions must hold. */
class TorchInPythonTest {
  private static final TorchModule MODULE = new TorchModule();
  private static Engine engine;
  private static Context python;

  @BeforeAll
  static void open() throws URISyntaxException {
    Path packages =
        Path.of(TorchModule.class.getResource("/org/pyptoj/python/torch/__init__.py").toURI())
            .getParent()
            .getParent();
    engine = Engine.newBuilder("python").option("engine.WarnInterpreterOnly", "false").build();
    python =
        Context.newBuilder("python")
            .engine(engine)
            .allowHostAccess(HostAccess.EXPLICIT)
            .allowIO(IOAccess.ALL)
            .option("python.PythonPath", packages.toString())
            .build();
    python.getBindings("python").putMember("_host", MODULE);
    run(
        """
        import sys
        _module = type(sys)("_pyptoj")
        _module.torch = _host
        sys.modules["_pyptoj"] = _module
        import torch

        def raises(kind, function, text=""):
            try:
                function()
            except kind as error:
                assert text in str(error), str(error)
                return
            raise SystemError("nothing was raised")
        """);
  }

  @AfterAll
  static void close() {
    python.close();
    engine.close();
  }

  private static void run(String script) {
    python.eval("python", script);
  }

  @Test
  void operatorsAndMethods() {
    run(
        """
        x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
        assert (x + 1).tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
        assert (10 - x).sum().item() == 45.0
        assert (x * x)[1, 2] == 25
        assert (x / 2).dtype is torch.float32
        assert (x // 2).tolist() == [[0.0, 0.0, 1.0], [1.0, 2.0, 2.0]]
        assert (2 ** x).tolist()[0] == [1.0, 2.0, 4.0]
        assert (7 % (x + 2)).tolist()[0] == [1.0, 1.0, 3.0]
        assert (-x).abs().max().item() == 5.0
        assert (x @ x.T).tolist() == [[5.0, 14.0], [14.0, 50.0]]
        y = x
        y += 1
        assert y is x and x[0, 0] == 1
        assert x.add_(1) is x and x.mul_(2).data_ptr() == x.data_ptr()
        assert ((x > 4) & (x < 10)).sum() == 2
        assert (~(x > 4)).any()
        assert x.max(dim=1).values.tolist() == [8.0, 14.0]
        values, indices = x.min(dim=0)
        assert indices.dtype == torch.int64
        assert (1 if torch.tensor([3.0]) else 0) == 1
        assert int(torch.tensor(7.9)) == 7 and float(torch.tensor(2)) == 2.0
        assert [10, 20, 30][torch.tensor(1)] == 20
        assert f"{torch.tensor(1.25):.1f}" == "1.2"
        assert (x == None) is False and (x != None) is True
        """);
  }

  @Test
  void shapesAndTypesAreObjectsOfTheModule() {
    run(
        """
        x = torch.zeros(2, 3, dtype=torch.int8)
        assert x.shape == (2, 3) and isinstance(x.shape, torch.Size)
        assert repr(x.shape) == "torch.Size([2, 3])" and x.shape.numel() == 6
        assert x.size(1) == 3 and x.dim() == 2 and x.ndim == 2 and len(x) == 2
        assert x.dtype is torch.int8 and repr(x.dtype) == "torch.int8"
        assert isinstance(x, torch.Tensor) and isinstance(x.dtype, torch.dtype)
        assert torch.float is torch.float32 and torch.long is torch.int64
        assert torch.bfloat16.itemsize == 2 and torch.half.is_floating_point
        assert torch.finfo(torch.float16).max == 65504.0
        assert torch.iinfo(torch.int32).min == -2147483648
        assert str(x.device) == "cpu" and x.device == torch.device("cpu")
        assert hash(x) == id(x) and len({x, x.clone()}) == 2
        assert x.requires_grad is False and x.is_contiguous()
        assert torch.tensor([1, 2], dtype=float).dtype == torch.float64
        assert {torch.float32: "f"}[torch.ones(1).dtype] == "f"
        """);
  }

  @Test
  void indexing() {
    run(
        """
        x = torch.arange(24).reshape(2, 3, 4)
        assert x[1, 2, 3] == 23 and x[-1][0][0] == 12
        assert x[:, 1:, ::2].shape == (2, 2, 2)
        assert x[..., 0].tolist() == [[0, 4, 8], [12, 16, 20]]
        assert x[0, None].shape == (1, 3, 4)
        assert x[x > 20].tolist() == [21, 22, 23]
        assert x[0, [0, 2]].shape == (2, 4)
        assert x[torch.tensor([1, 0]), 0, 0].tolist() == [12, 0]
        x[0, :, 0] = torch.tensor([100, 101, 102])
        x[1] = 0
        x[:, 2, 1:3] += 5
        assert x[0].tolist() == [[100, 1, 2, 3], [101, 5, 6, 7], [102, 14, 15, 11]]
        assert [int(row.sum()) for row in x[0]] == [106, 119, 142]
        for part in x.unbind(0):
            part.zero_()
        assert not x.any() and 3 not in x
        """);
  }

  @Test
  void mistakesRaisePythonExceptions() {
    run(
        """
        x = torch.zeros(2, 3)
        raises(IndexError, lambda: x[2], "index 2 is out of bounds for dimension 0 with size 2")
        raises(IndexError, lambda: x[0, 0, 0], "too many indices")
        raises(IndexError, lambda: x.sum(dim=5))
        raises(RuntimeError, lambda: x + torch.zeros(4), "[2, 3] and [4]")
        raises(RuntimeError, lambda: x.reshape(4), "invalid for input of size 6")
        raises(RuntimeError, lambda: x @ x)
        raises(RuntimeError, lambda: x.item())
        raises(RuntimeError, lambda: bool(x))
        raises(TypeError, lambda: x + "a")
        raises(TypeError, lambda: torch.zeros(2, colour=1), "colour")
        raises(TypeError, lambda: torch.stack(x, 0, 1, 2))
        raises(ValueError, lambda: torch.tensor([[1, 2], [3]]))
        raises(ValueError, lambda: x[::-1])
        raises(RuntimeError, lambda: torch.arange(3) // 0, "ZeroDivisionError")
        raises(NotImplementedError, lambda: torch.fft, "torch.fft is not available")
        raises(NotImplementedError, lambda: x.numpy(), "Tensor.numpy")
        raises(NotImplementedError, lambda: x.backward(), "Tensor.backward")
        raises(NotImplementedError, lambda: torch.linalg.svd, "linalg.svd")
        raises(NotImplementedError, lambda: torch.nn.Linear, "nn.Linear")
        raises(NotImplementedError, lambda: torch.device("cuda"), "cuda")
        raises(NotImplementedError, lambda: x.to("npu:0"), "npu")
        raises(NotImplementedError, lambda: torch.zeros(2, device="cuda"), "cuda")
        assert torch.equal(x.to("cpu"), torch.zeros(2, 3, device="cpu"))
        assert not hasattr(torch, "npu") and not hasattr(x, "no_such")
        assert not torch.cuda.is_available()
        """);
  }

  @Test
  void testingAndModules() {
    run(
        """
        x = torch.ones(3)
        torch.testing.assert_close(x, x + 1e-7)
        raises(AssertionError, lambda: torch.testing.assert_close(x, x + 1), "Mismatched elements: 3 / 3 (100.0%)")
        raises(AssertionError,
               lambda: torch.testing.assert_close(x, x * 2, rtol=0, atol=0.5, msg="mine"), "mine")
        import torch.nn.functional as F
        from torch.nn import functional
        assert F is functional
        assert abs(F.softmax(x, dim=0)[0].item() - 1 / 3) < 1e-6
        assert torch.linalg.norm(torch.tensor([3.0, 4.0])).item() == 5.0

        with torch.no_grad():
            y = x + 1

        @torch.no_grad()
        def f(v):
            return v

        @torch.inference_mode
        def g(v):
            return v

        assert f(3) == g(3) == 3
        """);
  }

  @Test
  void randomNumbersAndGenerators() {
    run(
        """
        g = torch.Generator().manual_seed(11)
        a = torch.randn(20, generator=g)
        assert torch.manual_seed(11).initial_seed() == 11
        assert torch.equal(a, torch.randn(20))
        with torch.random.fork_rng():
            b = torch.rand(3)
        assert torch.equal(b, torch.rand(3))
        r = torch.randint(2, 5, (100,))
        assert r.min() >= 2 and r.max() <= 4 and r.dtype is torch.int64
        assert torch.randint(5, (2, 2)).shape == (2, 2)
        """);
  }

  @Test
  void savedObjectsComeBack() {
    run(
        """
        import io
        data = {"w": torch.arange(6).reshape(2, 3).T, "n": [1, 2.5, None, (True, "s")]}
        file = io.BytesIO()
        torch.save(data, file)
        file.seek(0)
        back = torch.load(file)
        assert torch.equal(back["w"], data["w"]) and back["n"] == data["n"]
        raises(RuntimeError, lambda: torch.load(io.BytesIO(b"PK")), "not a file")
        """);
  }

  @Test
  void javaSeesTheMemoryOfAPythonTensor() {
    run("shared = torch.zeros(2, 2, dtype=torch.int32); row = shared[1]");
    Tensor row = TorchModule.tensor(python.getBindings("python").getMember("row"));
    assertEquals(2, row.offset());
    assertArrayEquals(new long[] {2}, row.shape());
    row.segment().set(java.lang.foreign.ValueLayout.JAVA_INT, 12, 77);
    run("assert shared[1, 1] == 77");
    python.getBindings("python").putMember("made", MODULE.wrap(Calls.arange(3, 3)));
    run("assert made.tolist() == [0, 1, 2] and isinstance(made, torch.Tensor)");
  }

  @Test
  void tensorsTooLargeForTheMachineAreMemoryErrorsWhenTheyAreRead() {
    run(
        """
        weights = torch.randn(2**20, 2**20).to(torch.bfloat16) * 0.02
        assert weights.shape == (2**20, 2**20) and weights.dtype == torch.bfloat16
        raises(MemoryError, lambda: weights[0, 0].item(), "not enough memory (a tensor of 4096.0 GiB, with ")
        raises(MemoryError, lambda: print(weights), "not enough memory")
        """);
  }
}
