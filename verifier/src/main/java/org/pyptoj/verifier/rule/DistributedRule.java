package org.pyptoj.verifier.rule;

/** The rules of the distributed ops, one row each: code, section of the specification, sentence. */
public enum DistributedRule implements Rule {
  OPERAND_COUNT(
      "PLD0001",
      "Op reference",
      "A call gives every operand that has no default, and no more operands than the " + "op has."),
  ATTRIBUTE(
      "PLD0002",
      "Op reference",
      "An attribute is of the kind that the op names, and a required one is given."),
  ENUM_RANGE(
      "PLD0003",
      "ABI enums (include/pypto/ir/comm.h)",
      "An enum that is passed as a number is one of the numbers that the enum has " + "released."),
  UNBOUND_SYMBOL(
      "PLD0004",
      "pld.tile.remote_load (TLOAD)",
      "A symbolic extent that survives into a kernel is bound at run time by a "
          + "scalar, a loop variable or the shape of a tensor parameter."),
  ATOMIC_BF16_PROFILE(
      "PLD0005",
      "pld.tensor.put (TPUT)",
      "An atomic add of BF16 needs a target of the Ascend910B family."),
  PLACEMENT(
      "PLD0006",
      "pld.system.notify (TNOTIFY)",
      "Remote accesses, transfers and signals stand in kernel code: in a kernel "
          + "function, or in a pl.at, pl.spmd or pl.cluster scope of an orchestration."),
  COLLECTIVE_PLACEMENT(
      "PLD0007",
      "Pipeline integration",
      "A collective stands in kernel code or in the host orchestrator; all_to_all_v "
          + "also in a chip orchestration."),
  SIGNAL_SHARED(
      "PLD0008",
      "Barrier-signal protocol",
      "One signal serves either mesh or ring allreduce, never both."),
  REMOTE_LOAD_TARGET(
      "PLD0101", "pld.tile.remote_load (TLOAD)", "remote_load reads from a DistributedTensor."),
  REMOTE_LOAD_PEER(
      "PLD0102", "pld.tile.remote_load (TLOAD)", "The peer of remote_load is an integer scalar."),
  REMOTE_LOAD_TUPLES(
      "PLD0103",
      "pld.tile.remote_load (TLOAD)",
      "offsets, shape and valid_shape of remote_load are tuples of integers."),
  REMOTE_LOAD_RANK(
      "PLD0104",
      "pld.tile.remote_load (TLOAD)",
      "offsets, shape and valid_shape of remote_load have one entry per dimension of "
          + "the target."),
  REMOTE_LOAD_SHAPE(
      "PLD0105",
      "pld.tile.remote_load (TLOAD)",
      "The tile that remote_load allocates has positive extents."),
  REMOTE_LOAD_OFFSET(
      "PLD0106", "pld.tile.remote_load (TLOAD)", "remote_load starts inside the target."),
  REMOTE_LOAD_VALID(
      "PLD0107",
      "pld.tile.remote_load (TLOAD)",
      "The valid_shape of remote_load lies between zero and the tile's shape."),
  REMOTE_LOAD_BOUNDS(
      "PLD0108",
      "pld.tile.remote_load (TLOAD)",
      "The region that remote_load reads ends inside the target."),
  REMOTE_LOAD_TAIL(
      "PLD0109",
      "pld.tensor.allreduce",
      "Only a flat FP16 or FP32 target with a valid_shape may be read up to the next 32 bytes "
          + "behind its end."),
  REMOTE_STORE_SOURCE(
      "PLD0201",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "pld.tile.remote_store takes a Tile and pld.tensor.remote_store a Tensor."),
  REMOTE_STORE_TARGET(
      "PLD0202",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "remote_store writes into a DistributedTensor."),
  REMOTE_STORE_PEER(
      "PLD0203",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "The peer of remote_store is an integer scalar."),
  REMOTE_STORE_OFFSETS(
      "PLD0204",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "The offsets of remote_store are a tuple of integers with one entry per "
          + "dimension of the target."),
  REMOTE_STORE_DTYPE(
      "PLD0205",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "Source and target of remote_store have the same element type."),
  REMOTE_STORE_TARGET_RANK(
      "PLD0206",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "The target of remote_store has at least two dimensions."),
  REMOTE_STORE_SOURCE_RANK(
      "PLD0207",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "The source of remote_store has two dimensions, or more with every leading " + "extent 1."),
  REMOTE_STORE_BOUNDS(
      "PLD0208",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "The region that remote_store pushes lies inside the target."),
  REMOTE_STORE_ATOMIC(
      "PLD0209",
      "pld.tile.remote_store / pld.tensor.remote_store (TSTORE)",
      "An atomic remote_store adds FP32, BF16, FP16, INT32, INT16 or INT8."),
  PUT_WINDOW("PLD0301", "pld.tensor.put (TPUT)", "The dst of put is a DistributedTensor."),
  PUT_LOCAL(
      "PLD0302", "pld.tensor.put (TPUT)", "The src of put is a Tensor or a DistributedTensor."),
  PUT_PEER("PLD0303", "pld.tensor.put (TPUT)", "The peer of put is an integer scalar."),
  PUT_DTYPE("PLD0304", "pld.tensor.put (TPUT)", "dst and src of put have the same element type."),
  PUT_RANK(
      "PLD0305", "pld.tensor.put (TPUT)", "dst and src of put have the same rank, at least 1."),
  PUT_POSITIVE(
      "PLD0306", "pld.tensor.put (TPUT)", "The static extents of dst and src of put are positive."),
  PUT_FULL_SLICE(
      "PLD0307",
      "pld.tensor.put (TPUT)",
      "Without a subregion dst and src of put have the same shape: by value where "
          + "static, by structure where dynamic."),
  PUT_REGION_ARGUMENTS(
      "PLD0308",
      "pld.tensor.put (TPUT)",
      "dst_offsets, src_offsets and shape of put are given together or not at all."),
  PUT_REGION_RANK(
      "PLD0309",
      "pld.tensor.put (TPUT)",
      "dst_offsets, src_offsets and shape of put are tuples of integers with one "
          + "entry per dimension."),
  PUT_REGION_BOUNDS(
      "PLD0310",
      "pld.tensor.put (TPUT)",
      "The subregion of put has positive extents and lies inside dst and src."),
  PUT_CHUNK(
      "PLD0311",
      "pld.tensor.put (TPUT)",
      "chunk_rows and chunk_cols of put are not negative; 0 stands for the whole " + "extent."),
  PUT_DYNAMIC_CHUNK(
      "PLD0312",
      "pld.tensor.put (TPUT)",
      "A dynamic innermost extent of put needs chunk_cols and a dynamic leading one "
          + "chunk_rows."),
  PUT_PIPELINE(
      "PLD0313",
      "pld.tensor.put (TPUT)",
      "put with pipeline=True needs chunk_rows and chunk_cols."),
  PUT_ATOMIC(
      "PLD0314",
      "pld.tensor.put (TPUT)",
      "An atomic put adds FP32, BF16, FP16, INT32, INT16 or INT8."),
  PUT_STAGE(
      "PLD0315",
      "pld.tensor.put (TPUT)",
      "A staging tile of put is a static two-dimensional tile of the element type of " + "dst."),
  PUT_STAGE_FITS(
      "PLD0316",
      "pld.tensor.put (TPUT)",
      "A staging tile of put is no larger than the flattened transfer."),
  PUT_STAGE_PAIR(
      "PLD0317",
      "pld.tensor.put (TPUT)",
      "The two staging tiles of a pipelined put have the same shape."),
  GET_WINDOW("PLD0401", "pld.tensor.get (TGET)", "The src of get is a DistributedTensor."),
  GET_LOCAL(
      "PLD0402", "pld.tensor.get (TGET)", "The dst of get is a Tensor or a DistributedTensor."),
  GET_PEER("PLD0403", "pld.tensor.get (TGET)", "The peer of get is an integer scalar."),
  GET_DTYPE("PLD0404", "pld.tensor.get (TGET)", "dst and src of get have the same element type."),
  GET_RANK(
      "PLD0405", "pld.tensor.get (TGET)", "dst and src of get have the same rank, at least 1."),
  GET_POSITIVE(
      "PLD0406", "pld.tensor.get (TGET)", "The static extents of dst and src of get are positive."),
  GET_FULL_SLICE(
      "PLD0407",
      "pld.tensor.get (TGET)",
      "Without a subregion dst and src of get have the same shape: by value where "
          + "static, by structure where dynamic."),
  GET_REGION_ARGUMENTS(
      "PLD0408",
      "pld.tensor.get (TGET)",
      "dst_offsets, src_offsets and shape of get are given together or not at all."),
  GET_REGION_RANK(
      "PLD0409",
      "pld.tensor.get (TGET)",
      "dst_offsets, src_offsets and shape of get are tuples of integers with one "
          + "entry per dimension."),
  GET_REGION_BOUNDS(
      "PLD0410",
      "pld.tensor.get (TGET)",
      "The subregion of get has positive extents and lies inside dst and src."),
  GET_CHUNK(
      "PLD0411",
      "pld.tensor.get (TGET)",
      "chunk_rows and chunk_cols of get are not negative; 0 stands for the whole " + "extent."),
  GET_DYNAMIC_CHUNK(
      "PLD0412",
      "pld.tensor.get (TGET)",
      "A dynamic innermost extent of get needs chunk_cols and a dynamic leading one "
          + "chunk_rows."),
  GET_PIPELINE(
      "PLD0413",
      "pld.tensor.get (TGET)",
      "get with pipeline=True needs chunk_rows and chunk_cols."),
  GET_ATTRIBUTES(
      "PLD0414",
      "pld.tensor.get (TGET)",
      "get takes no attributes but chunk_rows, chunk_cols and pipeline."),
  GET_STAGE(
      "PLD0415",
      "pld.tensor.get (TGET)",
      "A staging tile of get is a static two-dimensional tile of the element type of " + "dst."),
  GET_STAGE_FITS(
      "PLD0416",
      "pld.tensor.get (TGET)",
      "A staging tile of get is no larger than the flattened transfer."),
  GET_STAGE_PAIR(
      "PLD0417",
      "pld.tensor.get (TGET)",
      "The two staging tiles of a pipelined get have the same shape."),
  NOTIFY_TARGET(
      "PLD0501", "pld.system.notify (TNOTIFY)", "notify changes a cell of a DistributedTensor."),
  NOTIFY_SCALARS(
      "PLD0502",
      "pld.system.notify (TNOTIFY)",
      "peer and value of notify are scalars, the peer an integer."),
  NOTIFY_OFFSETS(
      "PLD0503",
      "pld.system.notify (TNOTIFY)",
      "The offsets of notify are a tuple of integers with one entry per dimension of "
          + "the target."),
  WAIT_SIGNAL("PLD0601", "pld.system.wait (TWAIT)", "wait looks at a cell of a DistributedTensor."),
  WAIT_EXPECTED("PLD0602", "pld.system.wait (TWAIT)", "The expected value of wait is a scalar."),
  WAIT_OFFSETS(
      "PLD0603",
      "pld.system.wait (TWAIT)",
      "The offsets of wait are a tuple of integers with one entry per dimension of "
          + "the signal."),
  DEFER_WAIT_SIGNAL(
      "PLD0701",
      "pld.system.defer_wait (Simpler deferred completion)",
      "defer_wait looks at a cell of an INT32 DistributedTensor."),
  DEFER_WAIT_PARAMETER(
      "PLD0702",
      "pld.system.defer_wait (Simpler deferred completion)",
      "The signal of defer_wait is a parameter itself, not a slice, a view or another "
          + "name of one."),
  DEFER_WAIT_LAYOUT(
      "PLD0703",
      "pld.system.defer_wait (Simpler deferred completion)",
      "The signal of defer_wait is addressed as ND or DN."),
  DEFER_WAIT_RANK(
      "PLD0704",
      "pld.system.defer_wait (Simpler deferred completion)",
      "The signal of defer_wait has at least one dimension."),
  DEFER_WAIT_OFFSETS(
      "PLD0705",
      "pld.system.defer_wait (Simpler deferred completion)",
      "The offsets of defer_wait are a tuple of integers with one entry per dimension "
          + "of the signal."),
  DEFER_WAIT_EXPECTED(
      "PLD0706",
      "pld.system.defer_wait (Simpler deferred completion)",
      "The threshold of defer_wait is an integer between 0 and 2147483647."),
  DEFER_WAIT_CMP(
      "PLD0707",
      "pld.system.defer_wait (Simpler deferred completion)",
      "defer_wait compares with WaitCmp.Ge only."),
  DEFER_WAIT_LIMIT(
      "PLD0708",
      "pld.system.defer_wait (Simpler deferred completion)",
      "A waiter registers at most 64 conditions, and their number is known when it is "
          + "compiled."),
  DEFER_WAIT_SCOPE(
      "PLD0709",
      "pld.system.defer_wait (Simpler deferred completion)",
      "defer_wait stands in a dedicated pl.at(CORE_GROUP) task of its own, outside "
          + "pl.spmd and other task scopes."),
  DEFER_WAIT_LAUNCH(
      "PLD0710",
      "pld.system.defer_wait (Simpler deferred completion)",
      "A waiter has no predicate and no allow_early_resolve."),
  DEFER_WAIT_BODY(
      "PLD0711",
      "pld.system.defer_wait (Simpler deferred completion)",
      "A waiter does scalar work and registers conditions, and after the first "
          + "registration it reads no tensor."),
  DEFER_WAIT_UNMARKED(
      "PLD0712",
      "pld.system.defer_wait (Simpler deferred completion)",
      "A kernel function without the waiter mark does not call defer_wait."),
  DEFER_WAIT_MARKED(
      "PLD0713",
      "pld.system.defer_wait (Simpler deferred completion)",
      "A kernel that carries the waiter mark keeps the contract in its body and is "
          + "submitted by an orchestration as a task of one block."),
  ALLREDUCE_SRC(
      "PLD0801", "pld.tensor.allreduce", "allreduce reduces a DistributedTensor of FP16 or FP32."),
  ALLREDUCE_SIGNAL(
      "PLD0802", "pld.tensor.allreduce", "The signal of allreduce is an INT32 DistributedTensor."),
  ALLREDUCE_MODE("PLD0803", "pld.tensor.allreduce", "The mode of allreduce is mesh or ring."),
  ALLREDUCE_SIGNAL_RANK(
      "PLD0804",
      "Host multi-core AllReduce (core_num)",
      "The signal of allreduce has two dimensions, or one on a mesh with core_num 1."),
  ALLREDUCE_RING_SIGNAL("PLD0805", "pld.tensor.allreduce", "A ring allreduce is given its signal."),
  ALLREDUCE_RING_SHAPE(
      "PLD0806",
      "pld.tensor.allreduce",
      "The signal of a ring allreduce is [2 * (NR - 1), NR], on the host with one " + "more row."),
  ALLREDUCE_SIGNAL_STRIDE(
      "PLD0807",
      "Host multi-core AllReduce (core_num)",
      "The signal of a mesh allreduce has a static second extent of at least " + "core_num."),
  ALLREDUCE_CORE_NUM(
      "PLD0808",
      "Host multi-core AllReduce (core_num)",
      "The core_num of allreduce is a positive number known when it is compiled."),
  ALLREDUCE_RING_CORES(
      "PLD0809", "Host multi-core AllReduce (core_num)", "A ring allreduce has core_num 1."),
  ALLREDUCE_INCORE_CORES(
      "PLD0810",
      "Host multi-core AllReduce (core_num)",
      "allreduce in kernel code has core_num 1."),
  ALLREDUCE_CAPACITY(
      "PLD0811",
      "Host multi-core AllReduce (core_num)",
      "The core_num of allreduce is at most the number of vector cores."),
  ALLREDUCE_NO_SIGNAL(
      "PLD0812",
      "pld.tensor.allreduce",
      "The signal of allreduce may be left out in the host orchestrator outside "
          + "loops, and nowhere else."),
  ALLREDUCE_INCORE_SIGNAL(
      "PLD0813",
      "pld.tensor.allreduce",
      "In kernel code the signal of a mesh allreduce is [NR, 1]."),
  ALLREDUCE_EXTENTS(
      "PLD0814",
      "pld.tensor.allreduce",
      "The static extents of the src of allreduce are positive."),
  ALLREDUCE_PACKED(
      "PLD0815",
      "pld.tensor.allreduce",
      "allreduce takes packed targets, and a partial one not in DN layout."),
  ALLREDUCE_MESH_BOX(
      "PLD0816",
      "pld.tensor.allreduce",
      "A partial valid box of a mesh allreduce is one rectangle of at most 16 KiB "
          + "when the leading dimensions are collapsed."),
  ALLREDUCE_RING_PREFIX(
      "PLD0817",
      "pld.tensor.allreduce",
      "A partial valid box of a ring allreduce is a contiguous row-major prefix."),
  BARRIER_SIGNAL(
      "PLD0901", "Barrier-signal protocol", "The signal of barrier is an INT32 DistributedTensor."),
  BARRIER_SIGNAL_SHAPE(
      "PLD0902",
      "Barrier-signal protocol",
      "The signal of barrier has one cell per rank: [NR], or [NR, 1]."),
  BROADCAST_TARGET(
      "PLD1001", "Barrier-signal protocol", "broadcast replicates a DistributedTensor."),
  BROADCAST_SIGNAL(
      "PLD1002",
      "Barrier-signal protocol",
      "The signal of broadcast is an INT32 DistributedTensor, [NR] or [NR, 1]."),
  BROADCAST_ROOT(
      "PLD1003",
      "Barrier-signal protocol",
      "The root of broadcast is a rank: not negative, and less than NR where that is " + "known."),
  REDUCE_SCATTER_TARGET(
      "PLD1101",
      "Barrier-signal protocol",
      "reduce_scatter works on a DistributedTensor [NR, SIZE]."),
  REDUCE_SCATTER_SIGNAL(
      "PLD1102",
      "Barrier-signal protocol",
      "The signal of reduce_scatter is an INT32 DistributedTensor, [NR] or [NR, 1]."),
  REDUCE_SCATTER_OP("PLD1103", "ABI enums (include/pypto/ir/comm.h)", "reduce_scatter sums."),
  REDUCE_SCATTER_RANKS(
      "PLD1104",
      "Barrier-signal protocol",
      "Target and signal of reduce_scatter agree about NR where both are static."),
  ALLGATHER_INPUT(
      "PLD1201",
      "Barrier-signal protocol",
      "The local_data of allgather is a Tensor or a DistributedTensor [1, SIZE]."),
  ALLGATHER_TARGET(
      "PLD1202",
      "Barrier-signal protocol",
      "The target of allgather is a DistributedTensor [NR, SIZE]."),
  ALLGATHER_MATCH(
      "PLD1203",
      "Barrier-signal protocol",
      "local_data and target of allgather agree in element type and SIZE."),
  ALLGATHER_DISTINCT(
      "PLD1204", "Barrier-signal protocol", "local_data and target of allgather are two buffers."),
  ALLGATHER_SIGNAL(
      "PLD1205",
      "Barrier-signal protocol",
      "The signal of allgather is an INT32 DistributedTensor, [NR] or [NR, 1], that "
          + "agrees with the target about NR."),
  ALLGATHER_HOST_INPUT(
      "PLD1206",
      "Pipeline integration",
      "On the host the local_data of allgather is a DistributedTensor."),
  ALL_TO_ALL_INPUT(
      "PLD1301",
      "Overview",
      "The input of all_to_all is a Tensor or a DistributedTensor [NR, SIZE]."),
  ALL_TO_ALL_TARGET(
      "PLD1302", "Overview", "The target of all_to_all is a DistributedTensor [NR, SIZE]."),
  ALL_TO_ALL_MATCH(
      "PLD1303", "Overview", "input and target of all_to_all agree in element type and shape."),
  ALL_TO_ALL_DISTINCT("PLD1304", "Overview", "input and target of all_to_all are two buffers."),
  ALL_TO_ALL_SIGNAL(
      "PLD1305",
      "Barrier-signal protocol",
      "The signal of all_to_all is an INT32 DistributedTensor, [NR] or [NR, 1], that "
          + "agrees with the target about NR."),
  ALL_TO_ALL_HOST_INPUT(
      "PLD1306",
      "Pipeline integration",
      "On the host the input of all_to_all is a DistributedTensor."),
  ALL_TO_ALL_V_INPUT(
      "PLD1401",
      "pld.tensor.all_to_all_v",
      "The input of all_to_all_v is a Tensor or a DistributedTensor [NR*MAX_RECV, " + "SIZE]."),
  ALL_TO_ALL_V_TARGET(
      "PLD1402",
      "pld.tensor.all_to_all_v",
      "The target of all_to_all_v is a DistributedTensor [NR*MAX_RECV, SIZE]."),
  ALL_TO_ALL_V_MATCH(
      "PLD1403",
      "pld.tensor.all_to_all_v",
      "input and target of all_to_all_v agree in element type and shape."),
  ALL_TO_ALL_V_PACKED(
      "PLD1404",
      "pld.tensor.all_to_all_v",
      "input and target of all_to_all_v are packed row-major views that are wholly " + "valid."),
  ALL_TO_ALL_V_DISTINCT(
      "PLD1405", "pld.tensor.all_to_all_v", "input and target of all_to_all_v are two buffers."),
  ALL_TO_ALL_V_SIGNAL(
      "PLD1406",
      "pld.tensor.all_to_all_v",
      "The signal of all_to_all_v is an INT32 DistributedTensor [NR, 1]."),
  ALL_TO_ALL_V_SEND_COUNTS(
      "PLD1407",
      "pld.tensor.all_to_all_v",
      "The send_counts of all_to_all_v are INT32, [NR] or [NR, 1]."),
  ALL_TO_ALL_V_RECV_COUNTS(
      "PLD1408",
      "pld.tensor.all_to_all_v",
      "The recv_counts of all_to_all_v are an INT32 DistributedTensor [NR, 1]."),
  ALL_TO_ALL_V_CAPACITY(
      "PLD1409",
      "pld.tensor.all_to_all_v",
      "NR divides the rows of the target of all_to_all_v, and all operands agree " + "about NR."),
  ALL_TO_ALL_V_CORE_NUM("PLD1410", "pld.tensor.all_to_all_v", "all_to_all_v has core_num 1."),
  ALL_TO_ALL_V_HOST_KINDS(
      "PLD1411",
      "pld.tensor.all_to_all_v",
      "On the host input and send_counts of all_to_all_v are DistributedTensors."),
  ALL_TO_ALL_V_HOST_DISTINCT(
      "PLD1412",
      "pld.tensor.all_to_all_v",
      "On the host the five operands of all_to_all_v lie in five window allocations."),
  ALL_TO_ALL_V_HOST_LOOP(
      "PLD1413",
      "pld.tensor.all_to_all_v",
      "On the host all_to_all_v stands outside for and while loops."),
  ALLOC_WINDOW_SIZE(
      "PLD1501",
      "Pipeline integration",
      "alloc_window_buffer takes a positive number of bytes, or a shape together with "
          + "a dtype."),
  WINDOW_BUFFER(
      "PLD1502", "Pipeline integration", "window looks at what alloc_window_buffer returned."),
  WINDOW_SHAPE(
      "PLD1503", "Pipeline integration", "The shape of window is a tuple of positive integers."),
  COMM_CTX_OPERAND("PLD1504", "Overview", "get_comm_ctx takes a DistributedTensor."),
  COMM_CTX_READER("PLD1505", "Overview", "rank and nranks take what get_comm_ctx returned."),
  HOST_ONLY(
      "PLD1506",
      "Pipeline integration",
      "Windows are allocated, and world_size is asked, in the host orchestrator."),
  CTX_PLACEMENT("PLD1507", "Overview", "rank and nranks are asked in kernel code."),
  WINDOW_ROOM("PLD1508", "Pipeline integration", "A window view is no larger than its buffer.");

  private final String code;
  private final String section;
  private final String title;

  DistributedRule(String code, String section, String title) {
    this.code = code;
    this.section = section;
    this.title = title;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String section() {
    return section;
  }

  @Override
  public String title() {
    return title;
  }
}
