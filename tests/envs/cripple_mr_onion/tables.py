"""A table of Cripple Mr Onion whose cards a test lays out. Loaded by the `conftest.py` beside it."""

import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import backroom
import numpy as np
from backroom.envs.core.chance import randint
from backroom.envs.cripple_mr_onion import splits_of, state
from backroom.envs.cripple_mr_onion.best_split.cards import CODES, NUM_CARDS, NUM_RANKS
from numpy.typing import NDArray

SPECTATOR = -1
# What a seat does that wants nothing, in the order of preference.
EASY = ("done", "stake 0", "match", "raise 0", "stop", "extra bet 0", "decline", "pass")


def card(code: str) -> int:
    """The number of a card."""
    return CODES.index(code)


def codes(cards: Iterable[int]) -> list[str]:
    """Card numbers as codes, without those that stand for no card."""
    return [CODES[number] for number in cards if number != state.NO_CARD]


@functools.cache
def find_key(hand: int, draws: tuple[tuple[int, int, int], ...]) -> int:
    """The smallest key under which, in this round, each card number `index` is the `nth` of those `left`."""
    for key in itertools.count():
        chance = np.uint64(key)
        if all(randint(chance, hand, 0, state.CARD, index, left) == nth for index, left, nth in draws):
            return key
    raise AssertionError("there is always a next key")


class Table:
    """One table in the AEC view, played by moves such as "1: match"; seat 0 deals unless `options` say otherwise."""

    def __init__(self, num_players: int = 3, *, seed: int = 0, **options: Any):
        given = {"num_players": num_players, "first_dealer": 0, "rounds": 2, **options}
        self.env: Any = backroom.make("cripple_mr_onion", **given)
        self.game = self.env.game
        self.seats = range(num_players)
        self.env.reset(seed=seed)

    # ---- what is laid out -------------------------------------------------------------------------------------------

    def rig(self, hands: dict[int, str], face_up: str = "", wild: bool | None = None) -> None:
        """Give seats these cards, each in exchange for what lies where it is put, and work out all best splits anew.

        - `hands`: codes by seat. Those that lie open come last, so that five hidden ones come first
        - `face_up`: the codes of those cards that lie open
        - `wild`: whether eights are wild in this round; None: as it is
        """
        s, shown = self.s, face_up.split()
        if wild is not None:
            s.wild_round = wild
            s.wild[list(self.seats)] = wild
        for seat, text in hands.items():
            hand = sorted(text.split(), key=lambda code: (code in shown, card(code) % NUM_RANKS, card(code)))
            assert len(set(hand)) == sum(s.card[seat] != state.NO_CARD), "a card is missing, or given twice"
            for slot, code in enumerate(hand):
                self.put(seat, slot, card(code))
            s.face_up[seat] = sum(1 << slot for slot, code in enumerate(hand) if code in shown)
            if len(hand) == state.IN_HAND and seat != s.dealer:
                s.bought[seat] = state.SECOND_DEAL - sum(code in shown for code in hand)
        self.refresh()

    def put(self, seat: int, slot: int, number: int) -> None:
        """The card comes into this place, and the card that lies there goes where that one was; `refresh` afterwards."""
        s = self.s
        old = int(s.card[seat, slot])
        if old == number:
            return
        row, bit = divmod(number, NUM_RANKS)
        if s.pack[row] >> bit & 1:
            s.pack[row] ^= 1 << bit
            s.pack[old // NUM_RANKS] |= 1 << old % NUM_RANKS
        for places in (s.card, s.thrown, s.offered, s.refused):
            places[places == number] = old
        s.card[seat, slot] = number

    def refresh(self) -> None:
        """After a change of the record: the best splits, who acts, and what may be done now."""
        s = self.s
        s.terms[s.live == 1] = -1  # none that there can be, so the cards of all are arranged anew
        splits_of.refresh_all(s)
        self.game.kernels.legal_game(self.env._states, 0, self.env._mask)
        self.env._pass_turn()

    def come(self, *next_cards: str) -> None:
        """Give the table a key under which these cards come next from the pack; two at most, or it takes long."""
        left = [card(code) for code in self.pack]
        draws = []
        for code in next_cards:
            draws.append((NUM_CARDS - len(left), len(left), left.index(card(code))))
            left.remove(card(code))
        self.env._states["key"] = find_key(int(self.s.hands_played), tuple(draws))

    # ---- play -------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> None:
        """Carry out an action of the seat to act, by its name."""
        assert action in self.legal, f"{action!r} where {sorted(self.legal)} are legal"
        self.env.step(self.game.actions.index(action))

    def play(self, *moves: str) -> None:
        """Carry out moves such as "1: match". Each must come from the seat to act and be legal."""
        for move in moves:
            seat, action = move.split(": ", 1)
            assert self.acts == int(seat), f"{move!r} where seat {self.acts} acts"
            self.act(action)

    def easily(self) -> None:
        """The seat to act does what wants nothing."""
        self.act(next(action for action in EASY if action in self.legal))

    def until(self, phase: int, stage: int | None = None) -> None:
        """Everybody wants nothing until the first question of this phase, in this stage of betting if one is given."""
        while self.phase != phase or stage not in (None, int(self.s.stage)):
            self.easily()

    def after_passes(self, *moves: str) -> None:
        """Carry out declarations; who is asked before them passes."""
        for move in moves:
            while self.phase == state.DECLARING and self.acts != int(move.split(":")[0]):
                self.act("pass")
            self.play(move)

    def finish(self) -> None:
        """Everybody wants nothing until the round is over."""
        played = int(self.s.hands_played)
        while not self.over and self.s.hands_played == played:
            self.easily()

    # ---- what there is ----------------------------------------------------------------------------------------------

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.env._states[0]

    def __repr__(self) -> str:
        return f"Table({self.env.options!r}, {self.env.describe_all()})"

    @property
    def legal(self) -> set[str]:
        return {name for name, allowed in zip(self.game.actions, self.env.action_masks(), strict=True) if allowed}

    def legal_of(self, seat: int) -> int:
        """How many actions the seat's own mask allows."""
        return int(self.env.observe(f"player_{seat}")["action_mask"].sum())

    @property
    def over(self) -> bool:
        return bool(self.s.over)

    @property
    def acts(self) -> int | None:
        """The seat to act."""
        return None if self.over else int(self.s.to_act)

    @property
    def phase(self) -> int:
        return int(self.s.phase)

    @property
    def dealer(self) -> int:
        return int(self.s.dealer)

    @property
    def pot(self) -> int:
        return int(self.s.pot)

    @property
    def stacks(self) -> list[int]:
        return self.by_seat(self.s.stack)

    def by_seat(self, numbers: Any) -> list[int]:
        """A field of the record, the seats of this table only."""
        return numbers[: len(self.seats)].tolist()

    @property
    def rewards(self) -> list[int]:
        """What the last decision paid, by seat."""
        return [int(self.env.rewards[agent]) for agent in self.env.possible_agents]

    @property
    def pack(self) -> list[str]:
        """The codes of what is left of the pack, in the order of the cards' numbers."""
        return [code for number, code in enumerate(CODES) if int(self.s.pack[number // NUM_RANKS]) >> number % NUM_RANKS & 1]

    def hand(self, seat: int) -> list[str]:
        """The codes of the seat's cards, slot by slot."""
        return codes(self.s.card[seat])

    def open_cards(self, seat: int) -> list[str]:
        """The codes of the seat's cards that lie open."""
        return [code for slot, code in enumerate(self.hand(seat)) if self.s.face_up[seat] >> slot & 1]

    def thrown(self, seat: int) -> list[str]:
        return codes(self.s.thrown[seat])

    def ranks(self, seat: int) -> list[int]:
        """The ranks of the groups of the seat's best split, best first."""
        return [int(key) // 8 for key in self.s.groups[seat] if key]

    def nulls(self, seat: int) -> int:
        """How many null eights the seat's best split has."""
        return sum(7 - int(key) % 8 for key in self.s.groups[seat] if key)

    @property
    def result(self) -> tuple[int, int]:
        """How the last round ended, and who won it."""
        return int(self.s.last_how), int(self.s.last_winner)

    def observation(self, viewer: int) -> NDArray[np.float32]:
        """What a seat sees as a vector; -1 is a spectator."""
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self.env._states, 0, viewer, observation)
        return observation

    def seen(self, viewers: Iterable[int]) -> list[list[float]]:
        """What these seats see."""
        return [self.observation(viewer).tolist() for viewer in viewers]

    def tell(self, seat: int, watcher: int, action: str) -> str | None:
        """What seat `watcher` is told of the action that `seat` has just taken."""
        return self.game.visible_action(self.env._states, 0, seat, watcher, self.game.actions.index(action))


DECLARABLE = range(4, 12)


def dealt(*hands: str, modifiers: Sequence[int] = (0, 1), face_up: str = "", wild: bool = False, **options: Any) -> Table:
    """A table with these hands, by seat, right before its first Showdown: where cards are declared, or else at the last bets.

    Nobody has bet anything or bought a card.
    """
    table = Table(len(hands), modifiers=modifiers, **{"rounds": 1, **options})
    if set(DECLARABLE) & set(modifiers):
        table.until(state.DECLARING)
    else:
        table.until(state.STAKING, state.LAST_STAGE)
    table.rig(dict(enumerate(hands)), face_up, wild)
    return table


def showdown(*hands: str, declare: Sequence[str] = (), **more: Any) -> Table:
    """The same table after the Showdown, before which these declarations were made."""
    table = dealt(*hands, **more)
    table.after_passes(*declare)
    table.finish()
    return table
