"""The games as Python games of OpenSpiel, so that its algorithms play them.

    import pyspiel
    from quatrefoil.adapters import openspiel      # registers quatrefoil_trifoil and the others

    game = pyspiel.load_game("quatrefoil_trickle(players=3)")
    game = openspiel.load("trickle", "three")      # the same, by the name of a preset

A game's parameters are its options and `horizon`: OpenSpiel wants games that end, so a game
is a draw after `horizon` moves, dice included. Dice are chance nodes with exact odds. Returns
are 1 for a win alone and 0 in all; `core/encode.py` says what planes and actions are.
"""

from __future__ import annotations

from typing import Any

from quatrefoil.adapters.choice import choose_rules
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.encode import Encoder, encoder_of
from quatrefoil.core.errors import MissingExtraError, OptionError, shortened
from quatrefoil.core.game import Game
from quatrefoil.core.line import Line
from quatrefoil.core.options import Option
from quatrefoil.core.registry import all_games

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise MissingExtraError.of("openspiel", error) from None

#: What games are called there begins with this.
PREFIX = "quatrefoil_"
#: After this many moves a game is a draw, where its rules do not end it sooner.
HORIZON = 10_000
#: Values of parameters whose defaults depend on other options; the options never have them.
UNSET_NUMBER, UNSET_WORD = -1, "auto"


def load(game: str, preset: str = "", *, horizon: int = 0, **options: Any) -> QuatrefoilGame:
    """Return a game of OpenSpiel by name or by rules as text, with a preset and options."""
    rules = choose_rules(game, preset, options)
    given = {name: _plain(value) for name, value in rules.changed.items()}
    for name, value in given.items():
        if not isinstance(value, int | str):
            raise OptionError(
                f"option {name} of OpenSpiel's games is a number, a word or a flag, not"
                f" {shortened(value)}"
            )
    return pyspiel.load_game(PREFIX + rules.game.name, {**given, "horizon": horizon})


class QuatrefoilGame(pyspiel.Game):
    """A game with its parameters; `register` makes a subclass for each of the games."""

    quatrefoil: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        horizon = given.get("horizon", 0)
        if horizon < 0:
            raise OptionError(f"horizon takes a whole number from 0, not {horizon}")
        options = {
            option.name: given[option.name]
            for option in self.quatrefoil.options
            if option.name in given and not _is_unset(option, given[option.name])
        }
        self.rules = choose_rules(self.quatrefoil.name, "", options)
        self.encoder = encoder_of(self.rules)
        self.horizon: int = horizon or self.rules.longest or HORIZON
        self.first = Line(self.rules.start())
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=self.encoder.chances,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.horizon,
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return (pyspiel.load_game, (self.kind.short_name, self.get_parameters()))

    def new_initial_state(self) -> QuatrefoilState:
        """Return the start of a game."""
        return QuatrefoilState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of rolls that no game exceeds."""
        return self.horizon if self.encoder.chances else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an object that looks at states."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlaneObserver(self.encoder, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class QuatrefoilState(pyspiel.State):
    """A line of moves, as OpenSpiel wants to see it."""

    def __init__(self, game: QuatrefoilGame) -> None:
        super().__init__(game)
        self.line = game.first.copy()
        self._left = game.horizon

    def _game(self) -> QuatrefoilGame:
        return self.get_game()

    def current_player(self) -> int:
        """Return who is to move: a player, chance, or nobody at the end."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        turn: int = self.line.position.turn
        return pyspiel.PlayerId.CHANCE if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self._game().encoder.legal_actions(self.line.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a die with their odds."""
        return [
            (number, float(odds))
            for number, (_, odds) in enumerate(self.line.position.chance_outcomes())
        ]

    def _apply_action(self, action: int) -> None:
        self._game().encoder.play(self.line, action)
        self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.line.position
        return position.token(self._game().encoder.move(position, action))

    def is_terminal(self) -> bool:
        """Whether the game is over, or has gone on for too long."""
        return self.line.position.is_over or self._left == 0

    def returns(self) -> list[float]:
        """Return what each player got: from 1 for a win alone down to −1, in all 0."""
        outcome = self.line.position.outcome()
        if outcome is None:
            return [0.0] * self.num_players()
        return list(outcome.rewards)

    def __str__(self) -> str:
        return str(self.line.position)


class PlaneObserver:
    """Shows states as planes, or as the board drawn in text."""

    def __init__(self, encoder: Encoder, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers of Quatrefoil take no parameters, not {params}")
        self._encoder = encoder
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(encoder.shape)}

    def set_from(self, state: QuatrefoilState, player: int) -> None:
        """Show what a player sees of a state."""
        self._encoder.write_planes(state.line, player, self.tensor)

    def string_from(self, state: QuatrefoilState, player: int) -> str:
        """Return the board as text: everybody sees the same."""
        return str(state)


def register(game: Game) -> None:
    """Tell OpenSpiel about a game, with its options as parameters."""
    name = PREFIX + game.name
    players = _player_counts(game)
    modes = pyspiel.GameType.ChanceMode
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"{game.title} by {game.authors}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if game.rules().has_dice else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )
    made = type(f"{game.title}Game", (QuatrefoilGame,), {"quatrefoil": game, "kind": kind})
    pyspiel.register_game(kind, made)


def parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of a game with the values that they have if not given."""
    values = game.rules().options
    found: dict[str, Any] = {"horizon": 0}
    for option in game.options:
        value = _plain(values[option.name])
        if callable(option.default):
            value = UNSET_NUMBER if isinstance(value, int) else UNSET_WORD
        found[option.name] = value
    return found


def _is_unset(option: Option, value: Any) -> bool:
    return callable(option.default) and value in (UNSET_NUMBER, UNSET_WORD)


def _plain(value: Any) -> Any:
    """Return a value as a parameter: OpenSpiel reads `board=8` as a number, so it is one."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


def _player_counts(game: Game) -> set[int]:
    return {game.preset(preset.name).players for preset in game.presets}


def _register_all() -> None:
    for game in all_games():
        if game.has("encode") and PREFIX + game.name not in pyspiel.registered_names():
            register(game)


_register_all()
