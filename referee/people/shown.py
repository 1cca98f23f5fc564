"""What a person has seen of a match so far, and therefore what is new in the next turn."""

from __future__ import annotations

from dataclasses import replace

from referee_client.errors import ProtocolError
from referee_client.position import unpack
from referee_client.v1 import play_service_pb2 as wire

from referee.people.fitting import TurnLines, is_named, paragraphs
from referee.people.knowing import KnownGame
from referee.people.screen import Screen


class Shown:
    """Shows turn after turn. A card is explained in the first turn in which it is visible or can be chosen."""

    def __init__(self, screen: Screen, game: KnownGame) -> None:
        self._screen = screen
        self._game = game
        self._table: list[str] = []
        self._cards: set[str] = set()
        self._explained: set[str] = set()

    def told(self, turn: wire.Turn) -> TurnLines:
        """The texts of a Turn, line by line. Its text has a line for each event, then the view, then the cards."""
        lines = turn.text.split("\n")
        try:
            events = len(unpack(turn.position).events)
        except ProtocolError:  # a game that is not installed here
            events = 0
        legend = self._game.legend(turn)
        return TurnLines(
            events=lines[:events],
            view=lines[events : len(lines) - len(legend)],
            cards=[line.strip() for line in legend if not line.endswith(":")],  # without its headings
            options=turn.option_texts,
        )

    def show(self, turn: wire.Turn, told: TurnLines) -> None:
        """Show a turn, with what is new since the last one."""
        chosen = {card for card in told.cards if is_named(card, told.options)}
        new = [card for card in told.cards if card in chosen or card not in self._cards]
        cards = [card for card in new if card not in self._explained]
        cards.sort(key=lambda card: card not in chosen)
        shown = replace(told, cards=cards)
        self._explained.update(self._screen.turn(turn.seat, turn.turn, shown, self._table))
        self._cards.update(told.cards)
        self._table = paragraphs(told.view)
