package org.pyptoj.ir.op;

/**
 * What an op is, for everyone who treats ops alike: type rules, conversion of tensors to tiles, PTO
 * text and simulation are switches over kinds without a default arm, so that a kind which one of
 * them does not know does not compile. The ops of a family share a record; those that are like no
 * other are constants of a small enum.
 */
public sealed interface OpKind {

  /** A function of each element. */
  record Unary(ScalarFn fn) implements OpKind {}

  /** Each element in another type. */
  record Convert() implements OpKind {}

  /** A function of the elements at the same place of two values. */
  record Binary(ScalarFn fn) implements OpKind {}

  /** A function of each element and one number. */
  record ScalarBinary(ScalarFn fn) implements OpKind {}

  /** A mask of where a comparison holds, with another value or with a number. */
  record Compare(boolean withNumber) implements OpKind {}

  /** One of two values at each place, or of a value and a number, as a mask says. */
  record Select(boolean withNumber) implements OpKind {}

  /** A function where both values count, and the first one where it alone counts. */
  record Part(ScalarFn fn) implements OpKind {}

  /** Rows or columns become one value each. */
  record Reduce(Axis axis, ScalarFn fn) implements OpKind {}

  /** Where in its row or column the greatest or the least element stands. */
  record ArgReduce(Axis axis, ScalarFn fn) implements OpKind {}

  /** A function of each element and the one value of its row or column. */
  record Expand(Axis axis, ScalarFn fn) implements OpKind {}

  /** A matrix product, and what it is added to. */
  record Matmul(Addend addend, Factors factors) implements OpKind {

    /** What a product is added to. */
    public enum Addend {
      NONE,
      /** A value of the product's shape, whose place the result takes. */
      ACCUMULATOR,
      /** One row, to each row of the product. */
      BIAS
    }

    /** What is multiplied. */
    public enum Factors {
      MATRICES,
      /** Matrices over leading dimensions. */
      BATCHES,
      /** A row and a matrix. */
      ROW
    }

    /** Whether the result takes the place of an accumulator. */
    public boolean accumulates() {
      return addend == Addend.ACCUMULATOR;
    }

    public boolean batched() {
      return factors == Factors.BATCHES;
    }
  }

  /** So many sorted lists of pairs become one. */
  record Merge(int lists) implements OpKind {}

  /** Elements that change places within on-core memory. */
  enum Rearrangement implements OpKind {
    /** Elements by their positions. */
    GATHER,
    /** Every second or fourth column, or all. */
    GATHER_MASK,
    /** Elements to positions. */
    SCATTER,
    /** To every second or fourth column, or to all. */
    SCATTER_MASK,
    /** Rows to row numbers. */
    SCATTER_ROWS,
    /** Blocks of 32 sorted. */
    SORT_BLOCKS,
    /** Sorted runs merged, four at a time. */
    MERGE_RUNS
  }

  /** Moves elements between global memory and places of a value in on-core memory. */
  enum IndexedTransfer implements OpKind {
    /** A block of rows or columns, from and to places that are computed. */
    ROWS
  }

  /** What a reduction or an expansion runs along. */
  enum Axis {
    /** One value per row. */
    ROWS,
    /** One value per column. */
    COLUMNS
  }

  /** Makes, moves or looks at tiles. */
  enum TileMemory implements OpKind {
    CREATE,
    READ,
    WRITE,
    LOAD,
    STORE,
    ASSEMBLE,
    EXTRACT,
    MOVE,
    FULL,
    SEQUENCE,
    TRIANGLE,
    FILLPAD,
    FILLPAD_INPLACE,
    FILLPAD_EXPAND,
    SLICE,
    RESHAPE,
    TRANSPOSE,
    TRANSPOSE_VIEW,
    SET_VALIDSHAPE,
    CONCAT
  }

  /** Makes, moves or looks at tensors. */
  enum TensorMemory implements OpKind {
    CREATE,
    /** A value beside the cube. */
    CREATE_L1,
    FULL,
    SEQUENCE,
    FILLPAD,
    FILLPAD_EXPAND,
    SET_VALIDSHAPE,
    READ,
    WRITE,
    DIM,
    SLICE,
    ASSEMBLE,
    RESHAPE,
    TRANSPOSE,
    CONCAT,
    AS_VIEW
  }

  /** Small arrays of scalars. */
  enum ArrayAccess implements OpKind {
    CREATE,
    GET,
    UPDATE
  }

  /** Which of the blocks that run a kernel this one is. */
  enum BlockNumber implements OpKind {
    INDEX,
    SUBBLOCK,
    COUNT
  }

  /** Windows and who shares them. */
  enum Window implements OpKind {
    WORLD_SIZE,
    COMM_CTX,
    RANK,
    RANKS,
    ALLOCATE,
    VIEW
  }

  /** Moves data to or from a peer. */
  enum Transfer implements OpKind {
    REMOTE_LOAD,
    REMOTE_STORE,
    TENSOR_REMOTE_STORE,
    PUT,
    GET,
    /** A put with its staging tiles. */
    STAGED_PUT,
    /** A get with its staging tiles. */
    STAGED_GET
  }

  /** Changes or awaits a signal cell. */
  enum Signal implements OpKind {
    NOTIFY,
    WAIT,
    DEFER_WAIT
  }

  /** An exchange that every rank takes part in. */
  enum Collective implements OpKind {
    ALLREDUCE,
    BARRIER,
    BROADCAST,
    REDUCE_SCATTER,
    ALLGATHER,
    ALL_TO_ALL,
    ALL_TO_ALL_V
  }

  /** Orders accesses of global memory. */
  enum Fence implements OpKind {
    /** Drops cached lines. */
    INVALIDATE,
    /** Orders what came before against what follows. */
    ORDER
  }
}
