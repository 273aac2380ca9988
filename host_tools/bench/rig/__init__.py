"""Room: files that are laid beside the firmware inside the measuring MicroPython; nothing here runs on the host."""
