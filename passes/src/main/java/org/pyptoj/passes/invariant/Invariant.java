package org.pyptoj.passes.invariant;

/**
 * What holds of a program from some pass on. The pass that establishes it says so ({@link
 * org.pyptoj.passes.Pass#establishes}); {@link #CALLS} and {@link #TYPES} hold from the start.
 */
public enum Invariant {
  /** Functions have names of their own; a call has its callee's parameters and result. */
  CALLS(new FunctionCallTypes()),
  /** A call has the type that its op's rule deduces, and what is assigned has its value's type. */
  TYPES(new DeducedTypes()),
  /** There are no inline functions and no calls of any. */
  INLINED(Forms::inlined),
  /** No loop is to be unrolled. */
  UNROLLED(Forms::unrolled),
  /** There is no break and no continue. */
  STRUCTURED(Forms::structured),
  /** A function returns at its end and nowhere else. */
  RETURNS_LAST(Forms::returnsLast),
  /**
   * A variable has one definition, in front of its uses and in a region around them; names are
   * unique inside a function; bodies yield what their loop or choice hands on.
   */
  SSA(new SsaForm()),
  /** Nothing follows the end of a region. */
  ENDS_LAST(Forms::endsLast),
  /**
   * A call stands alone on the right of an assignment or as a statement, but for the number of
   * ranks, which extents go on naming.
   */
  FLAT_CALLS(Forms::flatCalls),
  /** Opaque functions have no scope of another level than the core group. */
  LEVELS_OUTLINED(Forms::levelsOutlined),
  /** Only kernels and the host have scopes of the core group. */
  KERNELS_OUTLINED(Forms::kernelsOutlined),
  /** Orchestrations have no scopes of several blocks. */
  GRIDS_OUTLINED(Forms::gridsOutlined),
  /** Kernels compute tiles; what is left of tensor ops moves or names memory. */
  TILE_OPS(Kernels::tileOps),
  /** Kernels have no collectives. */
  KERNEL_COLLECTIVES_LOWERED(Kernels::noCollectives),
  /** Tiles have two dimensions. */
  TILES_2D(Kernels::twoDimensional),
  /** Each tile is in a memory, and operands of products are where the cube reads them. */
  MEMORY_SPACES(Kernels::memorySpaces),
  /** A tensor of a kernel that is not packed row-major has strides. */
  STRIDES(Kernels::strides),
  /** Each on-core tile has a buffer that is large enough; a view has its tile's. */
  BUFFERS(Kernels::buffers),
  /** A tile that is read still lies in its buffer. */
  BUFFER_CONTENTS(new BufferContents()),
  /** Buffers have addresses, do not overlap and fit into their memory. */
  ADDRESSES(new Addresses()),
  /** Each call says of every argument how the task uses it. */
  CALL_DIRECTIONS(Orchestrations::callDirections),
  /** Collectives of the host have their signals. */
  HOST_SIGNALS(Orchestrations::hostSignals),
  /** Windows of the host belong to an allocation that a domain around them has. */
  COMM_DOMAINS(new Domains()),
  /** The host has no collectives. */
  HOST_COLLECTIVES_LOWERED(Orchestrations::noHostCollectives),
  /** Chip orchestrations have no collectives. */
  CHIP_COLLECTIVES_LOWERED(Orchestrations::noChipCollectives),
  /**
   * A window parameter has a context parameter; below the host, ops that reach a peer name a
   * context and nothing asks for one.
   */
  CONTEXTS(Orchestrations::contexts),
  /** Tasks of a chip orchestration stand in a runtime scope. */
  RUNTIME_SCOPES(Orchestrations::runtimeScopes),
  /** A kernel has every symbol that its types mention as a parameter or in a parameter's shape. */
  VALID_EXTENTS(Kernels::validExtents),
  /** What is printed parses back to a program that prints the same. */
  ROUND_TRIP(new RoundTrip());

  private final Check check;

  Invariant(Check check) {
    this.check = check;
  }

  Check check() {
    return check;
  }
}
