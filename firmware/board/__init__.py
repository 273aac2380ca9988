"""Room: positions -> who lies where."""
