"""Room: small named files that survive a power cut; sizes in bytes; before care (saved game) and settings.

littlefs replaces the target of a rename in one step, so a file is always the old one or the new one. A CRC-32 in
front tells a file that flash wear or a foreign hand has damaged. Writing 1 KiB takes 0.1 s: save rarely.
"""

import binascii
import os

_NEW = ".new"


class FolderStore:
    """contracts.Store on one folder, which is made if it is missing. Names are plain file names."""

    def __init__(self, folder):
        self._folder = folder

    def read(self, name):
        """Bytes, or None if there is no such file or its checksum is wrong."""
        try:
            with open(self._path(name), "rb") as file:
                whole = file.read()
        except OSError:
            return None
        data = whole[4:]
        if len(whole) < 4 or whole[:4] != _checksum(data):
            return None
        return data

    def write(self, name, data):
        """Replace the whole file atomically (temp file, then rename). OSError if the flash is full or worn."""
        path = self._path(name)
        try:
            self._fill(path + _NEW, data)
        except OSError:
            # No folder yet, most likely; if it is anything else the second try says so.
            self._make_folder()
            self._fill(path + _NEW, data)
        os.rename(path + _NEW, path)

    def delete(self, name):
        """Remove the file; nothing happens if there is none."""
        try:
            os.remove(self._path(name))
        except OSError:
            pass

    def _path(self, name):
        return self._folder + "/" + name

    def _make_folder(self):
        try:
            os.mkdir(self._folder)
        except OSError:
            pass

    def _fill(self, path, data):
        # Leaving the block closes the file, and closing is what makes littlefs commit it.
        with open(path, "wb") as file:
            file.write(_checksum(data))
            file.write(data)


def _checksum(data):
    return binascii.crc32(data).to_bytes(4, "little")
