"""Room: the debounce rules as tables: what is polled and swept in, what is reported out.

A script is words: `U` `R` `C` `.` two agreeing sweeps of a face (up, row, column, uncovered), `u` a single sweep;
`+AB` a whole poll with tags A and B, `-` a clean timeout, `~` a garbled poll, `!` a failure. Polls are 20 ms apart; a
number is a pause in ms.
"""

from firmware.contracts import CLEAN, FACE_COL, FACE_NONE, FACE_ROW, FACE_UP, FAULT, GARBLED, HIT
from firmware.sensing.debounce import POLLS_SILENT, POLLS_SILENT_WEAK, Spot
from firmware.sensing.presence import DOUBTFUL_MS, MISSES_DOUBTFUL

SWEEPS = {"U": FACE_UP, "R": FACE_ROW, "C": FACE_COL, ".": FACE_NONE}


def play(script, spot=None):
    """The spot after a script; cards A, B, ... have UIDs 0a, 0b, ..."""
    spot = spot or Spot(True, True)
    now = 0
    for word in script.split():
        now += int(word) if word.isdigit() else 20
        if word.isdigit():
            continue
        if word[0] in "+~":
            found = [bytes((int("0" + letter, 16),)) for letter in word[1:]]
            ripe = spot.poll(HIT if word[0] == "+" else GARBLED, found, now)
            for uid in ripe:
                spot.confirm(uid)
        elif word == "-":
            spot.poll(CLEAN, [], now)
        elif word == "!":
            spot.poll(FAULT, [], now)
        elif word == "u":
            spot.sweep(FACE_UP)
        else:
            spot.sweep(SWEEPS[word])
            spot.sweep(SWEEPS[word])
    return spot


def shows(script, spot=None):
    """(status, face, uids, missing) after a script."""
    report = play(script, spot).report(7)
    assert report["pos"] == 7
    return report["status"], report["face"], report["uids"], report["missing"]


EMPTY = ("empty", "none", [], [])
CARD = ("card", "up", ["0a"], [])


def test_a_card_is_there_after_two_agreeing_reads():
    assert shows("U +A") == EMPTY
    assert shows("U +A +A") == CARD
    assert shows("+A +A U") == EMPTY, "reads before the cell was covered need one more"
    assert shows("+A +A U +A") == CARD


def test_a_read_that_is_contradicted_does_not_count():
    assert shows("U +A - +A") == EMPTY
    assert shows("U +A +B +A") == EMPTY
    assert shows("U +A ~ +A") == CARD, "garbled is neither"
    assert shows("U +AB +AB")[2] == ["0a", "0b"]


def test_garbled_polls_alone_never_make_a_card():
    assert shows("U ~A ~A ~A ~A")[2] == []


def test_the_faces_of_a_covered_cell():
    for sign, face in (("U", "up"), ("R", "row"), ("C", "col")):
        assert shows(sign + " +A +A")[1] == face
    assert shows("R +A +A C") == ("card", "col", ["0a"], [])


def test_one_sweep_changes_nothing():
    spot = play("R +A +A")
    assert shows("u", spot)[1] == "row"
    assert shows("R u R u", spot)[1] == "row"
    assert shows("u u", spot)[1] == "up"


def test_a_uid_is_never_dropped_while_its_cell_stays_covered():
    assert shows("U +A +A " + "- " * 500)[2] == ["0a"]
    assert shows("U +A +A " + "~ " * 500) == CARD
    assert shows("U +A +A " + "+B " * 500)[2] == ["0a", "0b"]


def test_gone_is_two_clean_timeouts_over_an_uncovered_cell():
    assert shows("U +A +A . -") == CARD
    assert shows("U +A +A . - -") == EMPTY
    assert shows("U +A +A - - . -") == CARD, "timeouts under cover do not count"
    assert shows("U +A +A . - ~ -") == EMPTY
    assert shows("U +A +A . ~ ~ ~ ~") == CARD
    assert shows("U +A +A . - +A -") == CARD, "seen again: counted anew"
    assert shows("U +A +A . - U . -") == CARD, "covered in between: counted anew"
    assert shows("U +A +A . ! ! -")[2] == ["0a"]


def test_a_lifted_card_keeps_its_face_until_it_is_gone():
    assert shows("R +A +A . -")[1] == "row"


def test_another_card_that_answers_over_an_uncovered_cell_says_slowly_that_one_is_gone():
    assert shows("U +AB +AB . " + "+B " * 4)[2] == ["0a", "0b"]
    assert shows("U +AB +AB . " + "+B " * 5)[2] == ["0b"]


def test_uids_keep_the_order_of_arrival():
    assert shows("U +B +B +AB +AB")[2] == ["0b", "0a"]


def test_a_covered_cell_without_an_answer_is_silent_after_a_few_polls():
    assert shows("R " + "- " * (POLLS_SILENT - 1)) == EMPTY
    assert shows("R " + "- " * POLLS_SILENT) == ("silent", "row", [], [])
    assert shows("R " + "- " * POLLS_SILENT + "+A +A") == ("card", "row", ["0a"], [])
    assert shows("R " + "- " * POLLS_SILENT + ".") == EMPTY


def test_a_cell_that_is_covered_anew_is_given_all_its_polls_again():
    almost = "U" + " -" * (POLLS_SILENT - 1)
    assert shows(almost + " . " + almost) == EMPTY
    assert shows(almost + " . " + almost + " -")[0] == "silent"


def test_a_weak_tag_now_and_then_delays_silent_but_not_for_ever():
    assert shows("R " + "- +A " * (POLLS_SILENT_WEAK // 2 - 1) + "- +A")[0] == "silent"
    assert shows("R - - - +A")[0] == "empty"


def test_a_uid_missing_under_cover_becomes_doubtful_and_comes_back():
    assert shows("U +AB +AB " + "+A " * (MISSES_DOUBTFUL - 1)) == ("card", "up", ["0a", "0b"], [])
    spot = play("U +AB +AB " + "+A " * MISSES_DOUBTFUL)
    assert shows("", spot) == ("doubtful", "up", ["0a", "0b"], ["0b"])
    assert shows("+AB", spot) == ("card", "up", ["0a", "0b"], [])


def test_a_weak_tag_that_came_back_before_is_given_longer():
    spot = play("U +AB +AB " + ("+A " * 7 + "+AB ") * 2)
    assert shows("+A " * 20, spot)[3] == []
    assert shows("+A", spot)[3] == ["0b"]
    assert shows("+AB " + "+A " * 39, spot)[3] == []
    assert shows("+A", spot)[3] == ["0b"]


def test_after_an_outage_of_the_whole_reader_a_lifted_card_is_asked_for_soon():
    """No tag was read for long: that says nothing of this one. On a busy table polls are far apart."""
    outage = "U +AB +AB " + "- " * 40
    assert shows(outage + "+AB " + "+A " * 39)[3] == []
    assert shows(outage + "+AB " + "+A 300 " * 7 + "+A")[3] == []
    assert shows(outage + "+AB " + "+A 300 " * 8 + "+A") == ("doubtful", "up", ["0a", "0b"], ["0b"])
    assert shows(outage + "+AB " * 40 + "+A " * MISSES_DOUBTFUL)[3] == ["0b"], "read well since: forgotten"
    pause = str(DOUBTFUL_MS)
    assert shows("U +AB +AB " + pause + " +A " * (MISSES_DOUBTFUL - 1))[3] == [], "a few polls must agree"


def test_a_card_that_is_never_read_among_broken_polls_that_read_the_others_is_doubtful():
    assert shows("U +AB +AB " + "~A " * (4 * MISSES_DOUBTFUL - 1)) == ("card", "up", ["0a", "0b"], [])
    assert shows("U +AB +AB " + "~A " * (4 * MISSES_DOUBTFUL)) == ("doubtful", "up", ["0a", "0b"], ["0b"])
    assert shows("U +AB +AB . " + "~A " * 500)[2] == ["0a", "0b"], "broken polls take nothing off"


def test_a_doubtful_card_is_not_certain_again_when_the_last_one_is_lifted():
    lifted = "U +AB +AB " + "+A " * MISSES_DOUBTFUL
    assert shows(lifted + ". -") == ("doubtful", "up", ["0a", "0b"], ["0b"])
    assert shows(lifted + ". - -") == EMPTY


def test_a_uid_read_in_a_garbled_poll_is_not_missing():
    assert shows("U +A +A " + ("- " * 7 + "~A ") * 5) == CARD


def test_a_tag_over_uncovered_sensors_is_a_skewed_card_only_after_a_while():
    assert shows("+A " * 20) == EMPTY, "a card on its way down, or in the hand"
    assert shows("+A " * 40) == ("card", "skew", ["0a"], [])
    assert shows("+A " * 40 + "U") == CARD
    assert shows("+A " * 40 + "- -") == EMPTY
    assert shows("U +A +A . " + "+A " * 40)[1] == "skew"


def test_a_reader_is_faulty_after_two_failures_and_keeps_what_it_knew():
    assert shows("U +A +A !") == CARD
    assert shows("U +A +A ! !") == ("fault", "up", ["0a"], [])
    assert shows("U +A +A ! ! +A") == CARD
    assert shows("U +A +A ! +A !") == CARD


def test_a_reader_that_works_again_vouches_for_no_card_that_it_has_not_read_since():
    """Lifted off a stack while the reader was dead: certain only after a read, asked for after enough misses."""
    lifted = "U +AB +AB ! ! "
    assert shows(lifted + "+A") == ("fault", "up", ["0a", "0b"], [])
    assert shows(lifted + "+A " * (MISSES_DOUBTFUL - 1)) == ("fault", "up", ["0a", "0b"], [])
    assert shows(lifted + "+A " * MISSES_DOUBTFUL) == ("doubtful", "up", ["0a", "0b"], ["0b"])
    assert shows(lifted + "~A ~B") == ("card", "up", ["0a", "0b"], []), "read in turns, each whole"
    assert shows(lifted + "+A ! ! +B") == ("fault", "up", ["0a", "0b"], [])
    assert shows(lifted + "! . - -") == EMPTY
    spot = play(lifted + "+A")
    spot.drop(bytes((0x0B,)))
    assert shows("", spot) == CARD


def test_over_a_dead_reader_light_alone_tells_of_coming_and_going():
    assert shows("! ! R") == ("fault", "row", [], [])
    assert shows("U +A +A ! ! .") == ("fault", "up", ["0a"], []), "one more look, in case it comes back"
    assert shows("U +A +A ! ! . ! ! !") == ("fault", "none", [], [])
    assert shows("U +A +A ! ! . ! ! U ! ! !")[2] == ["0a"]
    assert shows("+A " * 40 + "! ! ! ! ! !")[2] == ["0a"], "light does not see a skewed card"


def test_a_reader_that_works_again_over_a_card_it_does_not_know_is_silent_until_it_reads_it():
    assert shows("! ! U -") == ("silent", "up", [], [])
    assert shows("! ! U +A +A") == CARD


def test_a_position_without_sensors_goes_by_reads_and_timeouts_alone():
    def pad(script):
        return shows(script, Spot(True, False))

    assert pad("+A") == EMPTY
    assert pad("+A +A") == ("card", "none", ["0a"], [])
    assert pad("+A +A -") == ("card", "none", ["0a"], [])
    assert pad("+A +A - -") == EMPTY
    assert pad("+A +A - +A -") == ("card", "none", ["0a"], [])
    assert pad("+A +A +B +B")[2] == ["0a", "0b"], "two cards in the slot, or one taking the other's place"
    assert pad("+A +A " + "+B " * 5)[2] == ["0b"]


def test_a_position_without_reader_is_silent_as_soon_as_it_is_covered():
    assert shows("U", Spot(False, True)) == ("silent", "up", [], [])
    assert shows("U .", Spot(False, True)) == EMPTY


def test_undecided_asks_for_another_poll_at_once():
    for script, wanted in (
        ("", False),
        ("u", True),
        ("U", True),
        ("U +A", True),
        ("U +A +A", False),
        ("U " + "- " * POLLS_SILENT, False),
        ("U +A +A .", True),
        ("U +A +A . - -", False),
        ("!", True),
        ("! !", False),
    ):
        assert play(script).undecided() == wanted, script
