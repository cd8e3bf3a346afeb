"""The PettingZoo view: one game, turn by turn, all seats."""

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ..core.agent import explain_illegal, whole_action
from ..core.chance import Stream, stream_seed
from ..core.errors import IllegalAction, InvalidOption
from ..core.game import Game, get_game
from ..core.layout import Placed
from .saved_states import pack, unpack
from .spaces import fresh_seed, observation_space, state_space

SPECTATOR = -1
RENDER_MODES = ("human", "ansi")
Observation = dict[str, NDArray[Any]]


class TableEnv(AECEnv[str, Any, Any]):
    """One table as a PettingZoo AEC environment.

    Agents are `player_0`, `player_1`, ... in seat order. An observation is `{"observation": float32 (D,), "action_mask":
    int8 (A,)}`; the mask is all zero off turn and when the game is over. Rewards are net units since the seat last looked.
    `infos[agent]["results"]` tell what ended since then. All seats terminate together.

    The view checks order and actions itself; none of PettingZoo's wrappers is needed. It is not parallelizable: seats act
    one at a time, each on what the one before has done.
    """

    def __init__(self, game: str, render_mode: str | None = None, **options: Any):
        """A table of `game` with its `options`. Raises `InvalidOption` for what can not be played."""
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidOption(f"render_mode: {render_mode!r} is none of {', '.join(RENDER_MODES)} and None")
        self.render_mode = render_mode
        self.game: Game = get_game(game)
        self.metadata = {"name": self.game.module, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.options = self.game.parse_options(options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.options.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents}
        self.state_space = state_space(self.game)
        self._seed: int | None = None
        self._states = self.game.new_states([self.options], np.uint64(0))
        self._mask = np.zeros(len(self.game.actions), np.int8)
        self._bind_views()
        self._leave_table()

    def _leave_table(self) -> None:
        """Nobody sits until `reset`."""
        self.agents = []
        self.rewards, self._cumulative_rewards, self.terminations, self.truncations = {}, {}, {}, {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._quiet = True

    def _bind_views(self) -> None:
        """Scalars of the record that every step reads; views of one array, so they go where the record goes."""
        self._to_act, self._over, self._has_results = (self._states[field] for field in ("to_act", "over", "has_results"))
        self._paid = self._states["rewards"]

    # --- the game ---

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """The next episode; with `seed`, the first of the stream that this seed fixes.

        `options={"game": {...}}` overrides constructor options for this episode and those after it; other keys are
        ignored. Raises `InvalidOption`, and then nothing has changed.
        """
        chosen = self.options.overridden(self.game.name, options)
        if seed is not None or self._seed is None:
            used = fresh_seed() if seed is None else seed
            states = self.game.new_states([chosen], stream_seed(used, Stream.PLAY))
            self._states, self._seed = states, used
            self._bind_views()
        elif chosen is not self.options:
            chosen.fill(self._states[0])
        self.options = chosen
        self.game.kernels.reset_game(self._states, 0, self._mask)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._quiet = True
        self._skip_agent_selection = None
        self._pass_turn()

    def step(self, action: int | None) -> None:
        """Take the action of `agent_selection`; `None` for a seat whose game is over.

        Raises `IllegalAction`, and then nothing has changed; `RuntimeError` before `reset` and after the last seat left.
        """
        if not self.agents:
            raise RuntimeError("no game is on: call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise IllegalAction(f"{agent}: the game is over, its only action is None, not {action!r}")
            self._was_dead_step(action)
            return
        try:
            chosen = whole_action(action)
        except IllegalAction:
            chosen = -1
        if not (0 <= chosen < len(self._mask) and self._mask[chosen]):
            shown = action if chosen < 0 else chosen  # what was given, when it is no whole number at all
            raise IllegalAction(f"{agent}: {explain_illegal(shown, self._mask, self.game.actions)}")
        if self.infos[agent]:
            self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        if self.game.kernels.step_game(self._states, 0, chosen, self._mask) or not self._quiet:
            self._deliver()
        if self.render_mode == "human":
            self.render()
        self._pass_turn()

    def _deliver(self) -> None:
        """Hand out what the last decision paid and reported."""
        units = self._paid[0].tolist()
        self._quiet = not any(units)
        for agent, paid in zip(self.possible_agents, units, strict=False):
            self.rewards[agent] = float(paid)
            self._cumulative_rewards[agent] += paid
        if self._has_results[0]:
            for agent, result in zip(self.possible_agents, self.game.text.results(self._states, 0), strict=True):
                self.infos[agent] = {"results": (*self.infos[agent].get("results", ()), result)}

    def _pass_turn(self) -> None:
        if self._over[0]:
            for agent in self.agents:
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._to_act[0]]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, accumulated reward, termination, truncation and infos of `agent_selection`."""
        if not self.agents:
            raise RuntimeError("no game is on: call reset() before last()")
        return super().last(observe)

    # --- what is seen ---

    def observe(self, agent: str) -> Observation:
        """What `agent` knows, in fresh arrays; its mask is all zero unless it is its turn."""
        seat = self._seat(agent)
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self._states, 0, seat, observation)
        mask = self._mask.copy() if self._to_act[0] == seat else np.zeros(len(self._mask), np.int8)
        return {"observation": observation, "action_mask": mask}

    def _seat(self, agent: str) -> int:
        if self._states["episode"][0] < 0:
            raise RuntimeError("no game is on: call reset() first")
        if agent not in self._seats:
            raise InvalidOption(f"{agent!r} does not sit here; seats: {', '.join(self.possible_agents)}")
        return self._seats[agent]

    def action_masks(self) -> NDArray[np.int8]:
        """The mask of the seat to act, a fresh int8 array."""
        return self._mask.copy()

    def describe(self, agent: str) -> dict[str, Any]:
        """What `agent` knows as plain Python with field names, from its observation and mask alone."""
        seen = self.observe(agent)
        return self.game.decode(seen["observation"], seen["action_mask"])

    def state(self) -> NDArray[np.float32]:
        """Everything about the table, hidden things included: a float32 vector in `state_space`, for analysis only."""
        fields = (self._states[field][0] for field in self.game.state_fields())
        return np.concatenate([np.ravel(field) for field in fields]).astype(np.float32)

    def describe_all(self) -> dict[str, Any]:
        """`state()` by name: every field of the record as plain Python."""
        return {field: self._states[field][0].tolist() for field in self.game.state_fields()}

    @property
    def observation_layout(self) -> dict[str, Placed]:
        """The slice and the meaning of every piece of the observation, by name."""
        return self.game.layout.placed()

    def action_name(self, action: int) -> str:
        """The name of an action for people. Raises `InvalidOption` for an index that is none."""
        return self.game.action_name(action)

    def parse_action(self, text: str) -> int:
        """The action that a person means by `text`. Raises `InvalidOption`."""
        return self.game.parse_action(text)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The table as a spectator sees it, nothing hidden in it: returned ("ansi") or printed ("human")."""
        if self.render_mode is None:
            return None
        if self._states["episode"][0] < 0:
            raise RuntimeError("no game is on: call reset() before render()")
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self._states, 0, SPECTATOR, observation)
        text = "\n".join(self.game.text.render(self.game.decode(observation, np.zeros_like(self._mask)), self.possible_agents))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    # --- copies ---

    def save_state(self) -> bytes:
        """The game in mid-hand as bytes, accumulated rewards and infos included."""
        extra = {
            "agents": self.agents,
            "selection": getattr(self, "agent_selection", None),
            "rewards": self.rewards,
            "cumulative": self._cumulative_rewards,
            "infos": self.infos,
            "seeded": self._seed is not None,
        }
        return pack(self.game, self.options, self._states.tobytes(), extra)

    def load_state(self, data: bytes) -> None:
        """Go on from `save_state` of an environment or a batch. Raises `InvalidState`, and then nothing has changed."""
        states, extra = unpack(self.game, self.options, data)
        self._states = states
        self._bind_views()
        self.game.kernels.legal_game(self._states, 0, self._mask)
        self._seed = 0 if extra.get("seeded", True) else None  # the stream itself is in the record
        self.agents = list(extra.get("agents", self.possible_agents))
        nothing = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict(extra.get("rewards", nothing))
        self._cumulative_rewards = dict(extra.get("cumulative", nothing))
        self.infos = dict(extra.get("infos", {agent: {} for agent in self.agents}))
        self._quiet = False
        self.terminations = dict.fromkeys(self.agents, bool(self._over[0]))
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        selection = extra.get("selection")
        if selection is not None:
            self.agent_selection = selection
        elif self.agents:
            self._pass_turn()

    def clone(self, seed: int | None = None) -> "TableEnv":
        """An independent copy: with the same future, or with `seed` the same table and hidden state and a new future."""
        twin = copy.deepcopy(self)
        if seed is not None:
            twin._states["key"] = twin._states["seed"] = stream_seed(seed, Stream.CLONE)
        return twin

    def resample(self, agent: str, seed: int) -> None:
        """Redraw in place all that `agent` can not see, and the future; what it has seen, rewards and infos stay.

        Chance outcomes are drawn uniformly among those consistent with what the seat has seen in this episode, and the
        others' hidden choices among what was legal; what their open choices suggest is ignored.
        """
        seat = self._seat(agent)
        key = stream_seed(seed, Stream.RESAMPLE)
        self.game.kernels.resample_game(self._states, 0, seat, key)
        self.game.kernels.legal_game(self._states, 0, self._mask)  # what others may do can depend on what was redrawn
        self._states["seed"] = key  # of the episodes after this one

    def __getstate__(self) -> dict[str, Any]:
        # Kept views would be detached from the copied record: they are bound again.
        views = ("_to_act", "_over", "_has_results", "_paid")
        return {name: value for name, value in self.__dict__.items() if name not in views}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind_views()
