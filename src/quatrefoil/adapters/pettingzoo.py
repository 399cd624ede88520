"""The games as environments of PettingZoo, one agent after the other (AEC), with action masks.

    from quatrefoil.adapters import pettingzoo

    env = pettingzoo.env("trickle", preset="three")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination else policy(observation)
        env.step(action)

`pettingzoo.make("aec", "quatrefoil/trickle-v1")` of PettingZoo itself finds them, too, once this
module is imported.

An observation is `{"observation": planes, "action_mask": mask}`; `core/encode.py` says what planes
and actions are. Agents are `player_0`, `player_1` and so on. Dice are rolled between steps.
"""

from __future__ import annotations

import secrets
from operator import attrgetter
from typing import Any

from quatrefoil.adapters.choice import choose_rules
from quatrefoil.core.arguments import integer
from quatrefoil.core.encode import encoder_of
from quatrefoil.core.errors import MissingExtraError
from quatrefoil.core.line import Line
from quatrefoil.core.outcome import Outcome
from quatrefoil.core.registry import all_games
from quatrefoil.core.rng import Rng

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, aec_registry, register
    from pettingzoo.utils.env_logger import EnvLogger
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper
except ImportError as error:
    raise MissingExtraError.of("pettingzoo", error) from None

#: What an agent gets who tries an illegal action; the game is then over.
ILLEGAL = -1.0


def env(game: str, preset: str = "", **options: Any) -> Guarded:
    """Return an environment with guards round it; it takes what `raw_env` takes."""
    return Guarded(raw_env(game, preset, **options))


class raw_env(AECEnv[str, dict[str, Any], int], EzPickle):  # noqa: N801  # PettingZoo's name
    """One game: its name, or rules as text; a preset by name; and options on top of those.

    `limit` truncates games after this many moves of players (0: never). `render_mode` is `ansi`,
    where `render` returns the board as text, or `human`, where every step prints it.
    """

    def __init__(
        self,
        game: str,
        preset: str = "",
        *,
        limit: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, preset, limit=limit, render_mode=render_mode, **options)
        super().__init__()
        self.rules = choose_rules(game, preset, options)
        self.encoder = encoder_of(self.rules)
        self.limit = limit
        self.render_mode = render_mode
        name = f"{self.rules.game.name}_v{self.rules.game.rules_version}"
        self.metadata = {
            "name": name,
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{player}" for player in range(self.rules.players)]
        self.action_spaces = {
            agent: spaces.Discrete(self.encoder.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._seats = {agent: player for player, agent in enumerate(self.possible_agents)}
        self._first = Line(self.rules.start())
        self._line = self._first.copy()
        self._rng = Rng(secrets.randbits(63))

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.encoder.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoder.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent sees; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return what an agent can do; always the same object."""
        return self.action_spaces[agent]

    # ---- playing ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; a seed fixes all its dice. There are no options to choose here."""
        if seed is not None:
            self._rng = Rng(seed)
        self._line.copy_from(self._first)
        self.encoder.roll(self._line, self._rng)
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._line.position.turn]

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is, or take note that it is out (None)."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.encoder.play(self._line, integer(action, "the action of an agent that plays"))
        self.encoder.roll(self._line, self._rng)
        self._moves += 1
        position = self._line.position
        outcome = position.outcome()
        if outcome is not None:
            self._finish(outcome)
        elif self._moves == self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            # Until the end nobody gets a reward, so there is none to accumulate.
            self.agent_selection = self.possible_agents[position.turn]
        if self.render_mode == "human":
            self.render()

    def _finish(self, outcome: Outcome) -> None:
        self.rewards = dict(zip(self.possible_agents, outcome.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    # ---- looking ------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the planes that an agent sees, and its mask: all 0 if it is not its turn."""
        encoder = self.encoder
        planes = np.empty(encoder.size, np.float32)
        encoder.write_planes(self._line, self._seats[agent], planes)
        mask = np.zeros(encoder.actions, np.uint8)
        if agent == self.agent_selection:
            encoder.write_mask(self._line.position, mask)
        return {"observation": planes.reshape(encoder.shape), "action_mask": mask.view(np.int8)}

    @property
    def line(self) -> Line:
        """A copy of the line that is being played, for players that know the game."""
        return self._line.copy()

    def render(self) -> str | None:
        """Return the board as text, or print it where `render_mode` is `human`."""
        if self.render_mode == "ansi":
            return str(self._line.position)
        if self.render_mode == "human":
            print(self._line.position)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class Guarded(TerminateIllegalWrapper[str, dict[str, Any], int]):
    """What PettingZoo's own environments have round them, in one wrapper instead of three.

    An illegal action ends the game and loses, by PettingZoo's own wrapper; one out of bounds is
    an error, and so is a step or a look before the first `reset`. A wrapper finds attributes by
    asking the next one, which costs more than a move here does, so the usual ones are properties.
    """

    agents = property(attrgetter("env.agents"))
    agent_selection = property(attrgetter("env.agent_selection"))
    rewards = property(attrgetter("env.rewards"))
    terminations = property(attrgetter("env.terminations"))
    truncations = property(attrgetter("env.truncations"))
    infos = property(attrgetter("env.infos"))
    _cumulative_rewards = property(attrgetter("env._cumulative_rewards"))

    def __init__(self, env: raw_env) -> None:
        super().__init__(env, illegal_reward=ILLEGAL)
        self._actions = env.encoder.actions
        self._has_reset = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._has_reset = True
        super().reset(seed, options)

    def step(self, action: int | None) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        assert action is None or 0 <= action < self._actions, "action is not in action space"
        super().step(action)

    def observe(self, agent: str) -> dict[str, Any]:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str | None:
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()


def _register_all() -> None:
    """Tell PettingZoo's registry about every game that has an encoder."""
    for game in all_games():
        name = f"quatrefoil/{game.name}-v{game.rules_version}"
        if game.has("encode") and name not in aec_registry:
            register("aec", name, env, kwargs={"game": game.name})


_register_all()
