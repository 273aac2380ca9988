"""Room: scripts that play, measure and cut the power on emulated boards; each says in its first lines what it shows."""
