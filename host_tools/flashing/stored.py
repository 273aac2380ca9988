"""Room: small files as the board's FolderStore keeps them: CRC-32 (4 bytes, little end first), then the data."""

import binascii


def sealed(data: bytes) -> bytes:
    """A file that firmware/drivers/flash.py FolderStore reads as `data`."""
    return binascii.crc32(data).to_bytes(4, "little") + data


def unsealed(whole: bytes) -> bytes:
    """The data of such a file; ValueError if it is damaged."""
    data = whole[4:]
    if len(whole) < 4 or whole[:4] != binascii.crc32(data).to_bytes(4, "little"):
        raise ValueError("the file is damaged")
    return data
