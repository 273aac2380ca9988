"""Room: what a host is told of a game at a real board: everything when it asks, and no secret card."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from firmware import games
from tests.cards.databases import OLD_FILE, TAGS

QUEUE = [uid for uid, _, _ in TAGS[-4:]]


def kinds_of(records):
    """{(kind, player)} of records."""
    return {(record["t"], record.get("player")) for record in records}


def test_a_host_that_asks_is_told_every_state_again():
    async def story(table):
        await table.begin(*QUEUE)
        await table.ms(1000)
        primary = table.boards[0]
        count = len(primary.records())
        await table.ms(1000)
        assert primary.records()[count:] == [], "nothing has changed"
        await table.tell({"t": "state"})
        states = ("screen", 0), ("screen", 1), ("view", None), ("account", None), ("faults", 0), ("faults", 1)
        assert kinds_of(primary.records()[count:]) == set(states) | {("cards", None)}

    live(story, count=2, files=[("cards.bin", OLD_FILE)])


def test_hosts_do_not_hear_which_cards_lie_face_down_or_in_the_queue():
    game = games.load("energy_matrix")
    masked = game.at_table(game.setup()).masked
    board = {"cells": [["b", [["row", "C@3#1"]]]], "edges": []}
    for action, told in (
        (["battery", 3, "row", "C@3#1"], ["battery", 3, "row", ""]),
        (["take_battery", 3, "row", "C@3#1"], ["take_battery", 3, "row", ""]),
        (["push", "sun#1"], ["push", ""]),
        (["unpush", "sun#1"], ["unpush", ""]),
        (["overrule", 0, board], ["overrule", 0]),
        (["machine", 3, "A@1#1"], ["machine", 3, "A@1#1"]),
        (["next"], ["next"]),
    ):
        before = list(action)
        assert masked(action) == told and action == before


def test_actions_of_a_live_game_are_told_masked():
    async def story(table):
        await table.begin(*QUEUE)
        await table.to_build()
        table.lay(5, TAGS[0][0], face="down")
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        await table.press("ok")
        await table.phase("settle")
        told = [record["action"] for record in table.boards[0].records() if record["t"] == "action"]
        assert told[2:6] == [["push", ""]] * 4 and told[-2:] == [["battery", 5, "row", ""], ["next"]]

    live(story, files=[("cards.bin", OLD_FILE)])
