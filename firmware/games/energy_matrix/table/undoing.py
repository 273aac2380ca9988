"""Room: what hands have to move back after an undo, as a message; loaded only when asked for. After: play.py.

What lies on a board is no business of this: the faults of the board ask for it.
"""


def to_move_back(before, now):
    """[code, {args}]: from the state that was undone and the one the game is in again."""
    queue = len(now["queue"]) - len(before["queue"])
    if before["phase"] in ("reveal", "draw") and queue > 0:  # turned over, or the head discarded
        return ["undo_head", {"n": queue}]
    if queue < 0:
        return ["undo_tail", {"n": -queue}]
    if now["phase"] == "end":
        return ["undo_life", {}]
    return ["undo_drawn" if now["phase"] == "draw" else "undone", {}]
