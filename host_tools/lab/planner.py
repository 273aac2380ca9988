"""Room: what a bot would build: a narrow beam search over build actions, scored by what the matrix then yields.

Actions on a `Layout` (all cost one point): ("battery", cell, sign), ("machine", cell, code), ("frame", cell, code),
("ext", line), ("off", cell), ("off_frame", cell, code), ("off_battery", cell), ("off_ext", line).
Comes after `plans.py`; `bots.py` turns the actions into moves of physical cards.
"""

from collections import Counter

from host_tools.lab.plans import Yield, best_plan, gain
from host_tools.lab.rules import FRAMES, LIMITS, MACHINES, PRINTED, STEP_VALUE, demand, line_volts

BEAM = 3  # matrices kept after each action; wider plays better and slower
HIT_WORTH = 400  # a life of the opponent, in ruler value
LATER = 0.5  # worth of what the same matrix yields on a later turn without this turn's event
PROMISE = 0.12  # worth of a machine's product while its cell has the wrong voltage, divided by the gap
CARD_WORTH = 3  # a card in hand


class Situation:
    """What the planner must know besides the matrix: event, markers seen by this player, cards in hand."""

    __slots__ = ("cards", "event", "hand", "rulers")

    def __init__(self, event, rulers, hand):
        self.event = event
        self.rulers = rulers
        self.hand = Counter(code for code in hand if code in MACHINES or code in FRAMES)
        self.cards = len(hand)


def cost_in_cards(action):
    """How many hand cards an action uses; taking a machine off gives one back."""
    if action[0] == "off":
        return -1
    return 0 if action[0].startswith("off") else 1


def apply(layout, action):
    """A new layout with one action done; the action must be possible."""
    after = layout.copy()
    verb, where = action[0], action[1]
    if verb == "battery":
        after.batteries[where] = after.batteries.get(where, "") + action[2]
    elif verb == "machine":
        after.machines[where] = (action[2], ())
    elif verb == "frame":
        code, frames = after.machines[where]
        after.machines[where] = (code, (*frames, action[2]))
    elif verb == "ext":
        after.edges[where] += 1
    elif verb == "off":
        del after.machines[where]
    elif verb == "off_frame":
        code, frames = after.machines[where]
        at = frames.index(action[2])
        after.machines[where] = (code, frames[:at] + frames[at + 1 :])
    elif verb == "off_battery":
        after.batteries[where] = after.batteries[where][:-1]
        if not after.batteries[where]:
            del after.batteries[where]
    else:
        after.edges[where] -= 1
    return after


def possible(layout, hand, cards, removals=True):
    """All actions open to a player with `cards` cards, of which `hand` counts machines and frames by code."""
    found = []
    if removals:
        found += [("off", cell) for cell in layout.machines]
        found += [("off_battery", cell) for cell in layout.batteries]
        found += [("off_ext", line) for line in range(8) if layout.edges[line]]
        for cell, (_, frames) in layout.machines.items():
            found += [("off_frame", cell, code) for code in dict.fromkeys(frames)]
    if cards < 1:
        return found
    free = [cell for cell in range(16) if cell not in layout.machines and cell not in layout.batteries]
    for code, count in hand.items():
        if count < 1:
            continue
        if code == "ext":
            found += [("ext", line) for line in range(8)]
        elif code in FRAMES:
            found += [("frame", cell, code) for cell in layout.machines]
        else:
            found += [("machine", cell, code) for cell in free]
    for cell in free:
        found += [("battery", cell, "-"), ("battery", cell, "|")]
    for cell in layout.batteries:
        found += [("battery", cell, "-"), ("battery", cell, "|")]
    return found


def score(layout, situation):
    """What a matrix is worth to its owner this turn and later."""
    lines = line_volts(layout)
    lift = situation.event == "thunder"
    now = [0, 0, 0]
    promise = 0.0
    feeders = False
    for cell, (code, frames) in layout.machines.items():
        card = PRINTED[code]
        gap = lines[cell >> 2] + lines[4 + (cell & 3)] + lift - demand(code, frames)
        if card.kind == "converter":
            feeders = feeders or gap == 0
            promise += 40 * PROMISE / (1 + abs(gap))
            continue
        bonus = frames.count("oc")
        if frames and situation.event in ("sun", "rain"):
            bonus += frames.count(situation.event + "+")
        for kind in range(3):
            if card.gives[kind]:
                made = card.gives[kind] + bonus
                if gap == 0:
                    now[kind] += made
                else:
                    promise += made * STEP_VALUE[kind] * PROMISE / abs(gap)
    if feeders and Yield(layout, situation.event).hopeful():
        now = best_plan(layout, situation.event, situation.rulers, LIMITS).net
    damage, value = gain(now, situation.rulers, LIMITS)
    later = sum(amount * step for amount, step in zip(now, STEP_VALUE, strict=True))
    return damage * HIT_WORTH + value + later * LATER + promise


def _sensible(action, done):
    """No action that another of the same turn takes back or makes needless."""
    if action[0] in ("machine", "battery"):
        return not any(old[0] in ("off", "off_battery") and old[1] == action[1] for old in done)
    if action[0] == "frame":
        return ("off_frame", action[1], action[2]) not in done
    if action[0].startswith("off"):
        return not any(old[1] == action[1] and (old[0] == "ext") == (action[0] == "off_ext") for old in done)
    return ("off_ext", action[1]) not in done


def _left(hand, action):
    """The counted hand after an action."""
    if action[0] in ("machine", "frame", "ext"):
        code = "ext" if action[0] == "ext" else action[2]
        return hand - Counter({code: 1})
    return hand


def plan_build(layout, situation, points, beam=BEAM, removals=True):
    """The best list of at most `points` actions found, in an order that can be carried out."""
    start = score(layout, situation)
    front = [(start, 0, layout, situation.hand, situation.cards, ())]
    best = (start, ())
    for _ in range(points):
        found = []
        seen = set()
        for _, _, matrix, hand, cards, done in front:
            for action in possible(matrix, hand, cards, removals):
                if not _sensible(action, done):
                    continue
                after = apply(matrix, action)
                key = after.key()
                if key in seen:
                    continue
                seen.add(key)
                worth = score(after, situation) - CARD_WORTH * cost_in_cards(action)
                found.append((worth, -len(found), after, hand, cards, (*done, action)))
        if not found:
            break
        found.sort(key=lambda entry: entry[:2], reverse=True)
        front = [
            (worth, order, matrix, _left(hand, done[-1]), cards - max(0, cost_in_cards(done[-1])), done)
            for worth, order, matrix, hand, cards, done in found[:beam]
        ]
        if front[0][0] > best[0]:
            best = (front[0][0], front[0][5])
    return list(best[1])
