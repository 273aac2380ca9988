"""Room: raw reads -> stable positions."""
