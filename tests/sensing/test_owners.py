"""Room: one UID, one position: moving, ghosts of neighbouring fields, and two cards with one UID."""

from firmware.contracts import CLEAN, FACE_NONE, FACE_UP, FAULT, HIT
from firmware.sensing.debounce import Spot
from firmware.sensing.owners import Owners

A = b"\x0a"
GHOST = b"\x0f"


class Board:
    """Spots 0 and 1 are cells, 2 a tap pad; `poll` does what scan.py does."""

    def __init__(self):
        self.spots = [Spot(True, True), Spot(True, True), Spot(True, False)]
        self.owners = Owners(self.spots)
        self.now = 0

    def cover(self, position, face=FACE_UP):
        self.spots[position].sweep(face)
        self.spots[position].sweep(face)

    def poll(self, position, *uids, result=None):
        """Positions that should be asked at once."""
        self.now += 20
        spot = self.spots[position]
        before = list(spot.uids)
        ask = []
        for uid in spot.poll(result or (HIT if uids else CLEAN), list(uids), self.now):
            other = self.owners.claim(position, uid)
            if other >= 0:
                ask.append(other)
        self.owners.release(position, before)
        return ask

    def where(self, uid=A):
        return [i for i, spot in enumerate(self.spots) if uid in spot.uids]


def with_card():
    board = Board()
    board.cover(0)
    board.poll(0, A)
    board.poll(0, A)
    assert board.where() == [0]
    return board


def test_a_uid_that_left_its_old_place_moves():
    board = with_card()
    board.cover(0, FACE_NONE)
    board.poll(2, A)
    board.poll(0)
    board.poll(2, A)
    assert board.where() == [0]
    board.poll(0, GHOST)
    board.poll(2, A)
    assert board.where() == [2]
    assert board.owners.touched == [0]
    assert board.owners.owner == {A: 2}


def test_a_uid_heard_beside_a_place_that_is_just_covered_waits_for_that_place():
    """Two readings of a neighbour's new card must not give it to the stack next to it."""
    board = with_card()
    board.cover(1)
    assert board.poll(0, A, GHOST) == []
    assert board.poll(0, A, GHOST) == [1]
    assert board.where(GHOST) == []
    board.poll(1, GHOST)
    board.poll(1, GHOST)
    assert board.where(GHOST) == [1]


def test_a_card_laid_onto_known_ones_is_there_after_four_agreeing_reads():
    board = with_card()
    for _ in range(3):
        board.poll(0, A, GHOST)
        assert board.where(GHOST) == []
        assert board.spots[0].undecided()
    board.poll(0, A, GHOST)
    assert board.where(GHOST) == [0]
    assert not board.spots[0].undecided()


def test_two_places_covered_at_once_do_not_wait_for_each_other_for_ever():
    board = Board()
    board.cover(0)
    board.cover(1)
    for number in range(1, 5):
        board.poll(0, A)
        assert board.where() == ([0] if number == 4 else [])


def test_a_place_that_stays_silent_is_not_waited_for():
    board = Board()
    board.cover(1)
    for _ in range(10):
        board.poll(1)
    board.cover(0)
    board.poll(0, A)
    board.poll(0, A)
    assert board.where() == [0]


def test_a_claim_asks_the_old_place_first():
    board = with_card()
    board.poll(2, A)
    assert board.poll(2, A) == [0], "poll 0 at once"
    assert board.where() == [0]
    for _ in range(4):
        board.poll(0, b"\x0b")
        board.poll(2, A)
        assert board.where() == [0], "covered: a few misses are no proof"
    board.poll(0, b"\x0b")
    board.poll(2, A)
    assert board.where() == [2]


def test_a_reading_over_an_open_cell_takes_only_what_is_doubtful_elsewhere():
    board = with_card()
    for polls in range(1, 60):
        board.poll(0, b"\x0b")
        board.poll(1, A)
        if board.where() == [1]:
            break
    assert polls >= 15, "long enough to be a skewed card"
    assert polls < 59


def test_a_ghost_of_the_neighbours_field_never_takes_a_card_away():
    board = with_card()
    board.cover(1)
    for _ in range(200):
        board.poll(1, A)
        board.poll(0, A)
        board.poll(1)
        assert board.where() == [0]


def test_a_ghost_over_an_uncovered_cell_is_not_believed_however_steady():
    board = with_card()
    for _ in range(100):
        board.poll(1, A)
        board.poll(0, A)
    assert board.where() == [0]


def test_a_steady_ghost_beside_a_card_of_its_own_is_not_believed():
    board = with_card()
    board.cover(1)
    for _ in range(100):
        board.poll(1, A, b"\x0b")
        board.poll(0, A)
    assert board.where() == [0]
    assert board.where(b"\x0b") == [1]


def test_two_cards_with_one_uid_are_told_at_both_places():
    board = with_card()
    board.cover(1)
    for _ in range(17):
        board.poll(1, A)
        board.poll(0, A)
    assert board.where() == [0, 1]
    assert [spot.report(i)["status"] for i, spot in enumerate(board.spots)] == ["doubtful", "doubtful", "empty"]


def test_taking_one_of_the_two_away_cures_both():
    for taken, kept in ((0, 1), (1, 0)):
        board = with_card()
        board.cover(1)
        for _ in range(17):
            board.poll(1, A)
            board.poll(0, A)
        board.cover(taken, FACE_NONE)
        board.poll(taken)
        board.poll(taken)
        assert board.where() == [kept]
        assert board.spots[kept].report(kept)["status"] == "card"
        assert board.owners.owner == {A: kept}


def test_an_uncovered_cell_gives_up_a_uid_that_another_one_reads():
    board = with_card()
    board.cover(1)
    for _ in range(17):
        board.poll(1, A)
        board.poll(0, A)
    board.cover(1, FACE_NONE)
    board.owners.uncovered(1)
    assert board.where() == [0]
    assert board.spots[0].report(0)["status"] == "card"


def test_a_broken_reader_loses_its_card_only_to_a_steady_reading_elsewhere():
    board = with_card()
    board.poll(0, result=FAULT)
    board.poll(0, result=FAULT)
    board.cover(1)
    for _ in range(5):
        board.poll(1, A)
    assert board.where() == [0]
    board.poll(1, A)
    assert board.where() == [1]


def test_a_dropped_uid_has_no_owner():
    board = with_card()
    board.cover(0, FACE_NONE)
    board.poll(0)
    board.poll(0)
    assert board.where() == []
    assert board.owners.owner == {}
