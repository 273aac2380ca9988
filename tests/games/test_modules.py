"""Room: the modules of a cartridge are loaded by the handful, and then nothing is missing at the table."""

import sys

from firmware.games import GAMES, load

HANDFUL = 12  # modules, about 30 ms each on the Pico


def cartridges():
    """(cartridge, prefix of its modules) of every game, nothing but the cartridge loaded; all is put back after it."""
    for name in GAMES:
        cartridge = load(name)
        prefix = cartridge.package + "."
        before = {item: module for item, module in sys.modules.items() if item.startswith(prefix)}
        for item in before:
            del sys.modules[item]
        yield cartridge, prefix
        for item in list(loaded(prefix)):
            del sys.modules[prefix + item]
        sys.modules.update(before)


def loaded(prefix):
    return {item[len(prefix) :] for item in sys.modules if item.startswith(prefix)}


def test_each_entry_brings_a_handful_of_modules():
    for cartridge, prefix in cartridges():
        known = set()
        for name in cartridge.MODULES:
            __import__(prefix + name)
            assert 0 < len(loaded(prefix) - known) <= HANDFUL, (name, loaded(prefix) - known)
            known = loaded(prefix)


def test_a_game_at_the_table_needs_no_more_than_the_modules():
    for cartridge, prefix in cartridges():
        for name in cartridge.MODULES:
            __import__(prefix + name)
        known = loaded(prefix)
        play = cartridge.at_table(cartridge.setup())
        play.press(0, "ok", False)
        play.work()
        play.view()
        play.screen(0)
        play.report()
        play.focus()
        # The rows that the firmware brings along stay on flash when a card database has others.
        assert loaded(prefix) - known <= {"cards.default_deck"}
