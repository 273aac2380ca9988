"""Room: an emulated Pico with the whole table around it; for developers, see README.md; not installed with the rest."""
