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
        unreadably = bool(newly_missing) or (silent and not self._silent)
        if unreadably != self.changed_unreadably:
            self.changed_unreadably = unreadably
        if self._assigned:
            self._assigned = () if status == "empty" else _without(self._assigned, uids)
        if self._kept:
            self._kept = tuple([uid for uid in self._kept if uid in missing])
        order = [uid for uid in self.uids if uid in uids]
        self.uids = tuple(order + [uid for uid in uids if uid not in order])
        if missing or self.missing:
            self.missing = tuple(missing)
        self.face = face
        if silent or fault or self._silent or self.fault:
            self._silent, self.fault = silent, fault
        return True

    def all_uids(self):
        """UIDs that are read, missing or announced here."""
        return self.uids + self._assigned

    def read_uids(self):
        """UIDs that are really read now."""
        return [uid for uid in self.uids if uid not in self.missing]

    def assign(self, uid):
        """This card lies here although its tag is not read; what went missing under it is still there."""
        if uid not in self.uids and uid not in self._assigned:
            self._assigned += (uid,)
        self._kept = self.missing

    def keep(self, uid):
        self._kept += (uid,)

    def doubtful(self):
        """UIDs about which the players should be asked."""
        return [uid for uid in self.missing if uid not in self._kept]

    def drop_if_missing(self, uid):
        """Take a UID out that is not read here any more; True if there was one."""
        if uid in self.missing:
            self.missing = _without(self.missing, (uid,))
            self.uids = _without(self.uids, (uid,))
            return True
        if uid in self._assigned:
            self._assigned = _without(self._assigned, (uid,))
            return True
        return False

    def tokens(self, name):
        """Tokens bottom to top; ["~"] for something that nothing is known of."""
        found = [name(uid) for uid in self.uids] + [name(uid) for uid in self._assigned]
        if not found and (self._silent or self.face not in ("none",)):
            return ["~"]
        return found


def _without(uids, gone):
    return tuple([uid for uid in uids if uid not in gone])
