"""Room: hardware chips, one file each; the only folder that imports machine."""
