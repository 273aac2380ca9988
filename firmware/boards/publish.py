"""Room: tells everybody what the table says: LEDs and displays of all boards, satellites, the host; only what changed.

Records to the host: {"t":"view",...}, {"t":"screen","player","screen","text"}, {"t":"account",...},
{"t":"faults","player","faults"}, {"t":"action","n","action"} (without secrets), {"t":"undone","n"}.
"""

from firmware.panel.text import set_off


class Publisher:
    """`app` is the primary's App, `link` its link to the other boards."""

    def __init__(self, app, link, cartridge, boards):
        self._app = app
        self._link = link
        self._cartridge = cartridge
        self._boards = boards
        self._told = {}  # (receiver, key): what it was told last

    def forget(self, receiver):
        """That receiver was started anew or lost track: everything is news to it, screens go to all."""
        self._told = {key: value for key, value in self._told.items() if key[0] not in (receiver, "screen")}

    def show(self, activity, language):
        """Bring LEDs, displays, satellites and host up to date, LEDs first; a generator of slices.

        activity: the contracts.Activity on show. Only what changed is sent; what happens between two slices is the
        next round's.
        """
        view = activity.view()
        self._app.light(view)
        yield
        self._focus(activity.focus())
        for player in range(1, self._boards):
            self._light(player, view["players"][player], view["cues"])
        yield
        for player in range(self._boards):
            screen = activity.screen(player)
            if not self._is_news(("screen", player), [screen, language]):
                continue
            self._show_screen(player, screen, language)
            yield
            self._word_screen(player, screen)
            yield
        host = {"t": "view"}
        host.update(view)
        self._tell("view", host)
        play = activity.play
        if play is not None:
            yield
            self._journal(activity)
            yield
            self._tell("account", play.report())
            yield
            for player in range(min(self._boards, len(play.seen))):
                record = {"t": "faults", "player": player, "faults": play.faults(player)}
                self._tell(("faults", player), record)

    def _light(self, player, mine, cues):
        """A satellite's part of the view. That cues are over is no news: it would take the place of those that wait."""
        record = {"t": "view", "cells": mine["cells"], "edges": mine["edges"], "active": mine["active"]}
        if self._is_news((player, "view"), record) or cues:
            self._link.send(player, dict(record, cues=cues), "view")

    def _show_screen(self, player, screen, language):
        if player == 0:
            self._app.say(screen)
        else:
            self._link.send(player, {"t": "screen", "s": self._named(screen, language), "l": language}, "screen")

    def _named(self, screen, language):
        """The screen with cards by their names: satellites have no card database."""
        named = dict(screen)
        named["title"] = self._name_cards(screen["title"], language)
        named["lines"] = [self._name_cards(line, language) for line in screen["lines"]]
        named["hint"] = self._name_cards(screen["hint"], language)
        return named

    def _name_cards(self, message, language):
        args = {}
        for key, value in message[1].items():
            if type(value) is list and len(value) == 2 and value[0] == "card" and value[1]:
                name = self._cartridge.card_name(value[1], language)
                value = value[1] if name is None else set_off(name, language)
            elif type(value) is list and len(value) == 2 and type(value[1]) is dict:
                value = self._name_cards(value, language)
            args[key] = value
        return [message[0], args]

    def _word_screen(self, player, screen):
        """The host gets codes and words."""
        say = self._app.words.say
        text = [say(screen["title"])] + [say(line) for line in screen["lines"]]
        text.append(say(screen["hint"]))
        record = {"t": "screen", "player": player, "screen": screen, "text": text}
        self._app.host.send(record, ("screen", player))

    def _journal(self, game):
        """Tell the host every action once."""
        journal = game.play.state["journal"]
        if len(journal) < game.journaled:
            self._app.host.send({"t": "undone", "n": len(journal)})
            game.journaled = len(journal)
        while game.journaled < len(journal):
            action = game.play.masked(journal[game.journaled])
            self._app.host.send({"t": "action", "n": game.journaled, "action": action})
            game.journaled += 1

    def _focus(self, positions):
        """Poll these most often; positions: {player: [...]}."""
        for player in range(self._boards):
            wanted = positions.get(player, [])
            if not self._is_news((player, "focus"), wanted):
                continue
            if player == 0:
                self._app.scanner.focus(wanted)
            else:
                self._link.send(player, {"t": "focus", "p": wanted}, "focus")

    def _is_news(self, key, value):
        if self._told.get(key) == value:
            return False
        self._told[key] = value
        return True

    def _tell(self, key, record):
        """Send a state to the host by its key unless it has it."""
        if self._is_news(("host", key), record):
            self._app.host.send(record, key)
