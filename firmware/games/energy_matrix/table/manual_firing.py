"""Room: manual firing as it stands: what has fired, what it leaves, and, one slice at a time, what may fire next."""

from firmware.games.energy_matrix.plan import firing
from firmware.games.energy_matrix.rules.account import board_event, board_of
from firmware.games.energy_matrix.rules.settlement import fire_code
from firmware.games.energy_matrix.rules.turn import machines_on

DONE = 99  # the cursor's place after the last machine: "that is all"


class ManualFiring:
    """Of one state in the settle phase; `plan` has the form of plan/best.py's."""

    def __init__(self, state):
        self.state = state
        player = state["active"]
        board = board_of(state, player)
        fired = state["fired"]
        left, flows = firing.outcome(board, board_event(state, player), fired, state["options"]["voltage_rule"])
        self.plan = {"order": list(fired), "net": left, "converters": [], "flows": flows, "damage": 0, "value": 0}
        self._asked = machines_on(board)
        self._fireable = []

    def work(self):
        """Ask about one more machine (about 5 ms on the device); True while more are to be asked."""
        if self._asked:
            cell = self._asked.pop(0)
            if fire_code(self.state, self.state["fired"], cell) is None:
                self._fireable.append(cell)
        return bool(self._asked)

    def asking(self):
        """True while it is not known of every machine whether it may fire."""
        return bool(self._asked)

    def fireable(self):
        """Cells that may fire next, in reading order."""
        while self.work():
            pass
        return self._fireable
