"""Room: reports of all positions of all boards -> pictures for the game: who lies where, pushes, taps, faults.

Before: sensing (its reports, from this board or over the link). After: games. Positions as in wiring.py. It knows
cards only as tokens: "CODE#COPY", "?UID" unknown tag, "~" covered but nothing readable.
"""

from firmware.board.pad import Pad
from firmware.board.picture import picture
from firmware.board.stack import Stack
from firmware.wiring import POSITIONS, QUEUE, TAP


class BoardRoom:
    """`catalogue` names cards (catalogue.py). Feed `report`; then `take` gives what is news."""

    def __init__(self, catalogue, players):
        self._catalogue = catalogue
        self._stacks = [[Stack() for _ in range(POSITIONS)] for _ in range(players)]
        self._recent = [[] for _ in range(players)]
        self._pad = Pad(players)
        self._where = {}  # uid -> [(player, position), ...] where it is read now
        self._dirty = [False] * players
        self._news = []
        self._known = [False] * players
        self._asked = []  # UIDs whose tags are being asked for their names

    def use(self, catalogue):
        """Another catalogue names the cards from now on."""
        self._catalogue = catalogue
        self._asked = []
        for player in range(len(self._stacks)):
            self._dirty[player] = True
            for position in range(POSITIONS):
                self._ask_names(player, position)
        for player, uid in enumerate(self._pad.announced):
            if uid is not None:
                self._news.append(["tap", player, catalogue.token(uid)])

    def lying(self):
        """[(player, position, uid)] of every card that is read on any board, or was announced by hand."""
        return [
            (player, position, uid)
            for player, stacks in enumerate(self._stacks)
            for position, stack in enumerate(stacks)
            for uid in stack.all_uids()
        ]

    def named(self, uid):
        """The catalogue has learned what the tag with this UID says of itself."""
        if uid in self._asked:
            self._asked.remove(uid)
        for player, position, other in self.lying():
            if other == uid:
                self._dirty[player] = True
                if position == TAP:
                    self._news.append(["tap", player, self._catalogue.token(uid)])

    def ask_again(self, uid):
        """The tag could not be read: it is asked anew when something is reported of it."""
        if uid in self._asked:
            self._asked.remove(uid)

    def _ask_names(self, player, position):
        catalogue = self._catalogue
        for uid in self._stacks[player][position].read_uids():
            if uid not in self._asked and catalogue.token(uid)[0] == "?" and not catalogue.told(uid):
                self._asked.append(uid)
                self._news.append(["ask", player, position, uid])

    def report(self, player, report):
        """Take one report of the scanner: {"pos", "status", "face", "uids", "missing"}."""
        position = report["pos"]
        stack = self._stacks[player][position]
        before, all_before, fault = list(stack.uids), stack.all_uids(), stack.fault
        if not stack.take(report):
            return
        tapped = position == TAP and stack.uids and stack.uids[-1] not in before
        lies = tapped and self._lies_elsewhere(stack.uids[-1])
        self._follow(player, position, before, stack)
        self._ask_names(player, position)
        if tapped:
            self._tapped(player, stack.uids[-1], lies)
        elif position == TAP:
            if before and not stack.uids:
                self._news.append(["tap", player, None])
                self._receive_late(player)
        elif position == QUEUE:
            self._passed(before, stack)
        else:
            self._let_go(player, position, stack, all_before)
            self._receive_announced(player, position, stack)
            self._touch(player, position)
        if stack.fault != fault:
            self._dirty[player] = True

    def online(self, player, here, fresh=True):
        """A board was found (fresh: started anew, all its reports follow) or lost: it may come back as it was."""
        self._known[player] = here
        self._asked = []
        if here and fresh:
            for position in range(POSITIONS):
                self._forget_position(player, position)
        self._dirty[player] = True

    def _forget_position(self, player, position):
        stack = self._stacks[player][position]
        self._follow(player, position, list(stack.uids), None)
        self._stacks[player][position] = Stack()

    def _touch(self, player, position):
        recent = self._recent[player]
        if position in recent:
            recent.remove(position)
        recent.insert(0, position)
        self._dirty[player] = True

    def _follow(self, player, position, before, stack):
        """Keep the account of where each UID is read; a UID read elsewhere leaves the stack it is missing from."""
        here = (player, position)
        now = stack.read_uids() if stack is not None else []
        for uid in before:
            places = self._where.get(uid, [])
            if uid not in now and here in places:
                self._mark(places)
                places.remove(here)
                if not places:
                    del self._where[uid]
        for uid in now:
            places = self._where.setdefault(uid, [])
            if position != TAP:
                self._pad.placed(uid)
            if here not in places:
                places.append(here)
                self._mark(places)
            self._leave_others(uid, here)

    def _leave_others(self, uid, here):
        for player, stacks in enumerate(self._stacks):
            for position, stack in enumerate(stacks):
                if (player, position) != here and stack.drop_if_missing(uid):
                    self._touch(player, position)
                    self._news.append(["gone", player, position, uid])

    def _mark(self, places):
        """A card read twice is a fault in every picture that shows it: those pictures change."""
        if len(places) > 1:
            for player, _ in places:
                self._dirty[player] = True

    def _lies_elsewhere(self, uid):
        return any(uid in stack.all_uids() for stacks in self._stacks for stack in stacks[:TAP] + stacks[TAP + 1 :])

    def _tapped(self, player, uid, lies):
        self._news.append(["tap", player, self._catalogue.token(uid)])
        if self._pad.tap(player, uid, lies):
            if self._lies_elsewhere(uid):
                self._pad.leaves(uid)
            self._news.append(["lifted", player, self._catalogue.token(uid)])

    def _let_go(self, player, position, stack, before):
        """Follow cards that have left a stack: noticed, or shown to a pad before the reader missed them."""
        for uid in self._pad.leaving:
            if uid in stack.missing:
                stack.drop(uid)
                self._news.append(["gone", player, position, uid])
        left = stack.all_uids()
        for uid in before:
            if left and uid not in left and uid not in self._where and uid not in self._pad.leaving:
                self._pad.lifted(uid)

    def _passed(self, before, stack):
        """A card seen in the slot and gone again has been pushed in."""
        token = self._catalogue.token
        self._news += [["slot", token(uid)] for uid in before if uid not in stack.uids]

    def _receive_announced(self, player, position, stack):
        """The announced card cannot be read where it lies: the place whose tags changed receives it."""
        if stack.changed_unreadably:
            self._pad.waiting[player] = position
            self._receive_late(player)

    def _receive_late(self, player):
        """Light is quicker than the pad's reader, which must miss the card twice before it is away from there."""
        uid, position = self._pad.announced[player], self._pad.waiting[player]
        if uid is not None and position is not None and not self._where.get(uid):
            self._pad.waiting[player] = None
            if self._stacks[player][position].shown_face() != "none":
                self.assign(player, position, self._catalogue.token(uid))

    def assign(self, player, position, token):
        """The players say where the announced card lies."""
        uid = self._pad.announced[player]
        if uid is not None and self._catalogue.token(uid) == token:
            self._stacks[player][position].assign(uid)
            self._pad.placed(uid)
            self._touch(player, position)

    def forget(self, player, token):
        """The announced card will not be placed; token None: nor does it count any more what was lifted."""
        uid = self._pad.announced[player]
        if token is None:
            self._pad.forget(player)
        elif uid is not None and self._catalogue.token(uid) == token:
            self._pad.announced[player] = None

    def here(self, player, position, tokens, face):
        """The players say what lies there, bottom to top: cards that lay there or were held to a pad lately.

        face: "up", "row" or "col" where the sensors cannot tell, None: as they say. What is read there stays.
        """
        stack = self._stacks[player][position]
        known = list(stack.all_uids()) + self._pad.shown
        uids = []
        for token in tokens:
            for uid in known:
                if uid not in uids and self._catalogue.token(uid) == token:
                    uids.append(uid)
                    break
        for uid in uids:
            self._pad.placed(uid)
            self._leave_others(uid, (player, position))
        for uid in stack.tell(uids, face):
            self._follow(player, position, [uid], stack)
            self._news.append(["gone", player, position, uid])
        self._touch(player, position)

    def stays(self, player, position, token):
        """The players say that a card which is no longer read is still there."""
        stack = self._stacks[player][position]
        for uid in stack.missing:
            if self._catalogue.token(uid) == token:
                stack.keep(uid)
                self._dirty[player] = True

    def gone(self, player, position, token):
        """The players say that a card which is no longer read was taken off. Returns its UID, or None."""
        stack = self._stacks[player][position]
        for uid in list(stack.missing):
            if self._catalogue.token(uid) == token:
                stack.drop(uid)
                self._pad.lifted(uid)
                self._touch(player, position)
                return uid
        return None

    def take(self):
        """News since the last call: ["tap", player, token|None], ["lifted", player, token] (the card just tapped is
        one that lay on a stack: it is gone from there), ["slot", token], ["see", player, picture|None],
        ["gone", player, position, uid] (the scanner of that board should forget this UID there),
        ["ask", player, position, uid] (nobody knows this tag: what does it say of itself?)."""
        if not self._news and True not in self._dirty:
            return ()
        news, self._news = self._news, []
        for player in range(len(self._stacks)):
            if self._dirty[player]:
                self._dirty[player] = False
                news.append(["see", player, self._picture(player) if self._known[player] else None])
        return news

    def _picture(self, player):
        twice = [uid for uid, places in self._where.items() if len(places) > 1]
        return picture(self._stacks[player], self._recent[player], self._catalogue.token, twice, not player)
