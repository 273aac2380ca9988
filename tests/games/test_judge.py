"""Room: Energy Matrix as `ematrix judge` plays it: options, what it tells of a state, on both engines."""

from firmware.games import Refusal
from firmware.games.energy_matrix import judge
from tests.games.table_play import EMPTY, after, at_table, building, started, think
from tests.helpers import raises


def wrong(options, setup=None):
    with raises(ValueError) as refused:
        judge.begin(options, setup or {}, [])
    return str(refused.value)


def test_play_begins_with_an_empty_table():
    state, refused = judge.begin({}, {}, [])
    assert refused is None and state["mode"] == "duel" and state["journal"][0][0] == "setup"
    assert state["options"] == {"voltage_rule": "exact", "stack_batteries": True, "frames_per_machine": 0}
    found = judge.account(state)
    assert found == {
        "t": "account", "phase": "deal", "turn": 0, "active": 0, "points": [3, 3], "queue": 0, "pushed": 0,
        "event": "none", "rulers": [0, 0, 0], "hits": [], "lives": [3, 3], "winner": None, "boards": [EMPTY, EMPTY],
        "draft": {"cost": 0, "faults": 0}, "plan": None, "manual": False,
    }  # fmt: skip


def test_options_name_the_mode_and_the_rules():
    state, _ = judge.begin({"mode": "practice", "voltage_rule": "at_least", "frames_per_machine": 2}, {}, [1])
    assert len(state["players"]) == 1 and state["options"]["voltage_rule"] == "at_least"
    assert state["options"]["frames_per_machine"] == 2


def test_an_option_that_is_none_is_one_sentence():
    assert wrong({"mode": "chess"}) == "'options': 'mode' must be duel or practice"
    assert wrong({"mode": ["duel"]}) == "'options': 'mode' must be duel or practice"
    assert wrong({"voltage_rule": "roughly"}) == "'options': 'voltage_rule' must be exact or at_least"
    assert wrong({"frames_per_machine": True}) == "'options': 'frames_per_machine' must be 0 or 1 or 2 or 3"
    assert wrong({"stack_batteries": 1}) == "'options': 'stack_batteries' must be true or false"
    assert wrong({"zeal": 1, "haste": 2}) == (
        "'options': 'haste' is unknown; known are mode, voltage_rule, stack_batteries, frames_per_machine"
    )
    assert "'" + "z" * 37 + "...' is unknown" in wrong({"z" * 1000: 1})
    assert "'setup' must be empty" in wrong({}, {"first": 1})


def test_a_position_is_never_changed_in_place():
    state = started()
    before = repr(state)
    judge.play(state, ["next"])
    with raises(Refusal):
        judge.play(state, ["push", "A@1#4"])
    assert repr(state) == before


BUILT = (["battery", 0, "row", "C@3#1"], ["machine", 1, "A@1#4"], ["machine", 2, "A@1#5"])


def test_building_and_settling_it_tells_the_plan_that_a_table_shows_first():
    state = after(building(), *BUILT)
    assert judge.account(state)["plan"] == {"n": 0, "order": [1, 2], "net": [2, 0, 0]}
    settling = after(state, ["next"])
    told = think(at_table(settling, "- A@1 A@1 . / . . . . / . . . . / . . . .")).plan()
    assert judge.account(settling)["plan"] == {"n": 0, "order": told["order"], "net": told["net"]}
    assert not judge.account(settling)["manual"]


def test_fired_by_hand_it_tells_what_has_been_fired():
    state = after(building(), *BUILT, ["next"], ["fire", 2])
    found = judge.account(state)
    assert found["manual"] and found["plan"] == {"n": 0, "order": [2], "net": [1, 0, 0]}
    found = judge.account(after(state, ["unfire"]))
    assert not found["manual"] and found["plan"]["order"] == [1, 2]


def test_it_is_what_hosts_get_of_a_table_where_nothing_else_lies():
    state = after(building(), *BUILT, ["next"])
    told = think(at_table(state, "- A@1 A@1 . / . . . . / . . . . / . . . .")).report()
    assert told["draft"]["cost"] == 0 and told["draft"]["faults"] > 0  # the cards in that picture are other copies
    told["draft"]["faults"] = 0
    assert judge.account(state) == told
