"""Room: what bots do in each phase of a turn, in the order in which people would; one function a phase.

`PHASES[phase](match)` does all of one phase and ends with the OK that leaves it. Comes after `bots.py` and `slips.py`;
`match.py` calls it.
"""

from host_tools.lab import slips
from host_tools.lab.checks import WEATHER
from host_tools.lab.plans import Yield, by_hand, next_by_hand
from host_tools.simulator import dealing

PUSHES = (1, 1, 1, 1, 1, 1, 2, 2, 3)  # how many cards a bot pushes, one of these at random
TAKE_BACK = 0.06  # share of event phases in which a pushed card is taken back
OTHER_PLAN = 0.3  # share of settlements with a choice in which another plan is looked at and taken
MANUAL = 0.08
LIFT = 0.04


def deal(match):
    """Life cards and hands for both."""
    dealing.deal(match.world)
    match.watch.write(dealt=[len(bot.hand()) for bot in match.bots])
    match.ok(0)


def fill(match):
    """The next of the four cards that fill the queue."""
    bot = match.bots[len(match.referee.queue) % 2]
    bot.push(bot.choose_for_queue())


def discard(match):
    """The head of the full queue goes to the discards."""
    match.watch.move(match.world.piles["queue"][0], "discard", "up", 0)
    match.ok(0)


def draw(match):
    """The cards due at the start of a turn."""
    match.active.draw(match.referee.due[match.referee.active])
    match.ok(match.referee.active)


def event(match):
    """Push one card or more; sometimes take one back first."""
    bot = match.active
    count = min(len(bot.hand()), match.random.choice(PUSHES))
    for _ in range(count):
        bot.push(bot.choose_for_queue())
    if count and match.random.random() < TAKE_BACK:
        match.tally["take back"] += 1
        bot.take_back()
        bot.push(match.random.choice(bot.hand()))
    match.ok(bot.player, hold=not count)


def reveal(match):
    """Turn over as many cards as were pushed, and draw what the event gives."""
    match.tally[match.referee.event] += 1
    while len(match.world.piles["queue"]) > len(match.referee.queue):
        match.watch.move(match.world.piles["queue"][0], "discard", "up", 0)
    if match.referee.due[match.referee.active]:
        match.active.draw(match.referee.due[match.referee.active])
    match.ok(match.referee.active)


def dismantle(match):
    """Lift a machine with its frames: the least adorned, or any."""
    bot = match.active
    machines = bot.side().layout.machines
    cell = min(machines, key=lambda cell: (len(machines[cell][1]), machines[cell][0], cell))
    if match.random.random() < 0.5:
        cell = match.random.choice(sorted(machines))
    bot.lift_machine(cell)
    match.referee.lifted(cell)
    match.settle_down("dismantling a machine")


def build(match):
    """Build as planned, with a slip now and then before or after."""
    bot = match.active
    slip = match.random.choice(slips.BUILDING) if match.random.random() < slips.RATE else None
    if slip not in (None, slips.one_too_many) and slip(match, bot):
        match.tally[slip.__name__] += 1
    bot.build(bot.plan())
    if slip is slips.one_too_many and slip(match, bot):
        match.tally[slip.__name__] += 1
    match.ok(bot.player)


def settle(match):
    """Take the best plan, another one, or fire by hand."""
    bot = match.active
    plans = match.referee.choices(bot.side().layout)
    if match.random.random() < LIFT and slips.lift_while_settling(match, bot):
        match.tally["lift while settling"] += 1
    if len(plans) > 1 and match.random.random() < OTHER_PLAN:
        _choose_plan(match, bot, plans)
    elif match.random.random() < MANUAL:
        _fire_by_hand(match, bot)
    else:
        match.ok(bot.player, plans[0])


def _choose_plan(match, bot, plans):
    """Look at the next plans, then take the one looked at, even a worse one."""
    match.tally["other plan"] += 1
    last = match.random.randint(1, min(3, len(plans) - 1))
    for at in range(1, last + 1):
        match.plan = plans[at]
        match.watch.press(bot.player, "right")
        match.settle_down("choosing another plan")
    match.ok(bot.player, plans[last])


def _fire_by_hand(match, bot):
    """Fire one machine at a time in reading order; sometimes take one back or leave some."""
    match.tally["by hand"] += 1
    event = match.referee.event if match.referee.event in WEATHER else None
    powered = Yield(bot.side().layout, event)
    order = []
    match.plan = by_hand(powered, order)
    match.watch.press(bot.player, "axis")
    match.settle_down("starting to fire by hand")
    while next_by_hand(powered, order) and match.random.random() > 0.05:
        order.append(next_by_hand(powered, order)[0])
        match.plan = by_hand(powered, order)
        match.watch.press(bot.player, "ok")
        match.settle_down("firing a machine by hand")
        if match.random.random() < 0.1:
            order.pop()
            match.plan = by_hand(powered, order)
            match.watch.press(bot.player, "back")
            match.settle_down("taking a fired machine back")
    if next_by_hand(powered, order):
        match.watch.press(bot.player, "left")
        match.watch.run()
    match.ok(bot.player, match.plan)


def end(match):
    """The loser of a life card takes it up and draws."""
    loser = 1 - match.referee.active
    card = match.random.choice(match.world.piles[f"life:{loser}"])
    match.watch.move(card, f"hand:{loser}", "down", 0)
    if match.referee.due[loser]:
        match.bots[loser].draw(match.referee.due[loser])
    match.ok(match.referee.active)


PHASES = {
    "deal": deal,
    "fill": fill,
    "discard": discard,
    "draw": draw,
    "event": event,
    "reveal": reveal,
    "dismantle": dismantle,
    "build": build,
    "settle": settle,
    "end": end,
}
