"""Room: words printed on cards besides their names, zh and en: headings by kind, what an event does by its effect."""

from firmware.games.energy_matrix.cards.effects import event_of

LANGUAGES = ("both", "zh", "en")
KINDS = {
    "producer": ("基础产出牌", "Producer"),
    "converter": ("转化牌", "Converter"),
    "frame": ("强化框架", "Frame"),
    "event": ("事件牌", "Event"),
    "wormhole": ("2v2", "2v2"),
}
BACK = ("此面朝下", "this side down")  # of what is no battery
_EFFECTS = {
    "sun": ("本回合为晴天", "The turn is sunny"),
    "rain": ("本回合为雨天", "The turn is rainy"),
    "dismantle": ("拆下一台机器及其框架", "Take off a machine with its frames"),
    "thunder": ("本回合每格电压 +1", "Every cell +1 V this turn"),
    "ap": ("本回合行动点 {n:+d}", "Action points {n:+d} this turn"),
    "draw": ("从牌堆摸 {n} 张牌", "Draw {n} cards"),
    "wormhole": ("相邻机器与另一虫洞相连", "Joins the machines at both wormholes"),
}
_NOTHING = ("", "")


def effect_of(effect):
    """(name of its picture and words, number) of an event's effect; ("", 0) for one that nobody knows."""
    return ("wormhole", 0) if effect == "wormhole" else event_of(effect) or ("", 0)


def effect_words(effect):
    """What an event does, (zh, en)."""
    name, count = effect_of(effect)
    zh, en = _EFFECTS.get(name, _NOTHING)
    return zh.format(n=count).replace("-", "−"), en.format(n=count).replace("-", "−")


def said(pair, language):
    """The lines of a (zh, en) pair that a language wants: one, or two when they differ."""
    if language == "both":
        return pair if pair[0] != pair[1] else pair[:1]
    return (pair[LANGUAGES.index(language) - 1],)
