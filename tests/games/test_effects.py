"""Room: what the words of the card list mean, and that a table plays with whatever catalogue is in use."""

from firmware.games import Refusal
from firmware.games.energy_matrix.cards import database_rows, kinds
from firmware.games.energy_matrix.cards.effects import event_of, frame_effect, points_of
from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.matrix.machines import survey
from firmware.games.energy_matrix.plan import best
from firmware.games.kit.journal import replay
from firmware.games.kit.saved_game import decode, encode
from tests.games.card_rows import machine_row
from tests.games.table_play import GAME
from tests.helpers import raises

STORM = ["storm", "event", "", "", "", "thunder", "1", "风暴", "storm"]
CALM = ["calm", "frame", "", "", "", "rated-2", "1", "平静", "calm"]
RICH = ["rich", "frame", "", "", "", "rated+1 product+2 rain", "1", "富", "rich"]
SIDE = ["side", "frame", "", "", "", "edge", "1", "侧", "side"]
RUSH = ["rush", "event", "", "", "", "ap+2", "1", "冲", "rush"]
MINE = ["6A@4", "producer", "4", "", "6A", "", "2", "产出 6A", "makes 6A"]


def catalogue(*more):
    """The first card list and these rows."""
    return database_rows.catalogue_of([database_rows.fields_of(row) for row in kinds.CARDS] + list(more))


class using:  # noqa: N801
    """with using(catalogue): the table plays with it."""

    def __init__(self, mine):
        self.mine = mine

    def __enter__(self):
        kinds.use(self.mine)

    def __exit__(self, kind, value, trace):
        kinds.use(kinds.DEFAULT)


def test_frames():
    for text, effect in (
        ("rated-1", (-1, 0, "", False)),
        ("rated+1 product+1", (1, 1, "", False)),
        ("product+1 rated+1", (1, 1, "", False)),
        ("product+3 sun", (0, 3, "sun", False)),
        ("rated-2 product+1 rain", (-2, 1, "rain", False)),
        ("edge", (0, 0, "", True)),
    ):
        assert frame_effect(text) == effect, text


def test_what_no_frame_does():
    for text in (
        "", "eco", "rated", "rated+", "rated0", "rated+0", "rated1", "rated+12", "rated+1 rated+1", "product-1",
        "product", "sun", "sun product+1", "product+1 sun rain", "product+1 thunder", "edge rated+1",
        "rated-1  product+1", "Rated-1",
    ):  # fmt: skip
        assert frame_effect(text) is None, text


def test_events():
    for text, event in (
        ("sun", ("sun", 0)), ("thunder", ("thunder", 0)), ("ap+1", ("ap", 1)), ("ap-3", ("ap", -3)),
        ("draw2", ("draw", 2)),
    ):  # fmt: skip
        assert event_of(text) == event, text
    for text in ("", "none", "snow", "ap", "ap1", "ap+4", "ap+0", "draw", "draw0", "draw12", "draw+2", "Sun"):
        assert event_of(text) is None, text
    assert [points_of(event) for event in ("ap-2", "ap+1", "sun", "none")] == [-2, 1, 0, 0]


def test_rows_go_through_text_and_back():
    for row in kinds.CARDS:
        assert database_rows.row_of(database_rows.fields_of(row)) == row


def test_texts_that_make_no_row():
    for field, text in ((2, "x"), (2, ""), (3, "2D"), (4, "0A"), (6, ""), (6, "-1")):
        bad = list(database_rows.fields_of(machine_row("2A>B@1")))
        bad[field] = text
        with raises(ValueError):
            database_rows.row_of(bad)
    with raises(ValueError):
        database_rows.row_of(["A@1"])
    for bad in (["x", "frame", "", "", "", "shine", "1", "x", "x"], ["x", "event", "", "", "", "", "1", "x", "x"]):
        with raises(ValueError):
            database_rows.catalogue_of([bad])


def test_every_rule_follows_the_catalogue_in_use():
    board = "- 6A@4[calm,calm] . . / - . . . / - . . . / - . . ."
    with raises(notation.NotationError):
        notation.parse(board)
    with using(catalogue(MINE, CALM)):
        parsed, _ = notation.parse(board)
        assert survey(parsed)[0][3:6] == [0, 1, "over"]
        assert best.best(parsed, rule="at_least")["net"] == [6, 0, 0]
    with raises(notation.NotationError):
        notation.parse(board)


def test_a_new_frame_works_as_its_words_say():
    with using(catalogue(RICH)):
        for event, demand, made in (("none", 2, (1, 0, 0)), ("rain", 2, (3, 0, 0)), ("sun", 2, (1, 0, 0))):
            board, _ = notation.parse("- A@1[rich] . . / . . . . / . . . . / . . . .")
            assert survey(board, event)[0][3] == demand and survey(board, event)[0][7] == made, event


def test_a_new_edge_battery_goes_into_sockets_only():
    with using(catalogue(SIDE)):
        state = {"queue": [], "players": [], "active": 0, "options": {"frames_per_machine": 0}}
        from firmware.games.energy_matrix.rules.account import empty_board
        from firmware.games.energy_matrix.rules.building import ext, frame

        assert ext(state, empty_board(), 3, "side")["edges"][3] == ["side"]
        board, _ = notation.parse("A@1 . . . / . . . . / . . . . / . . . .")
        with raises(Refusal) as refused:
            frame(state, board, 0, "side")
        assert refused.value.code == "ext_on_cell"
        with raises(Refusal) as refused:
            ext(state, empty_board(), 3, "eco")
        assert refused.value.code == "not_ext"


def turn_over(code):
    """The state after that card was the last one turned over in the first turn."""
    state = GAME.setup()
    for action in [["next"]] + [["push", code]] * 4 + [["next"], ["next"], ["push", code], ["reveal"]]:
        state = GAME.apply(state, action)
    return state


def test_a_new_event_brings_its_effect():
    with using(catalogue(STORM, RUSH)):
        assert turn_over("storm")["event"] == "thunder"
        assert turn_over("rush")["points"] == 5


def test_a_saved_game_goes_on_with_its_cards_and_more():
    with using(catalogue(MINE)):
        saved = encode(GAME.apply(GAME.setup(), ["next"]))
    with using(catalogue(STORM, MINE, CALM)):
        assert decode(GAME, saved)["phase"] == "fill"
    with raises(ValueError) as refused:
        decode(GAME, saved)
    assert "other cards" in str(refused.value)
    changed = list(MINE)
    changed[2], changed[0] = "3", "6A@3"
    with using(catalogue(changed)):
        with raises(Refusal):
            replay(GAME, [["setup", "duel", {}, database_rows.prints(catalogue(MINE))]])


def test_names_and_copies_do_not_make_other_cards():
    renamed = list(MINE)
    renamed[6:] = ["7", "六", "six"]
    assert database_rows.prints(catalogue(MINE)) == database_rows.prints(catalogue(renamed))
    assert len(database_rows.prints(catalogue(MINE))) == 4 * 27
