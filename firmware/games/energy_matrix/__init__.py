"""Room: Energy Matrix, the first cartridge (rules/energy_matrix)."""
