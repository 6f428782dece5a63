package org.pyptoj.frontend;

import java.util.Map;
import java.util.Optional;

/** Modules that scripts of this field import and that cannot exist here, with the reason. */
public final class AbsentModules {

  private static final String DEVICE =
      " drives real devices; pypto-j compiles and simulates without any";
  private static final String NATIVE = " needs native code; scripts run without it here";

  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("acl", DEVICE),
          Map.entry("simpler", DEVICE),
          Map.entry("simpler_setup", DEVICE),
          Map.entry("torch_npu", DEVICE),
          Map.entry("numpy", NATIVE + " (use torch, or plain lists)"),
          Map.entry("scipy", NATIVE),
          Map.entry("pandas", NATIVE),
          Map.entry("ml_dtypes", NATIVE + " (use torch's dtypes)"),
          Map.entry("matplotlib", NATIVE),
          Map.entry("torchvision", NATIVE),
          Map.entry("transformers", NATIVE),
          Map.entry("triton", NATIVE),
          Map.entry("cupy", NATIVE),
          Map.entry("cffi", NATIVE),
          Map.entry("nanobind", NATIVE),
          Map.entry("pybind11", NATIVE));

  private AbsentModules() {}

  /** Why a module cannot be imported, if that is because it cannot exist here. */
  public static Optional<String> reason(String module) {
    int dot = module.indexOf('.');
    String root = dot < 0 ? module : module.substring(0, dot);
    return Optional.ofNullable(REASONS.get(root)).map(reason -> root + reason);
  }
}
