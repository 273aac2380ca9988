"""Room: a host that pauses in the middle of a record, twenty times, on a full board in build: does the table answer,
does it run out of memory, do display and lights stay on. Half a record waits in the heap while everything else goes on.

    python -m host_tools.emulator.play.record_in_two_parts [IMAGE]
Exit status 1 if the board printed something besides records.
"""

from firmware.link.records import encode
from host_tools.emulator.play.command import run
from host_tools.emulator.play.emulated_table import EmulatedTable
from host_tools.emulator.play.scenes import fill_board, practice

TIMES = 20
FIRST_BYTES = 25
PAUSE_MS = 35


def main(words: list[str]) -> bool:
    table, player, steps = practice(words)
    with table:
        for step in steps:
            player.step(step)
        fill_board(table)
        print("display", table.screen())
        text = table.text_of()
        if text:
            print("stopped while the board was filled, before any half record:", text[:2000], sep="\n")
            return True
        text = halves(table)
        print("heap", table.heap_map(), "about", table.about())
        lit = sum(any(colour) for colour in table.board(0).leds)
        print("lights lit", lit, "pixels", any(table.board(0).oled))
        return bool(text)


def halves(table: EmulatedTable) -> str:
    """Send the records; what the board printed, at the first that made it print."""
    for number in range(TIMES):
        record = encode({"t": "hello", "id": "x" * 30 + str(number)})
        table.send_bytes(0, record[:FIRST_BYTES])
        table.run_ms(PAUSE_MS)
        table.send_bytes(0, record[FIRST_BYTES:])
        table.run_ms(300)
        if number == 0:
            print("answered", table.board(0).latest.get("hello"))
        text = table.text_of()
        if text:
            print("printed after record", number, text[:2000])
            return text
    return ""


if __name__ == "__main__":
    run(main, __doc__)
