"""Room: the user's files, read and written whole; what the system refuses is a UserError that says the cure."""

from pathlib import Path

from host_tools.errors import UserError


def read(path: Path, cure: str) -> bytes:
    """The bytes of a file."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise UserError(f"{path} cannot be read ({problem.strerror}); {cure}") from None


def write(path: Path, data: bytes | str, cure: str = "choose another file") -> None:
    """Write a file anew; text as UTF-8."""
    try:
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    except OSError as problem:
        raise UserError(f"{path} cannot be written ({problem.strerror}); {cure}") from None
