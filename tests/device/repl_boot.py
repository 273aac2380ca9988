"""Room: what the stand-in board of repl_board.py runs at every start: its flash is an image file, mounted as the root.

`micropython -i tests/device/repl_boot.py IMAGE`. After this the process is a board without our firmware: littlefs, a
REPL with its raw mode, nothing else.
"""

import sys

BLOCK = 4096
BLOCKS = 64


class Image:
    """Block device on a file that was opened before the host's file system is unmounted."""

    def __init__(self, path):
        self._file = open(path, "r+b")  # noqa: SIM115 (as long as the board is on)

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.write(buffer)
        self._file.flush()

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK
        if operation == 6:
            self.writeblocks(argument, b"\xff" * BLOCK)
        return 0


def mount(path, at):
    """Mount the littlefs in an image file, made anew if there is none in it."""
    import vfs

    image = Image(path)
    try:
        system = vfs.VfsLfs2(image)
    except OSError:
        vfs.VfsLfs2.mkfs(image)
        system = vfs.VfsLfs2(image)
    if at == "/":
        vfs.umount("/")
    vfs.mount(system, at)


if __name__ == "__main__":
    mount(sys.argv[1], "/")
