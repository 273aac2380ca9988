"""Room: the boards of one simulator process. MicroPython and CPython.

With readers "model" there is one board a process, since the fake `machine` has one set of pins; with "ideal" all
boards share the process and one link.
"""

from firmware import settings


def build(start):
    """Boards of this process from its start line: {"readers", "boards": [settings, ...], "flash": [folder, ...]}."""
    boards = [settings.load(given) for given in start["boards"]]
    if start["readers"] == "ideal":
        from host_tools.simulator.ideal_board import IdealBoard, Wire

        wire = Wire()
        return [IdealBoard(board, start["flash"][at], wire) for at, board in enumerate(boards)]
    from host_tools.simulator.model_board import ModelBoard

    return [ModelBoard(boards[0], start["flash"][0])]
