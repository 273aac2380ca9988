"""Room: spots of tags: copies of a kind differ, all spots are used alike, neighbours lie far enough apart."""
# engine: cpython

from collections import Counter
from itertools import combinations
from math import dist

from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools.cards.art import geometry as g
from host_tools.cards.sheets_select import copies_of
from host_tools.cards.spots import FIRST_SPOT_OF_FRAMES, PLACES, SPOTS, TAG_ROUND, TAG_SMALL, spot_of

DECK = copies_of(CARDS)


def test_copies_of_one_kind_take_the_spots_in_turn():
    for row in {card.row for card in DECK}:
        used = Counter(card.spot % SPOTS for card in DECK if card.row == row)
        counts = [used[spot] for spot in range(SPOTS)]
        assert max(counts) - min(counts) <= 1, row.code


def test_frames_have_their_own_six_spots_and_full_cards_theirs():
    frames = {card.spot for card in DECK if card.row.kind == "frame"}
    others = {card.spot for card in DECK if card.row.kind != "frame"}
    assert frames == set(range(FIRST_SPOT_OF_FRAMES, FIRST_SPOT_OF_FRAMES + SPOTS))
    assert others == set(range(SPOTS))


def test_two_cards_of_the_deck_seldom_share_a_spot():
    # Batteries are cards of any kind: with six spots, one pair in six shares one at best.
    full = [card.spot for card in DECK if card.row.kind != "frame"]
    pairs = list(combinations(full, 2))
    assert sum(a == b for a, b in pairs) / len(pairs) < 0.18


def test_a_card_keeps_its_spot_when_the_list_changes():
    longer = copies_of([("D@1", "producer", 1, (0, 0, 0), (1, 0, 0), 7, "新", "new", ""), *reversed(CARDS)])
    before = {(card.row.code, card.copy): card.spot for card in DECK}
    after = {(card.row.code, card.copy): card.spot for card in longer}
    assert {key: after[key] for key in before} == before


def test_spots_are_the_same_on_every_machine():
    assert [spot_of("A@1", copy, False) for copy in range(1, 8)] == [4, 5, 0, 1, 2, 3, 4]
    assert spot_of("oc", 1, True) == 7


def test_tags_of_different_spots_do_not_couple():
    # 15 mm apart is enough (spots.py); a full card's tag under a frame's one counts too.
    for a, b in combinations(PLACES, 2):
        assert dist(a, b) >= 15


def test_tags_lie_inside_their_card_and_outside_a_frames_window():
    for spot, (x, y) in enumerate(PLACES):
        wide, high = TAG_SMALL if spot >= FIRST_SPOT_OF_FRAMES else (TAG_ROUND, TAG_ROUND)
        assert wide / 2 + 1 <= x <= g.CARD - wide / 2 - 1
        assert high / 2 + 1 <= y <= g.CARD - high / 2 - 1
        if spot >= FIRST_SPOT_OF_FRAMES:
            assert y + high / 2 <= g.WINDOW_TOP - 1 or y - high / 2 >= g.CARD - g.WINDOW_TOP + 1
