"""Room: an image as one read-only file system (ROMFS), whose code the board runs where it lies, in flash.

A board's MicroPython needs a partition for it (hardware/micropython); it is mounted at /rom and searched by itself.
"""

from mpremote.romfs import VfsRomWriter


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
