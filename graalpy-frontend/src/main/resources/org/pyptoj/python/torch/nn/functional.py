"""Functions of neural networks."""

from torch import _general, _java, _missing

_names = frozenset(
    "relu relu6 silu gelu sigmoid tanh softmax log_softmax softmin logsigmoid softplus elu "
    "leaky_relu hardtanh threshold linear layer_norm rms_norm normalize cosine_similarity one_hot "
    "embedding pad mse_loss l1_loss scaled_dot_product_attention".split()
)


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    if name not in _names or not _java.has(name):
        raise _missing("nn.functional." + name)
    found = globals()[name] = _general(name)
    return found
