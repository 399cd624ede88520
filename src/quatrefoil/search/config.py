"""How to search: frozen, with every default in one place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from quatrefoil.core.evaluate import Advice, evaluator_of
from quatrefoil.core.game import Rules

#: The memory that a search takes at most, in megabytes, unless told otherwise.
MEMORY = 256


@dataclass(frozen=True)
class Config:
    """How a search goes about it."""

    advice: Advice = field(default_factory=Advice)
    seed: int = 0
    threads: int = 1
    #: Megabytes for the trees of all threads, or for the table that they share.
    memory: float = MEMORY
    #: Whether a search keeps what earlier ones found out.
    reuse: bool = True
    #: Whether proven bounds of endings are looked up where a game has tables of them.
    knows: bool = True
    #: How many of the best moves alpha-beta finds the value of: of others only that they are worse.
    lines: int = 1
    #: Textbook UCT: every move once, then by confidence bounds; nothing is proven.
    plain: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= 256:
            raise ValueError(f"threads is a whole number from 1 to 256, not {self.threads!r}")
        if self.lines < 1:
            raise ValueError(f"lines is a whole number from 1, not {self.lines!r}")
        if not self.memory > 0:
            raise ValueError(f"memory is a number of megabytes above 0, not {self.memory!r}")

    @classmethod
    def best(cls, rules: Rules, **changes: object) -> Config:
        """Return what the game's own evaluator advises."""
        return replace(cls(evaluator_of(rules).advice()), **changes)  # type: ignore[arg-type]

    @classmethod
    def uct(cls, **changes: object) -> Config:
        """Return plain UCT with random playouts: what everything else is measured against."""
        return replace(cls(_PLAIN_ADVICE, plain=True, reuse=False), **changes)  # type: ignore[arg-type]


_PLAIN_ADVICE = Advice(exploration=2**0.5 / 2, expand_at=1, scan=False)
