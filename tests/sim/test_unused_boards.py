"""Room: a table with more boards than the game uses: the others stay dark, and nothing that happens there ends it."""

from host_tools.simulator.session import open_session
from tests.engines import ENGINE


def test_a_second_board_looks_on_at_a_game_for_one_board():
    session = open_session(seed=3, players=2, engine=ENGINE, readers="ideal", language="en", game="memory")
    try:
        session.run_ms(4000)
        press(session, 0, "ok", 1500)
        session.command({"do": "deal"})
        session.run_ms(4000)
        session.world.move(session.world.pile("cell:0:3")[0], "cell:1:3", "up", 0)
        press(session, 1, "ok")
        assert session.stopped is None
        assert session.texts[1]["en"] == session.texts[0]["en"]
        assert session.view["players"][0]["cells"][3] == "p" and session.view["players"][0]["active"]
        assert session.view["players"][1]["cells"] == "." * 16 and not session.view["players"][1]["active"]
    finally:
        session.close()


def press(session, player, button, hold_ms=120):
    for down in (True, False):
        session.command({"do": "finger", "player": player, "button": button, "down": down})
        session.run_ms(hold_ms)
    session.run_ms(2500)
