"""Room: what every game needs, so that a cartridge states only its rules, words and lights; docs/cartridge.md."""
