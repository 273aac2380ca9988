"""Room: speaks to one tag whose UID is known: wake, select, one command, halt. For reading and writing NTAG213 pages.

Pure protocol in generators as in iso14443a.py; reader_grid.py runs it.
"""

from firmware.drivers.iso14443a import CASCADE_BIT, CASCADE_TAG, NOTHING, WHOLE, WUPA, halt, request, sak, select


class Selected:
    """After `command` has run: `ok` tells that the whole answer came, `heard` that anything answered."""

    def __init__(self, frame):
        self.frame = frame
        self.ok = False
        self.heard = False

    def command(self, uid, data, answer, timeout_us):
        """Generator: send `data` (bytes; CRC is added) to the tag with that UID.

        `answer` (bytearray) takes the answer without its CRC and says how long it must be; one of length 1 takes a
        4-bit acknowledge (NTAG213 datasheet section 9.3).
        """
        frame = self.frame
        self.ok = False
        request(frame, WUPA)
        yield
        self.heard = frame.outcome != NOTHING
        if not self.heard:
            return
        rest = uid
        level = 0
        answered = CASCADE_BIT
        while rest and answered >= 0 and answered & CASCADE_BIT:
            if len(rest) > 4:
                frame.tx[2] = CASCADE_TAG
                frame.tx[3:6] = rest[:3]
                rest = rest[3:]
            else:
                frame.tx[2:6] = rest
                rest = b""
            select(frame, level)
            yield
            answered = sak(frame)
            level += 1
        if answered < 0 or answered & CASCADE_BIT or rest:
            return
        size = len(answer)
        frame.tx[: len(data)] = data
        frame.load(len(data), 4 if size == 1 else size * 8 + 16, timeout_us=timeout_us)
        frame.append_crc()
        yield
        if frame.outcome == WHOLE:
            if size == 1 and frame.rx_len == 1 and frame.rx_bits == 4:
                answer[0] = frame.rx[0] & 0x0F
                self.ok = True
            elif frame.rx_len == size + 2 and frame.crc_good():
                answer[:] = frame.rx[:size]
                self.ok = True
        halt(frame)
        yield
