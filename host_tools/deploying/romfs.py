"""Room: an image as one read-only file system (ROMFS), whose code the board runs where it lies, in flash.

    python -m host_tools.deploying.romfs firmware.romfs       for `mpremote romfs deploy firmware.romfs`
A board's MicroPython needs a partition for it (hardware/micropython); it is mounted at /rom and searched by itself.
Before: image.py.
"""

import sys
import tempfile
from pathlib import Path

from mpremote.romfs import VfsRomWriter

from host_tools.deploying import image
from host_tools.errors import UserError

SUFFIX = ".romfs"  # by which mpremote knows that the file is a whole partition
MOUNT = "/rom/"


def firmware(programs: dict[str, bytes] | None = None) -> bytes:
    """The firmware for a Pico as a partition's content; programs: as of image.build."""
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        image.build(Path(folder) / "image", place=MOUNT, programs=programs)
        tree = image.read_tree(Path(folder) / "image/firmware")
    return romfs({"firmware/" + path: data for path, data in tree.items()})


def main(words: list[str]) -> int:
    """Exit status: 0, or 1 after one sentence that says what is wrong."""
    if len(words) != 1 or not words[0].endswith(SUFFIX):
        print(f"romfs: name one file to write, ending in {SUFFIX}", file=sys.stderr)
        return 1
    try:
        Path(words[0]).write_bytes(firmware())
    except (OSError, UserError) as error:
        print(f"romfs: {words[0]} was not written: {error}", file=sys.stderr)
        return 1
    print(f"{words[0]}: {Path(words[0]).stat().st_size} bytes")
    return 0


def romfs(files: dict[str, bytes]) -> bytes:
    """The partition's content; files: {path: content}."""
    writer = VfsRomWriter()
    _put(writer, {tuple(path.split("/")): data for path, data in files.items()})
    return bytes(writer.finalise())


def _put(writer, files):
    for name in sorted({path[0] for path in files}):
        if (name,) in files:
            writer.mkfile(name, files[name,])
            continue
        writer.opendir(name)
        _put(writer, {path[1:]: data for path, data in files.items() if path[0] == name})
        writer.closedir()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
