"""Room: `ematrix sim`."""


def register(app):
    """Add the command to the typer application `app`."""
