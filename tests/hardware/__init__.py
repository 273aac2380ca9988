"""Room: tests of `hardware/` and of the tools that read it; CPython only."""
