"""The Gymnasium view: one learner's seat at one table."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..core.agent import Agent, Mixture
from ..core.chance import check_seed
from ..core.errors import InvalidRenderMode
from ..core.game import get_game
from .learner import learners_alike
from .spaces import observation_space, vector_space


class SeatEnv(gymnasium.Env[Any, Any]):
    """One learner among `opponents` (clockwise from it), as a Gymnasium environment.

    The observation is the flat float32 vector; the mask comes from `action_masks()` and `info["action_mask"]`. With
    `dict_observation=True` it is the Dict of both. `info["results"]` tells what ended since the learner's
    last decision, `info["skipped"]` episodes that passed without a decision of it, `info["seat"]` where it sits.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self,
        game: str,
        opponents: Sequence[Agent | Mixture],
        seat: int | str = "random",
        seed: int | None = None,
        *,
        illegal_action: str = "raise",
        dict_observation: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ):
        """Raises `InvalidOption` for what can not be played."""
        self._seed = None if seed is None else check_seed(seed)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InvalidRenderMode(f"render_mode: {render_mode!r} is none of human, ansi and None")
        self.render_mode = render_mode
        self.game = get_game(game)
        self._learners = learners_alike(game, 1, opponents, seat, options, illegal_action, keep_results=True)
        self._over = True
        self._dict = dict_observation
        self.action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = observation_space(self.game) if dict_observation else vector_space(self.game)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The next episode; with `seed`, the first of that seed's stream. `options={"game": {...}}` overrides options."""
        self._learners.start(self._seed if seed is None else seed, options)
        super().reset(seed=None if seed is None else int(seed))
        self._seed = None  # the constructor's seed begins the stream once
        self._over = False
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's decision, then everybody else's up to its next.

        Raises `IllegalAction`, and then nothing has changed; `RuntimeError` when no episode is on.
        """
        if self._over:
            raise RuntimeError("no episode is on: call reset() before step()")
        given = np.asarray(action)
        self._learners.step(given.reshape(1) if given.size == 1 else given, restart=False)
        self._over = bool(self._learners.terminations[0])
        info = self._info()
        if self._learners.illegal[0]:
            info["illegal_action"] = int(given.reshape(-1)[0])
        self._show()
        return self._observation(), float(self._learners.rewards[0]), self._over, False, info

    def _observation(self) -> Any:
        observation = self._learners.observations[0].copy()
        return {"observation": observation, "action_mask": self.action_masks()} if self._dict else observation

    def _info(self) -> dict[str, Any]:
        learners = self._learners
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": int(learners.games.learner_seats[0])}
        results = learners.take_results(0)
        if results:
            info["results"] = results
        if learners.skipped[0]:
            info["skipped"] = {"count": int(learners.skipped[0]), "units": float(learners.skipped_units[0])}
            learners.skipped[0] = 0
        return info

    def action_masks(self) -> NDArray[np.int8]:
        """What the learner may do: a fresh int8 array (A,); all zero when the episode is over."""
        return self._learners.masks()[0]

    def describe(self) -> dict[str, Any]:
        """What the learner knows, as plain Python with field names. Raises `RuntimeError` before `reset`."""
        masks = self.action_masks()
        return self.game.decode(self._learners.observations[0], masks)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._text())

    def _text(self) -> str:
        seats = self._learners.seatings[0].options.num_players
        return "\n".join(self.game.text.render(self.describe(), ["you", *(f"opponent {k}" for k in range(1, seats))]))

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The table as the learner sees it ("ansi"); "human" prints it after every step by itself."""
        return self._text() if self.render_mode == "ansi" else None
