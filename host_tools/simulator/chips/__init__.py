"""Room: host side."""
