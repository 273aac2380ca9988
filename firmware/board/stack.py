"""Room: the cards at one position, bottom to top in order of arrival, as the reports tell it."""


class Stack:
    """UIDs in hex. `uids` are read (or kept because the cell stays covered); `assigned` were announced by hand.

    What an object does not hold itself it takes from here: most positions of most boards are empty, and there are 52.
    The sequences are replaced, never changed in place.
    """

    uids = ()
    missing = ()  # of uids: not read for a while although the cell is covered
    face = "none"
    fault = False
    changed_unreadably = False  # the last report showed a change that no new UID explains
    _silent = False
    _assigned = ()
    _kept = ()  # missing, but the players said they are there
    _told = ()  # the order in which the players said that cards lie here
    _told_face = None  # what they said where the sensors cannot tell

    def take(self, report):
        """Follow a report of the scanner; False when it says nothing new."""
        status, face = report["status"], report["face"]
        uids = report["uids"]
        missing = report["missing"]
        silent = status == "silent"
        fault = status == "fault"
        if (tuple(uids), tuple(missing), face) == (self.uids, self.missing, self.face):
            if (silent, fault) == (self._silent, self.fault):
                return False
        newly_missing = [uid for uid in missing if uid not in self.missing]
        laid = face != "none" and self.face == "none"  # all that is seen over a dead reader
        unreadably = bool(newly_missing) or (silent and not self._silent and not self.fault) or (fault and laid)
        if unreadably != self.changed_unreadably:
            self.changed_unreadably = unreadably
        if self._assigned:
            lifted = status == "empty" or (fault and face == "none" and self.face != "none")
            self._assigned = () if lifted else _without(self._assigned, uids)
        if self._kept:
            self._kept = tuple([uid for uid in self._kept if uid in missing])
        order = [uid for uid in self.uids if uid in uids]
        self.uids = tuple(order + [uid for uid in uids if uid not in order])
        if missing or self.missing:
            self.missing = tuple(missing)
        if face != self.face:
            self.face = face
            self._told_face = None
        if silent or fault or self._silent or self.fault:
            self._silent, self.fault = silent, fault
        return True

    def all_uids(self):
        """UIDs that are read, missing or announced here."""
        found = self.uids + self._assigned
        if self._told:
            told = tuple([uid for uid in self._told if uid in found])
            found = told + _without(found, told)
        return found

    def shown_face(self):
        """What the sensors say, or the players where those cannot tell."""
        return self._told_face or self.face

    def read_uids(self):
        """UIDs that are really read now: a dead reader only remembers."""
        return [] if self.fault else [uid for uid in self.uids if uid not in self.missing]

    def assign(self, uid):
        """This card lies here although its tag is not read; what went missing under it is still there."""
        if uid not in self.uids and uid not in self._assigned:
            self._assigned += (uid,)
        self._kept = self.missing

    def keep(self, uid):
        self._kept += (uid,)

    def tell(self, uids, face):
        """The players say that these lie here, bottom to top. Returns UIDs that are not here any more.

        What is really read stays. face: of the lowest card, where the sensors cannot tell; None: as they say.
        """
        read = self.read_uids()
        gone = [uid for uid in self.uids if uid not in uids and uid not in read]
        self.uids = _without(self.uids, gone)
        self.missing = _without(self.missing, gone)
        self._kept = self.missing
        self._assigned = _without(tuple(uids), self.uids)
        self._told = tuple(uids)
        self._told_face = face if self.face in ("none", "skew") else None
        return gone

    def doubtful(self):
        """UIDs about which the players should be asked."""
        return [uid for uid in self.missing if uid not in self._kept]

    def drop_if_missing(self, uid):
        """Take a UID out that is not read here (the reader may be dead); True if there was one."""
        here = uid in self.missing or uid in self._assigned or (self.fault and uid in self.uids)
        if here:
            self.drop(uid)
        return here

    def drop(self, uid):
        """This card is not here any more."""
        self.missing = _without(self.missing, (uid,))
        self.uids = _without(self.uids, (uid,))
        self._assigned = _without(self._assigned, (uid,))

    def tokens(self, name):
        """Tokens bottom to top; ["~"] for something that nothing is known of."""
        found = [name(uid) for uid in self.all_uids()]
        if not found and (self._silent or self.face not in ("none",)):
            return ["~"]
        return found


def _without(uids, gone):
    return tuple([uid for uid in uids if uid not in gone])
