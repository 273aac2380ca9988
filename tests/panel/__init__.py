"""Room: tests."""
