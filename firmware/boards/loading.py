"""Room: takes the modules of a game from flash before it begins and puts them back after it; for primary.py.

While the menu is shown they would only fill the heap. Loading one module takes up to 40 ms on the device: one a slice.
Each is loaded into a heap that was just collected, so that what stays lies together.
"""

import gc
import sys

from firmware.contracts import Activity

# Elsewhere there is room, and whoever holds a module must not find another one in its place.
_TIGHT = sys.implementation.name == "micropython"
_KIT = "firmware.games.kit"
_CARTRIDGE = "firmware.games.kit.cartridge"  # every cartridge is built on it


class Loading(Activity):
    """contracts.Activity between menu and game: the menu stays on show and takes no presses.

    chosen: what the players chose, {"mode", "options", "language"}.
    """

    def __init__(self, board, chosen):
        self._board = board
        self._chosen = chosen
        self._modules = fetch(board.cartridge)

    def view(self):
        return self._board.menu.view()

    def screen(self, player):
        shown = self._board.menu.screen(player)
        shown["hint"] = ["please_wait", {}]
        return shown

    def step(self):
        for _ in self._modules:
            return True
        self.over = True
        return False

    def close(self):
        return self._board.game(self._chosen)


def has_room(cartridge):
    """Whether so much heap is free at the menu as a game takes: else it would end in the middle of loading."""
    if not _TIGHT:
        return True
    gc.collect()
    return gc.mem_free() >= cartridge.HEAP


def fetch(cartridge):
    """Load the MODULES of a cartridge; a generator of slices, one module each."""
    for name in cartridge.MODULES:
        if _TIGHT:
            gc.collect()
        cartridge.module(name)
        yield


def put_back(cartridge):
    """Forget all modules of a cartridge but itself, and those of the kit: what they kept is lost."""
    if not _TIGHT or not cartridge.MODULES:
        return
    prefix = cartridge.package + "."
    for name in sorted(sys.modules, reverse=True):  # the modules of a package before the package
        if name.startswith(prefix) or (name.startswith(_KIT) and name != _CARTRIDGE):
            forget(name)


def forget(name):
    """Let go of a loaded module, so that it is gone once nobody holds it.

    A dict of MicroPython keeps the value of a deleted key until the place is used again: None goes there first."""
    package, part = name.rsplit(".", 1)
    package = sys.modules[package]
    sys.modules[name] = None
    del sys.modules[name]
    if hasattr(package, part):
        setattr(package, part, None)
        delattr(package, part)
