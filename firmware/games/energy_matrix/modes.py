"""Room: the modes of Energy Matrix as data: what differs between a duel and the others (rules sections 4 to 6, 9)."""

# Ruler kinds: "tug" one marker a kind, pushed to and fro between the sides.
DUEL = {
    "players": 2,
    "life": 3,
    "hand": 7,
    "limits": (12, 8, 4),
    "rulers": "tug",
    "fill_each": 2,
    "first_draw": 1,
    "draw": 2,
    "damage_draw": 1,
    "points": 3,
}

# One player alone against the rulers (ruling: the rules have no such mode): the lives are those of the side that is not
# there, and the player takes their cards.
PRACTICE = dict(DUEL)
PRACTICE.update(players=1, fill_each=4)

MODES = {"duel": DUEL, "practice": PRACTICE}

# Worth of one ruler step of A, B, C (rules section 1).
STEPS = (18, 27, 54)


def side(player):
    """+1 or -1: which way a player's products push a tug marker (positive: towards the last player)."""
    return 1 if player == 0 else -1
