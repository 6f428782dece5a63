package org.pyptoj.torch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Matrix products by OpenBLAS, whose library lies in a jar on the class path where there is one for
 * the platform. It is unpacked and loaded when a product is first large enough to gain by it, and
 * uses all cores. Where it cannot be, the caller multiplies itself.
 */
final class Blas {
  /** So many multiplications take longer than calling the library. */
  private static final double LEAST_WORK = 1 << 24;

  private static final int ROW_MAJOR = 101;
  private static final int NOT_TRANSPOSED = 111;

  private Blas() {}

  /** Whether a product of so many multiplications is worth the library. */
  static boolean pays(Dtype dtype, double work) {
    return dtype.isFloat() && work >= LEAST_WORK;
  }

  /**
   * Multiplies matrices.
   *
   * @param count how many: the product of all dimensions before the last two
   * @param out contiguous
   * @return false when there is no library, and nothing was done
   */
  static boolean multiply(Tensor left, Tensor right, Tensor out, long count) {
    boolean single = left.dtype().compute() == Dtype.Compute.FLOAT;
    MethodHandle function = single ? Library.SGEMM : Library.DGEMM;
    if (function == null) {
      return false;
    }
    int m = Math.toIntExact(left.size(-2));
    int k = Math.toIntExact(left.size(-1));
    int n = Math.toIntExact(right.size(-1));
    StridedReader lefts = new StridedReader(left);
    StridedReader rights = new StridedReader(right);
    StridedWriter results = new StridedWriter(out);
    int size = single ? Float.BYTES : Double.BYTES;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment a = Memory.outside((long) m * k * size, arena);
      MemorySegment b = Memory.outside((long) k * n * size, arena);
      MemorySegment c = Memory.outside((long) m * n * size, arena);
      for (long i = 0; i < count; i++) {
        if (i == 0 || !isSame(left)) {
          load(lefts.from(i * m * k), (long) m * k, single, a);
        }
        if (i == 0 || !isSame(right)) {
          load(rights.from(i * k * n), (long) k * n, single, b);
        }
        gemm(function, single, m, n, k, a, b, c);
        store(c, (long) m * n, single, results.from(i * m * n));
      }
    }
    return true;
  }

  private static void gemm(
      MethodHandle function,
      boolean single,
      int m,
      int n,
      int k,
      MemorySegment a,
      MemorySegment b,
      MemorySegment c) {
    int order = ROW_MAJOR;
    int plain = NOT_TRANSPOSED;
    try {
      if (single) {
        function.invokeExact(order, plain, plain, m, n, k, 1f, a, k, b, n, 0f, c, n);
      } else {
        function.invokeExact(order, plain, plain, m, n, k, 1.0, a, k, b, n, 0.0, c, n);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether one matrix stands for all of a batch. */
  private static boolean isSame(Tensor batch) {
    for (int d = 0; d < batch.rank() - 2; d++) {
      if (batch.shape()[d] != 1 && batch.strides()[d] != 0) {
        return false;
      }
    }
    return true;
  }

  private static void load(StridedReader from, long n, boolean single, MemorySegment to) {
    Parallel.range(
        n,
        Parallel.CHUNK,
        (first, end) -> {
          StridedReader reader = from.from(first);
          float[] floats = single ? new float[Copy.BLOCK] : null;
          double[] doubles = single ? null : new double[Copy.BLOCK];
          for (long at = first; at < end; at += Copy.BLOCK) {
            int count = (int) Math.min(Copy.BLOCK, end - at);
            if (single) {
              reader.read(floats, count);
              MemorySegment.copy(floats, 0, to, ValueLayout.JAVA_FLOAT, at * Float.BYTES, count);
            } else {
              reader.read(doubles, count);
              MemorySegment.copy(doubles, 0, to, ValueLayout.JAVA_DOUBLE, at * Double.BYTES, count);
            }
          }
        });
  }

  private static void store(MemorySegment from, long n, boolean single, StridedWriter to) {
    Parallel.range(
        n,
        Parallel.CHUNK,
        (first, end) -> {
          StridedWriter writer = to.from(first);
          float[] floats = single ? new float[Copy.BLOCK] : null;
          double[] doubles = single ? null : new double[Copy.BLOCK];
          for (long at = first; at < end; at += Copy.BLOCK) {
            int count = (int) Math.min(Copy.BLOCK, end - at);
            if (single) {
              MemorySegment.copy(from, ValueLayout.JAVA_FLOAT, at * Float.BYTES, floats, 0, count);
              writer.write(floats, count);
            } else {
              MemorySegment.copy(
                  from, ValueLayout.JAVA_DOUBLE, at * Double.BYTES, doubles, 0, count);
              writer.write(doubles, count);
            }
          }
        });
  }

  /** The library's functions; null where it cannot be loaded. */
  private static final class Library {
    private static final String VERSION = "0.3.31";

    /** The files of a platform, the library itself last. */
    private record Platform(String name, List<String> files) {}

    private static final MethodHandle SGEMM;
    private static final MethodHandle DGEMM;

    static {
      MethodHandle single = null;
      MethodHandle twofold = null;
      try {
        SymbolLookup symbols = load();
        if (symbols != null) {
          single = gemm(symbols, "cblas_sgemm", ValueLayout.JAVA_FLOAT);
          twofold = gemm(symbols, "cblas_dgemm", ValueLayout.JAVA_DOUBLE);
        }
      } catch (IOException
          | IllegalArgumentException
          | IllegalCallerException
          | UnsupportedOperationException e) {
        // No place to unpack it, no library for this system, or no native code wanted: none, then.
      }
      SGEMM = single;
      DGEMM = twofold;
    }

    @SuppressWarnings("restricted") // the signature is that of the C interface of BLAS
    private static MethodHandle gemm(SymbolLookup symbols, String name, ValueLayout number) {
      ValueLayout integer = ValueLayout.JAVA_INT;
      ValueLayout pointer = ValueLayout.ADDRESS;
      FunctionDescriptor type =
          FunctionDescriptor.ofVoid(
              integer, integer, integer, integer, integer, integer, number, pointer, integer,
              pointer, integer, number, pointer, integer);
      return symbols
          .find(name)
          .map(address -> Linker.nativeLinker().downcallHandle(address, type))
          .orElse(null);
    }

    @SuppressWarnings("restricted") // the library comes from the class path
    private static SymbolLookup load() throws IOException {
      Platform platform = platform();
      if (platform == null) {
        return null;
      }
      String resources = "/org/bytedeco/openblas/" + platform.name + "/";
      if (Blas.class.getResource(resources + platform.files.getLast()) == null) {
        return null;
      }
      Path library = unpack(platform, resources).resolve(platform.files.getLast());
      return SymbolLookup.libraryLookup(library, Arena.global());
    }

    private static Platform platform() {
      String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
      String processor =
          switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "arm64";
            default -> null;
          };
      if (processor == null) {
        return null;
      }
      if (system.contains("linux")) {
        return new Platform(
            "linux-" + processor,
            List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0"));
      }
      if (system.contains("mac")) {
        return new Platform(
            "macosx-" + processor,
            List.of(
                "libgcc_s.1.1.dylib",
                "libquadmath.0.dylib",
                "libgfortran.5.dylib",
                "libopenblas.0.dylib"));
      }
      return system.contains("windows") && processor.equals("x86_64")
          ? new Platform("windows-x86_64", List.of("libopenblas.dll"))
          : null;
    }

    /**
     * The folder with the platform's files: in the user's cache, where the next process finds them,
     * or where that cannot be written, a temporary one.
     */
    private static Path unpack(Platform platform, String resources) throws IOException {
      Path folder = UserCache.folder("openblas-" + VERSION + "-" + platform.name);
      if (folder != null && Files.isDirectory(folder)) {
        return folder;
      }
      if (folder != null) {
        try {
          Path beside = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "");
          copy(platform, resources, beside);
          try {
            Files.move(beside, folder);
            return folder;
          } catch (IOException e) {
            // Another process was faster; what it has is whole.
            if (Files.isDirectory(folder)) {
              delete(beside);
              return folder;
            }
            throw e;
          }
        } catch (IOException e) {
          // A cache that cannot be written.
        }
      }
      Path temporary = Files.createTempDirectory("pypto-j");
      copy(platform, resources, temporary);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(temporary)));
      return temporary;
    }

    private static void copy(Platform platform, String resources, Path folder) throws IOException {
      for (String file : platform.files) {
        try (InputStream in = Blas.class.getResourceAsStream(resources + file)) {
          if (in != null) {
            Files.copy(in, folder.resolve(file));
          }
        }
      }
    }

    private static void delete(Path folder) {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
        Files.delete(folder);
      } catch (IOException e) {
        // It is the system's temporary folder, which is emptied anyway.
      }
    }
  }
}
