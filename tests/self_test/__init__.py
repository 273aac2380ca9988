"""Room: package."""
