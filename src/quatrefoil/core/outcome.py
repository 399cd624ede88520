"""How a game ended."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """Scores by player, and why the game ended, in a few words of the game's own."""

    scores: tuple[float, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the highest score; more than one is a draw between them."""
        best = max(self.scores)
        return tuple(player for player, score in enumerate(self.scores) if score == best)

    @property
    def shares(self) -> tuple[float, ...]:
        """What each player gets of the one point that a game is worth."""
        winners = self.winners
        return tuple(1 / len(winners) if p in winners else 0.0 for p in range(len(self.scores)))

    @property
    def rewards(self) -> tuple[float, ...]:
        """The same for those who count from −1 to 1: a win alone is 1, and the sum is 0."""
        players = len(self.scores)
        return tuple((players * share - 1) / (players - 1) for share in self.shares)


def plain(scores: tuple[float, ...]) -> list[float | int]:
    """Scores as JSON shows them: whole numbers without a decimal point."""
    return [int(score) if score == int(score) else score for score in scores]
