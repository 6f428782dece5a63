package org.pyptoj.torch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of {@code torch.save}: a format of this project's own, not PyTorch's. A magic number is
 * followed by one value; a value is a tag byte and its contents. Tensors are stored as contiguous
 * elements, so views of one storage come back as separate tensors.
 */
final class TensorFile {
  private static final long MAGIC = 0x5054_4f4a_5453_4f01L;

  private TensorFile() {}

  static byte[] write(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(MAGIC);
      write(value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Object read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (bytes.length < Long.BYTES || in.readLong() != MAGIC) {
        throw TorchError.runtime(
            "load: not a file that pypto-j's torch.save wrote; PyTorch's format is not read");
      }
      return read(in);
    } catch (IOException e) {
      throw TorchError.runtime("load: the file ends early");
    }
  }

  private static void write(Object value, DataOutputStream out) throws IOException {
    switch (value) {
      case null -> out.writeByte('N');
      case Boolean b -> {
        out.writeByte('B');
        out.writeBoolean(b);
      }
      case Long l -> {
        out.writeByte('I');
        out.writeLong(l);
      }
      case Double d -> {
        out.writeByte('D');
        out.writeDouble(d);
      }
      case String s -> {
        out.writeByte('S');
        writeText(s, out);
      }
      case Dtype d -> {
        out.writeByte('Y');
        writeText(d.name(), out);
      }
      case Tensor t -> writeTensor(t, out);
      case List<?> list -> {
        out.writeByte(list instanceof Values.Tuple ? 'U' : 'L');
        out.writeInt(list.size());
        for (Object item : list) {
          write(item, out);
        }
      }
      case Map<?, ?> map -> {
        out.writeByte('M');
        out.writeInt(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          write(entry.getKey(), out);
          write(entry.getValue(), out);
        }
      }
      default ->
          throw TorchError.type(
              "save: a value of type %s cannot be stored".formatted(PythonText.typeName(value)));
    }
  }

  private static void writeText(String text, DataOutputStream out) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  private static void writeTensor(Tensor t, DataOutputStream out) throws IOException {
    out.writeByte('T');
    writeText(t.dtype().name(), out);
    out.writeInt(t.rank());
    for (long s : t.shape()) {
      out.writeLong(s);
    }
    Tensor dense = t.contiguous();
    long size = dense.dtype().size();
    byte[] bytes = new byte[Math.toIntExact(dense.numel() * size)];
    MemorySegment.copy(
        dense.storage().read(),
        dense.offset() * size,
        MemorySegment.ofArray(bytes),
        0,
        bytes.length);
    out.write(bytes);
  }

  private static Object read(DataInputStream in) throws IOException {
    byte tag = in.readByte();
    switch (tag) {
      case 'N':
        return null;
      case 'B':
        return in.readBoolean();
      case 'I':
        return in.readLong();
      case 'D':
        return in.readDouble();
      case 'S':
        return readText(in);
      case 'Y':
        return Dtype.valueOf(readText(in));
      case 'T':
        return readTensor(in);
      case 'U', 'L':
        Object[] items = new Object[in.readInt()];
        for (int i = 0; i < items.length; i++) {
          items[i] = read(in);
        }
        return tag == 'U' ? Values.Tuple.of(items) : new ArrayList<>(Arrays.asList(items));
      case 'M':
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int n = in.readInt(); n > 0; n--) {
          Object key = read(in);
          map.put(key, read(in));
        }
        return map;
      default:
        throw TorchError.runtime("load: unknown tag " + tag);
    }
  }

  private static String readText(DataInputStream in) throws IOException {
    byte[] utf8 = new byte[in.readInt()];
    in.readFully(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static Tensor readTensor(DataInputStream in) throws IOException {
    Dtype dtype = Dtype.valueOf(readText(in));
    long[] shape = new long[in.readInt()];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = in.readLong();
    }
    Tensor t = Tensor.zeros(dtype, shape);
    byte[] bytes = new byte[Math.toIntExact(t.numel() * dtype.size())];
    in.readFully(bytes);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, t.storage().write(), 0, bytes.length);
    return t;
  }
}
