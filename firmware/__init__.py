"""Room: the firmware: tags -> sensing -> board -> games -> lights -> LEDs; every folder is one room of that walk."""
