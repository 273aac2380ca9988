"""Room: small named files that survive a power cut, and larger ones written piece by piece; sizes in bytes.

littlefs replaces the target of a rename in one step, so a file is always the old one or the new one. A CRC-32 in
front tells a small file that flash wear or a foreign hand has damaged. Writing 1 KiB takes 0.1 s: save rarely.
Before the card database, report and settings.
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
            make_folder(self._folder)
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

    def _fill(self, path, data):
        # Leaving the block closes the file, and closing is what makes littlefs commit it.
        with open(path, "wb") as file:
            file.write(_checksum(data))
            file.write(data)


class FolderFiles:
    """Larger files of one folder: read at any place, written at their end. Names are plain file names."""

    def __init__(self, folder):
        self._folder = folder
        self._open = None  # the file read last stays open
        self._name = None

    def size(self, name):
        """Bytes, or -1 if there is no such file."""
        try:
            return os.stat(self._folder + "/" + name)[6]
        except OSError:
            return -1

    def read(self, name, offset, count):
        """Bytes from `offset` on, fewer at the end; b"" if there is no such file."""
        try:
            file = self._open
            if file is None or name != self._name:
                self.close()
                file = self._open = open(self._folder + "/" + name, "rb")  # noqa: SIM115 (see above)
                self._name = name
            file.seek(offset)
            return file.read(count)
        except OSError:
            return b""

    def append(self, name, data):
        """Add bytes at the end of a file, which is made if it is missing. OSError if the flash is full or worn."""
        self.close()
        path = self._folder + "/" + name
        try:
            file = open(path, "ab")  # noqa: SIM115 (the second try may fail too)
        except OSError:
            make_folder(self._folder)
            file = open(path, "ab")  # noqa: SIM115
        with file:
            file.write(data)

    def delete(self, name):
        """Remove the file; nothing happens if there is none."""
        self.close()
        try:
            os.remove(self._folder + "/" + name)
        except OSError:
            pass

    def close(self):
        """Let go of the file that is open for reading."""
        if self._open is not None:
            self._open.close()
            self._open = self._name = None


def make_folder(folder):
    """Make a folder if it is missing."""
    try:
        os.mkdir(folder)
    except OSError:
        pass


def _checksum(data):
    return binascii.crc32(data).to_bytes(4, "little")
