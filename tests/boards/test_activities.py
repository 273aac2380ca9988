"""Room: what a board shows: a stack of activities, of which the last is shown and pressed and all of them work on."""

from firmware.boards.activities import Activities
from firmware.contracts import Activity


class Named(Activity):
    """Keeps what it is told; `work`: slices that are still due; `following`: what takes its place."""

    def __init__(self, work=0, keeps=(), following=None):
        self.work = work
        self.keeps = keeps
        self.following = following
        self.presses = []
        self.news = []

    def press(self, player, button, held):
        self.presses.append((player, button, held))

    def notice(self, news):
        self.news.append(news)
        return news[0] in self.keeps

    def step(self):
        self.work -= 1
        return self.work > 0

    def close(self):
        return self.following


def settled(*stack):
    """A stack that has been shown."""
    activities = Activities(stack[0])
    for activity in stack[1:]:
        activities.open(activity)
    activities.changed = False
    return activities


def test_the_last_one_is_shown_and_pressed():
    menu, test = Named(), Named()
    activities = settled(menu, test)
    activities.press(1, "ok", True)
    assert activities.now is test and activities.first is menu and activities.changed
    assert (menu.presses, test.presses) == ([], [(1, "ok", True)])


def test_all_of_them_work_and_say_whether_more_is_due():
    game, over_it = Named(work=2), Named()
    activities = settled(game, over_it)
    assert activities.step() and not activities.step()
    assert (game.work, over_it.work) == (0, -2)


def test_news_go_down_until_one_keeps_them():
    game, over_it = Named(), Named(keeps=("tap",))
    activities = settled(game, over_it)
    activities.notice(["tap", 0, "A#1"])
    activities.notice(["slot", "A#1"])
    assert game.news == [["slot", "A#1"]] and len(over_it.news) == 2 and activities.changed


def test_the_first_is_followed_by_what_it_says_whatever_lies_on_it():
    game, over_it = Named(), Named()
    menu = Named(following=game)
    activities = settled(menu, over_it)
    menu.over = True
    activities.tidy()
    assert activities.first is game and activities.now is over_it and activities.changed


def test_one_that_is_over_shows_what_lies_under_it():
    menu, test = Named(), Named()
    activities = settled(menu, test)
    test.over = True
    assert activities.step(), "the menu is to be shown"
    assert activities.now is activities.first is menu


def test_a_change_anywhere_is_told_once():
    menu, test = Named(), Named()
    activities = settled(menu, test)
    assert not activities.step()
    menu.changed = True
    assert activities.step() and activities.changed
    activities.changed = False
    assert not activities.step() and not menu.changed


def test_what_is_there_is_not_opened_twice():
    menu, enrolment = Named(), Named()
    activities = settled(menu, enrolment)
    enrolment.over = True  # asked for again before it was closed
    enrolment.over = False
    activities.open(enrolment)
    enrolment.over = True
    activities.tidy()
    assert activities.now is menu
