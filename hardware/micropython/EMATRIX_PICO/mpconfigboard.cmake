# A Raspberry Pi Pico for the game table; see ../README.md.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
