"""Room: the shortest programs and games over the firmware, to begin with; docs/cartridge.md walks through memory/."""
