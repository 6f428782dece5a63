package org.pyptoj.frontend.language;

import java.util.Map;
import org.graalvm.polyglot.Value;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Surface;
import org.pyptoj.torch.TorchModule;

/** Gives scripts the packages {@code pypto} and {@code torch}. */
public final class PyptoSurface implements Surface {

  private CompilerExports compiler;

  @Override
  public Map<String, Object> exports(Session session) {
    compiler = new CompilerExports(session);
    return Map.of(
        "language", new LanguageExports(), "compiler", compiler, "torch", new TorchModule());
  }

  @Override
  public void scriptEnded(Session session, Value globals) {}
}
