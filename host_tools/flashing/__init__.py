"""Room: puts MicroPython and the firmware on a board: files, plan, copy, images."""
