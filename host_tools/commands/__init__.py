"""Room: the subcommands of `ematrix`, one file each; a file offers `register(app)`."""

from importlib import import_module

COMMANDS = ("explain", "judge", "sim", "autoplay", "cards", "flash", "monitor", "doctor", "bench")


def register(app):
    """Add every command to the typer application."""
    for name in COMMANDS:
        import_module("host_tools.commands." + name).register(app)
