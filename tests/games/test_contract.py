"""Room: the contract of a game; the vocabulary is one character a role."""

from firmware.games import GAMES, ROLES, Refusal, load
from tests.helpers import raises


def test_roles_are_distinct_characters():
    assert len(set(ROLES)) == len(ROLES)


def test_unknown_game_is_refused_by_code():
    with raises(Refusal) as refused:
        load("chess")
    assert refused.value.code == "unknown_game" and GAMES
