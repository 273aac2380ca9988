"""Room: the judge by property: an accepted prefix is a plain replay, a refusal changes nothing, no line breaks it."""

import json

from firmware.games import Refusal, load
from firmware.games.energy_matrix.rules.legal_actions import legal_actions
from firmware.games.energy_matrix.table import show
from firmware.games.kit.journal import replay
from host_tools import judge_core
from host_tools.commands import lines
from tests.properties import given, settings, st

GAME = load("energy_matrix")
NUMBER = st.integers(-2, 17) | st.sampled_from([10**30, -(10**30), 2**63, 10**400])
VALUE = st.recursive(
    st.none()
    | st.booleans()
    | NUMBER
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "row", "A@1", "eco#1", "\ud800", "\x00"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["cells", "edges", "x"]), inner),
    max_leaves=8,
)
VERB = st.sampled_from(
    "next push unpush reveal pass dismantle overrule fire unfire settle battery machine frame ext take take_frame"
    " take_battery take_ext setup fly".split()
)
ENTRY = st.none() | st.sampled_from(["w", "b", "m"]).flatmap(
    lambda kind: st.lists(VALUE, max_size=3).map(lambda more: [kind, *more])
)
BOARD = st.fixed_dictionaries(
    {
        "cells": st.lists(ENTRY, min_size=16, max_size=16),
        "edges": st.lists(st.lists(VALUE, max_size=2), min_size=8, max_size=8),
    }
)
HOSTILE = VALUE | st.builds(lambda verb, more: [verb, *more], VERB, st.lists(VALUE | BOARD, max_size=4))
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "mode": st.sampled_from(["duel", "practice"]),
        "voltage_rule": st.sampled_from(["exact", "at_least"]),
        "stack_batteries": st.booleans(),
        "frames_per_machine": st.integers(0, 3),
    },
)


def judged(options, actions):
    line = json.dumps({"options": options, "actions": actions})
    ((_, found),) = lines.answers(judge_core, [line], "cpython", ("energy_matrix",))
    return found


@st.composite
def walks(draw):
    """(options, legal actions): a walk from the start; every verb that is allowed is as likely as another."""
    options = draw(OPTIONS)
    state = GAME.setup(options.get("mode", "duel"), {name: value for name, value in options.items() if name != "mode"})
    actions = []
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=60)):
        legal = legal_actions(state)
        if not legal:
            break
        verbs = sorted({action[0] for action in legal})
        same = [action for action in legal if action[0] == verbs[choice % len(verbs)]]
        actions.append(same[choice // len(verbs) % len(same)])
        state = GAME.apply(state, actions[-1])
    return options, actions


@settings(max_examples=60)
@given(walks(), st.data())
def test_an_accepted_prefix_is_a_plain_replay(walk, data):
    options, actions = walk
    actions = actions[: data.draw(st.integers(0, len(actions)))]
    found = judged(options, actions)
    assert (found["accepted"], found["refused"]) == (len(actions), None)
    rules = {name: value for name, value in options.items() if name != "mode"}
    begun = GAME.setup(options.get("mode", "duel"), rules)["journal"]
    told = show.account(replay(GAME, begun + actions))
    account = found["account"]
    assert {name: account[name] for name in told} == told
    assert set(account) - set(told) == {"draft", "plan", "manual"}


@settings(max_examples=60)
@given(walks(), HOSTILE)
def test_a_refused_action_changes_nothing_whatever_it_is(walk, action):
    options, actions = walk
    before = judged(options, actions)
    after = judged(options, [*actions, action, ["next"], ["next"]])
    assert "error" not in after, after
    if after["accepted"] == len(actions):
        assert after["refused"] and after["account"] == before["account"]


@settings(max_examples=40)
@given(walks(), HOSTILE)
def test_a_refusal_leaves_the_position_as_it_was(walk, action):
    options, actions = walk
    judge = judge_core.judge_of("energy_matrix")
    position, _ = judge.begin(options, {}, [])
    for step in actions:
        position = judge.play(position, step)
    before = json.dumps(position, sort_keys=True)
    try:
        judge.play(position, judge_core.verb_first(action))
    except Refusal:
        pass
    assert json.dumps(position, sort_keys=True) == before


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(["options", "setup", "rolls", "actions", "x"]), VALUE) | VALUE | st.text())
def test_any_line_is_answered_by_a_sentence_or_an_account(asked):
    line = asked if isinstance(asked, str) else json.dumps(asked)
    ((_, found),) = lines.answers(judge_core, [line], "cpython", ("energy_matrix",))
    assert set(found) == {"accepted", "refused", "account"} or "broke" not in found["error"]
