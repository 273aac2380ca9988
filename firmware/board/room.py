"""Room: reports of all positions of all boards -> pictures for the game: who lies where, pushes, taps, faults.

Before: sensing (its reports, from this board or over the link). After: games. Positions as in wiring.py. It knows
cards only as tokens: "CODE#COPY", "?UID" unknown tag, "~" covered but nothing readable.
"""

from firmware.board.stack import Stack
from firmware.wiring import CELLS, EDGE, POSITIONS, QUEUE, TAP


class BoardRoom:
    """`catalogue` names cards (catalogue.py). Feed `report`; then `take` gives what is news."""

    def __init__(self, catalogue, players):
        self._catalogue = catalogue
        self._stacks = [[Stack() for _ in range(POSITIONS)] for _ in range(players)]
        self._recent = [[] for _ in range(players)]
        self._announced = [None] * players  # UID held to the tap pad and not seen elsewhere since
        self._where = {}  # uid -> [(player, position), ...] where it is read now
        self._dirty = [False] * players
        self._news = []
        self._lifted = [False] * players  # whether the announced card came from the table: most likely it leaves it
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
        for player, uid in enumerate(self._announced):
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
        for uid in self._stacks[player][position].read_uids():
            if uid in self._asked or self._catalogue.token(uid)[0] != "?" or self._catalogue.told(uid):
                continue
            self._asked.append(uid)
            self._news.append(["ask", player, position, uid])

    def report(self, player, report):
        """Take one report of the scanner: {"pos", "status", "face", "uids", "missing"}."""
        position = report["pos"]
        stack = self._stacks[player][position]
        before = list(stack.uids)
        if not stack.take(report):
            return
        if position == TAP and stack.uids and stack.uids[-1] not in before:
            self._lifted[player] = self._lies_elsewhere(stack.uids[-1])
        self._follow(player, position, before, stack)
        self._ask_names(player, position)
        if position == TAP:
            self._tapped(player, before, stack)
        elif position == QUEUE:
            self._passed(before, stack)
        else:
            self._receive_announced(player, position, stack)
            self._touch(player, position)

    def online(self, player, here):
        """A board was found (its reports follow) or lost."""
        self._known[player] = here
        self._asked = []
        if not here:
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
            if position != TAP and uid in self._announced:
                self._announced[self._announced.index(uid)] = None
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
        return any(uid in stack.uids for stacks in self._stacks for stack in stacks[:TAP] + stacks[TAP + 1 :])

    def _tapped(self, player, before, stack):
        if stack.uids and stack.uids[-1] not in before:
            self._announced[player] = stack.uids[-1]
            self._news.append(["tap", player, self._catalogue.token(stack.uids[-1])])
        elif not stack.uids and before:
            self._news.append(["tap", player, None])

    def _passed(self, before, stack):
        """A card seen in the slot and gone again has been pushed in."""
        for uid in before:
            if uid not in stack.uids:
                self._news.append(["slot", self._catalogue.token(uid)])

    def _receive_announced(self, player, position, stack):
        """The announced card cannot be read where it lies: the place whose tags changed receives it.

        Not one that was lifted from the table: it has most likely gone to hand or discards, and would come back as a
        ghost when the next card is lifted elsewhere.
        """
        uid = self._announced[player]
        if uid is None or self._lifted[player] or not stack.changed_unreadably:
            return
        if uid in self._where and self._where[uid]:
            return
        stack.assign(uid)
        self._announced[player] = None

    def assign(self, player, position, token):
        """The players say where the announced card lies."""
        for uid in (self._announced[player],):
            if uid is not None and self._catalogue.token(uid) == token:
                self._stacks[player][position].assign(uid)
                self._announced[player] = None
                self._touch(player, position)

    def forget(self, player, token):
        """The announced card will not be placed."""
        uid = self._announced[player]
        if uid is not None and self._catalogue.token(uid) == token:
            self._announced[player] = None

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
                stack.drop_if_missing(uid)
                self._touch(player, position)
                return uid
        return None

    def take(self):
        """News since the last call: ["tap", player, token|None], ["slot", token], ["see", player, picture|None],
        ["gone", player, position, uid] (the scanner of that board should forget this UID there),
        ["ask", player, position, uid] (nobody knows this tag: what does it say of itself?)."""
        news, self._news = self._news, []
        for player in range(len(self._stacks)):
            if self._dirty[player]:
                self._dirty[player] = False
                news.append(["see", player, self._picture(player) if self._known[player] else None])
        return news

    def _picture(self, player):
        """`seen` of the contract of a game."""
        cells = []
        doubtful = []
        faults = []
        name = self._catalogue.token
        for position in range(CELLS):
            stack = self._stacks[player][position]
            tokens = stack.tokens(name)
            cells.append([stack.face, tokens] if tokens else None)
            for uid in stack.doubtful():
                doubtful.append([position, name(uid)])
            self._faults_of(player, position, stack, faults)
        edges = []
        for position in range(EDGE, POSITIONS):
            stack = self._stacks[player][position]
            edges.append(stack.tokens(name))
            self._faults_of(player, position, stack, faults)
        return {
            "cells": cells,
            "edges": edges,
            "recent": list(self._recent[player]),
            "doubtful": doubtful,
            "faults": faults,
        }

    def _faults_of(self, player, position, stack, faults):
        if stack.fault:
            faults.append([position, "reader_fault", {"at": position}])
        for uid in stack.read_uids():
            if len(self._where.get(uid, ())) > 1:
                faults.append([position, "card_twice", {"at": position, "card": self._catalogue.token(uid)}])
