"""Room: hypothesis as the tests use it: an example may take as long as it takes, on a busy machine too."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

__all__ = ("given", "settings", "st")

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
