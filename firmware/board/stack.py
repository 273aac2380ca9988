"""Room: the cards at one position, bottom to top in order of arrival, as the reports tell it."""


class Stack:
    """UIDs in hex. `uids` are read (or kept because the cell stays covered); `assigned` were announced by hand."""

    def __init__(self):
        self.uids = []
        self.missing = []  # of uids: not read for a while although the cell is covered
        self.face = "none"
        self.fault = False
        self.changed_unreadably = False  # the last report showed a change that no new UID explains
        self._silent = False
        self._assigned = []
        self._kept = []  # missing, but the players said they are there

    def take(self, report):
        """Follow a report of the scanner; False when it says nothing new."""
        status, face = report["status"], report["face"]
        uids = report["uids"]
        missing = report["missing"]
        silent = status == "silent"
        fault = status == "fault"
        if (uids, missing, face, silent, fault) == (self.uids, self.missing, self.face, self._silent, self.fault):
            return False
        newly_missing = [uid for uid in missing if uid not in self.missing]
        self.changed_unreadably = bool(newly_missing) or (silent and not self._silent)
        if status == "empty":
            self._assigned = []
        order = [uid for uid in self.uids if uid in uids]
        order += [uid for uid in uids if uid not in order]
        self.uids = order
        self.missing = list(missing)
        self._assigned = [uid for uid in self._assigned if uid not in uids]
        self._kept = [uid for uid in self._kept if uid in missing]
        self.face, self._silent, self.fault = face, silent, fault
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
            self._assigned.append(uid)
        self._kept = list(self.missing)

    def keep(self, uid):
        self._kept.append(uid)

    def doubtful(self):
        """UIDs about which the players should be asked."""
        return [uid for uid in self.missing if uid not in self._kept]

    def drop_if_missing(self, uid):
        """Take a UID out that is not read here any more; True if there was one."""
        if uid in self.missing:
            self.missing.remove(uid)
            self.uids.remove(uid)
            return True
        if uid in self._assigned:
            self._assigned.remove(uid)
            return True
        return False

    def tokens(self, name):
        """Tokens bottom to top; ["~"] for something that nothing is known of."""
        found = [name(uid) for uid in self.uids] + [name(uid) for uid in self._assigned]
        if not found and (self._silent or self.face not in ("none",)):
            return ["~"]
        return found
