"""Room: what a board is busy with, as a stack of activities; the last one is shown and pressed, all of them work on.

The primary (primary.py):

    NewGame --OK--> Loading --loaded--> Game --finished--> NewGame      the first of the stack takes another's place
       | AXIS held  (NoRoom instead of Loading where the heap is too small for the game; OK leads back)
    SelfTest        on top of the menu, until its summary was read or BACK is held
    Enrollment      on top of whatever there is, while a host enrols cards

A satellite (satellite.py): FromPrimary, and on top of it SelfTest, from its own panel or when the primary says so.
All of them are a contracts.Activity. Before: the rooms that bring them. After: primary.py, satellite.py, publish.py.
"""


class Activities:
    """`changed`: show `now` anew; whoever does so sets it back."""

    def __init__(self, first):
        self._stack = [first]
        self.changed = True

    @property
    def first(self):
        """The lowest one: menu or game."""
        return self._stack[0]

    @property
    def now(self):
        """The one that is shown."""
        return self._stack[-1]

    def open(self, activity):
        """Begin an activity on top of the others; one that is there already stays where it is."""
        if activity not in self._stack:
            self._stack.append(activity)
        self.changed = True

    def press(self, player, button, held):
        """A press on a board's panel goes to the one that is shown."""
        self.changed = True
        self.now.press(player, button, held)

    def notice(self, news):
        """News of the board room go down the stack until one keeps them for itself."""
        self.changed = True
        for activity in reversed(self._stack):
            if activity.notice(news):
                return

    def step(self):
        """One slice of work of each; True while more is due."""
        more = False
        for at in range(len(self._stack)):  # a step opens none and closes none
            more = self._stack[at].step() or more
        self.tidy()
        return more or self.changed

    def tidy(self):
        """Close what is over: what it says takes its place, or nothing does."""
        for at in range(len(self._stack) - 1, -1, -1):
            activity = self._stack[at]
            if activity.over:
                following = activity.close()
                if following is None:
                    self._stack.pop(at)
                else:
                    self._stack[at] = following
                self.changed = True
            elif activity.changed:
                activity.changed = False
                self.changed = True
