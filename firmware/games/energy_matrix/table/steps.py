"""Room: the steps of a game around building and settling: handling cards, the queue, the event, the end of the game.

After: play.py. The other steps: building.py, settling.py, telling.py.
"""

from firmware.games import ASK
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.cards.effects import EVENTS, event_of
from firmware.games.energy_matrix.rules.account import board_of, loser, mode_of
from firmware.games.energy_matrix.rules.turn import draw_count, machines_on
from firmware.games.kit.play import Step

_EVENT_WORDS = EVENTS + ("none", "ap+1", "ap-1", "draw2")


class Confirming(Step):
    """Deal, discard, draw, reveal, end, over: the display says what to do, OK says that it is done."""

    def press(self, play, player, button):
        phase = play.state["phase"]
        if phase == "over":
            super().press(play, player, button)
        elif button == "ok" and (phase == "deal" or not play.blocked()):
            play.act(["next"])

    def prompt(self, play):
        return _PROMPTS[play.state["phase"]](play.state)


def _deal(state):
    data = mode_of(state)
    return [["deal", {"life": data["life"], "n": data["hand"]}], ["per_frame", {}]], ["h_ok_done", {}]


def _discard(_):
    return [["discard_head", {}]], ["h_ok_done", {}]


def _draw(state):
    lines = [["draw", {"n": draw_count(state)}], ["per_frame", {}]]
    if _deck_is_low(state):
        lines.append(["shuffle", {}])
    return lines, ["h_draw", {}]


def _deck_is_low(state):
    """Whether the deck should be empty by now: each frame drawn brings one more card, of all cards so many are."""
    data, total, frames = mode_of(state), 0, 0
    for row in kinds.CURRENT.rows:
        total += row[kinds.COPIES]
        if row[kinds.KIND] == "frame":
            frames += row[kinds.COPIES]
    players = len(state["players"])
    lost = sum([data["life"] - player["life"] for player in state["players"]])
    drawn = (
        players * data["hand"] + data["first_draw"] + (state["turn"] - 1) * data["draw"] + lost * data["damage_draw"]
    )
    return players * data["life"] + drawn * total // max(1, total - frames) >= total


def _reveal(state):
    event = state["event"]
    lines = [["turn_over", {"n": state["pushed"]}]]
    if event == "dismantle" and not machines_on(board_of(state, state["active"])):
        return lines + [["dismantle_none", {}]], ["h_ok", {}]
    lines.append(_event_line(event))
    return lines, ["h_ok", {}]


def _event_line(event):
    """What an event does; those beyond the first card list are worded by their number."""
    if event in _EVENT_WORDS:
        return ["e_" + event, {}]
    name, number = event_of(event)
    return ["e_" + name, {"n": number}]


def _end(state):
    who = ["player", loser(state)]
    lines = [["take_life", {"player": who, "kind": ["kind", state["hits"][0]]}]]
    lines.append(["then_draw", {"player": who, "n": mode_of(state)["damage_draw"]}])
    return lines, ["h_ok_done", {}]


def _over(state):
    if len(state["players"]) == 1:
        line = ["alone_done", {"n": state["turn"]}]
    else:
        line = ["winner", {"player": ["player", state["winner"]]}]
    return [line], ["h_new_game", {}]


_PROMPTS = {"deal": _deal, "discard": _discard, "draw": _draw, "reveal": _reveal, "end": _end, "over": _over}


class Pushing(Step):
    """BACK begins to take the last card out; with the event OK turns cards over."""

    def press(self, play, player, button):
        if _answer_pad(play, button):
            return
        if button == "back" and play.state["pushed"]:
            play.begin(Unpushing())
        elif button == "ok" and play.state["phase"] == "event" and not play.blocked():
            play.act(["reveal"])

    def prompt(self, play):
        if play.announced_push() is not None:
            return [["push_told", {}]], ["h_push_told", {}]
        return _fill(play.state) if play.state["phase"] == "fill" else _event(play.state)


def _fill(state):
    done = len(state["queue"])
    players = len(state["players"])
    all_cards = mode_of(state)["fill_each"] * players
    who = ["player", done % players]
    return [["fill", {"player": who, "n": done, "of": all_cards}]], ["h_back_unpush" if done else "h_push", {}]


def _event(state):
    if not state["pushed"]:
        return [["push", {"queue": len(state["queue"])}]], ["h_hold_empty", {}]
    return [["pushed", {"n": state["pushed"], "queue": len(state["queue"])}]], ["h_reveal", {"n": state["pushed"]}]


class Unpushing(Step):
    """The last card pushed in is to be shown to the slot on its way out; BACK leaves it in."""

    def press(self, play, player, button):
        if _answer_pad(play, button):
            return
        if button == "back":
            play.end(self)
        elif button == "ok":
            play.message = ["unpush", {}]

    def prompt(self, play):
        if play.announced_push() is not None:
            return [["push_told", {}]], ["h_push_told", {}]
        return [["unpush", {}]], ["h_back_cancel", {}]


def _answer_pad(play, button):
    """Where the slot is dead a card at a tap pad may be meant for it: OK it was pushed, BACK it was not."""
    token = play.announced_push()
    if button not in ("ok", "back") or token is None:
        return False
    play.drop_announced()
    if button == "ok":
        play.slot(token)
    return True


class Dismantling(Step):
    """The event takes a machine: the player lifts one."""

    def press(self, play, player, button):
        if button == "ok" and not play.blocked():
            done = play.draft(play.state["active"]).actions
            if done:  # lifted while the board was away
                play.act(done[0])
            else:
                play.message = ["lift_one", {}]

    def prompt(self, play):
        return [["dismantle", {}]], ["h_lift", {}]

    def lights(self, play, player, cells, edges):
        if player == play.state["active"]:
            for cell in machines_on(board_of(play.state, player)):
                cells[cell] = ASK

    def seen(self, play, player):
        done = play.draft(player)
        if player == play.state["active"] and done.actions and play.whole[player]:
            play.act(done.actions[0])
