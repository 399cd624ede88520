"""What the front end says about a match: who plays, whose turn it is, how it ended."""

from __future__ import annotations

import re
from typing import Any

from quatrefoil.match import phases
from quatrefoil.match.match import WITHOUT_RESULT
from quatrefoil.terminal.state import MatchState, Remark
from quatrefoil.terminal.words import phrase_text
from quatrefoil.view.words import Words, level_name


class Sentences:
    """Speaks about one match."""

    def __init__(self, match: MatchState, own: Words, game: Words) -> None:
        self._match = match
        self.own = own
        self.game = game

    def player(self, seat: int) -> str:
        """Return a player's name in the game."""
        return self.game(f"player.{seat}")

    def letter(self, seat: int) -> str:
        """Return a sign for a player: that of the board, the first letter, or a number."""
        sign = f"player.{seat}.sign"
        if sign in self.game:
            return self.game(sign)
        letters = [self.player(other)[0] for other in range(len(self._match.state["seats"]))]
        return letters[seat] if len(set(letters)) == len(letters) else str(seat + 1)

    def called(self, seat: int) -> str:
        """Return what to call a player in a sentence: by name, where nobody else has the same."""
        names = [self._name(other) for other in range(len(self._match.state["seats"]))]
        if names[seat] and names.count(names[seat]) == 1:
            return names[seat]
        return f"{names[seat]} ({self.player(seat)})" if names[seat] else self.player(seat)

    def _name(self, seat: int) -> str:
        """Return a person's name, or the name of the computer's level; "" where there is none."""
        data = self._match.state["seats"][seat]
        if data["kind"] == "computer" and not data["replaced"]:
            return level_name(data["level"], self.own.language)
        return str(data["name"]) if data["kind"] == "person" else ""

    def who(self, seat: int) -> str:
        """Return who sits on a seat."""
        data = self._match.state["seats"][seat]
        if data["replaced"]:
            return self.own("match.replaced")
        if data["kind"] == "computer":
            return self.own("match.computer", level=data["level"], name=self._name(seat))
        if data["kind"] == "open":
            return self.own("match.open")
        if data["name"]:
            return str(data["name"])
        return self.own("match.you") if self._match.mine == [seat] else ""

    def is_away(self, seat: int) -> bool:
        """Whether a match waits for the person on a seat, who is not connected."""
        match = self._match
        awaited = seat < len(match.here) and seat not in match.mine and match.phase != phases.OVER
        return awaited and not match.here[seat] and match.state["seats"][seat]["kind"] == "person"

    def status(self) -> str:
        """Return what is to be done now."""
        match = self._match
        if match.phase == phases.OVER:
            return " – ".join(part for part in (self.result(), self.reason()) if part)
        if match.phase == phases.SHARING:
            return self._sharing()
        if match.phase in (phases.WAITING, phases.THROWING):
            return self.own(f"match.{match.phase}")
        if match.turn is None:
            return ""
        if match.my_turn:
            if match.drafted_all:
                return self.own("match.confirm", key="c", undo="u")
            return self.own("match.yours", player=self.player(match.turn))
        thinking = match.state["seats"][match.turn]["kind"] == "computer"
        player = self.called(match.turn)
        return self.own("match.thinking" if thinking else "match.turn", player=player)

    def _sharing(self) -> str:
        """Return for whom the dice wait; it takes a moment, unless somebody is away."""
        dice, seats = self._match.state["dice"], self._match.state["seats"]
        people = [seat for seat, data in enumerate(seats) if data["kind"] == "person"]
        missing = [seat for seat in people if not dice["hashes"][seat]]
        missing = missing or [seat for seat in people if not dice["values"][seat]]
        names = [self.called(seat) for seat in missing]
        return self.own("match.sharing", player=", ".join(names))

    def offer(self) -> str:
        """Return what is proposed, or that it was turned down; nothing if neither is so."""
        for offer in self._match.state.get("offers", ()):
            if set(self._match.mine) & set(offer["agreed"]):
                return self.own("match.offered", no="n")
            player = self.called(offer["seat"])
            return self.own(f"match.{offer['what']}.got", player=player, yes="y", no="n")
        decliner = self._match.declined_by
        if decliner is not None and decliner not in self._match.mine:
            return self.own("match.declined", player=self.called(decliner))
        return ""

    def remark(self, remark: Remark) -> str:
        """Return what somebody said, with their name."""
        phrase = phrase_text(remark.phrase, self.own.language) if remark.phrase else ""
        return f"{self.called(remark.seat)}: {phrase or remark.text}"

    def result(self) -> str:
        """Return who won."""
        over = self._over
        winners = over["winners"]
        if over["how"] in WITHOUT_RESULT:
            return self.own(f"over.{over['how']}")
        if len(winners) == 1:
            if self._match.mine == winners:
                return self.own("over.you")
            return self.own("over.won", player=self.called(winners[0]))
        if len(winners) == len(over["scores"]) or not winners:
            return self.own("over.draw")
        return self.own("over.shared", players=", ".join(self.called(seat) for seat in winners))

    def reason(self) -> str:
        """Return why the match ended."""
        over = self._over
        if over["how"] == "rules":
            return self.game("reason." + re.sub(r"[^a-z0-9]+", "-", over["reason"].lower()))
        key = f"over.how.{over['how']}"
        player = self.called(over["seat"]) if over["seat"] is not None else ""
        return self.own(key, player=player) if key in self.own else ""

    def scores(self) -> list[str]:
        """Return what each player reached, where it is more than who won."""
        scores = self._over["scores"]
        if set(scores) <= {0, 1} or (len(set(scores)) == 1 and scores[0] < 1):
            return []
        return [
            self.own("over.score", player=self.called(seat), score=score)
            for seat, score in enumerate(scores)
        ]

    @property
    def _over(self) -> dict[str, Any]:
        over: dict[str, Any] = self._match.state["over"]
        return over
