"""Room: tests of the lab: its own rules, referee, bots."""
