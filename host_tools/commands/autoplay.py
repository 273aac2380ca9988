"""Room: `ematrix autoplay`."""


def register(app):
    """Add the command to the typer application `app`."""
