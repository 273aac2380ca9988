"""Room: a virtual table: the world, one firmware process per board, and the time they share.

    table = VirtualTable(world, engine="micropython", readers="model")
    table.run_ms(500)                 every board lives through 500 ms of virtual time
    table.press(0, "ok", hold_ms=100) a finger on a button of player 0's panel
    table.board(0).leds               latest LED colours, list of (r, g, b) in chain order
    table.board(0).oled               latest display, 1024 bytes (8 pages x 128 columns, bit 0 on top)
    table.board(0).records            records its firmware sent to the host, oldest first (the caller clears them)
    table.latest(0, "view")           the newest record of that type from that board, or None
Moving cards is done on `world`; the boards see it within the next step.
"""
