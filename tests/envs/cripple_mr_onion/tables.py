"""A table of Cripple Mr Onion whose cards a test lays out."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from backroom.envs.cripple_mr_onion import state
from backroom.envs.cripple_mr_onion.hands.cards import CODES, IN_HAND, NO_CARD, NUM_CARDS, NUM_RANKS
from backroom.envs.cripple_mr_onion.hands.modifiers import Modifier
from backroom.envs.cripple_mr_onion.terms import refresh_all

from ..table import Draw, Table

WEIGHTS = {"fold": 0.08, "pass": 0.5, "done": 3}
"""Of random actions; all others are as likely as each other, declarations more so."""


def card(code: str) -> int:
    """The number of a card."""
    return CODES.index(code)


def codes(cards: Iterable[int]) -> list[str]:
    """Card numbers as codes, without those that stand for no card."""
    return [CODES[number] for number in cards if number != NO_CARD]


class OnionTable(Table):
    """A table in its first round; seat 0 deals unless `options` say otherwise."""

    name = "cripple_mr_onion"
    easy = ("done", "stake 0", "match", "raise 0", "stop", "extra bet 0", "decline", "pass")

    def __init__(self, num_players: int = 3, *, seed: int = 0, **options: Any):
        super().__init__(seed=seed, **{"num_players": num_players, "first_dealer": 0, "rounds": 2, **options})

    # ---- what is laid out -------------------------------------------------------------------------------------------

    def rig(self, hands: dict[int, str], face_up: str = "", wild: bool | None = None) -> None:
        """Give seats these cards, each in exchange for what lies where it is put, and find all best splits anew.

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
            assert len(set(hand)) == sum(s.card[seat] != NO_CARD), "a card is missing, or given twice"
            for slot, code in enumerate(hand):
                self.put(seat, slot, card(code))
            s.face_up[seat] = sum(1 << slot for slot, code in enumerate(hand) if code in shown)
            if len(hand) == IN_HAND and seat != s.dealer:
                s.bought[seat] = state.SECOND_DEAL - sum(code in shown for code in hand)
        self.split_anew()

    def put(self, seat: int, slot: int, number: int) -> None:
        """The card comes into this place, and the card that lies there goes where that one was; `split_anew` afterwards."""
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

    def split_anew(self) -> None:
        """After a change of cards: the best splits, who acts, and what may be done now."""
        s = self.s
        s.terms[s.live == 1] = state.NO_TERMS
        refresh_all(s)
        self.refresh()

    def come(self, *next_cards: str) -> None:
        """Give the table a key under which these cards come next from the pack; two at most, or it takes long."""
        left = [card(code) for code in self.pack]
        draws = []
        for code in next_cards:
            draws.append(
                Draw(state.CARD, NUM_CARDS - len(left), len(left), left.index(card(code)), hand=int(self.s.hands_played))
            )
            left.remove(card(code))
        self.bring_about(*draws)

    # ---- play -------------------------------------------------------------------------------------------------------

    def until(self, phase: int, stage: int | None = None) -> None:
        """Everybody wants nothing until the first question of this phase, in this stage of betting if one is given."""
        self.easily_until(lambda: self.phase == phase and stage in (None, int(self.s.stage)))

    def after_passes(self, *moves: str) -> None:
        """Carry out declarations; who is asked before them passes."""
        for move in moves:
            while self.phase == state.DECLARING and self.who_acts != move.split(":")[0]:
                self.act("pass")
            self.play(move)

    def finish(self) -> None:
        """Everybody wants nothing until the round is over."""
        played = int(self.s.hands_played)
        self.easily_until(lambda: self.over or self.s.hands_played > played)

    def choose(self, rng: random.Random) -> str:
        """Few seats fold, so that rounds get far, and much is declared."""
        weights = [WEIGHTS.get(name, 6 if "declare" in name or "wild" in name else 1) for name in self.choices]
        return rng.choices(self.choices, weights)[0]

    # ---- what there is ----------------------------------------------------------------------------------------------

    @property
    def dealer(self) -> int:
        return int(self.s.dealer)

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
    def ending(self) -> tuple[int, int]:
        """How the last round ended, and who won it."""
        return int(self.s.last_how), int(self.s.last_winner)

    def observations(self, viewers: Iterable[int]) -> list[list[float]]:
        """What these viewers see, as vectors."""
        return [self.observation(viewer).tolist() for viewer in viewers]


def dealt(
    *hands: str, modifiers: Sequence[int] | str = (0, 1), face_up: str = "", wild: bool = False, **options: Any
) -> OnionTable:
    """A table with these hands, by seat, right before its first Showdown: where cards are declared, or else at the last bets.

    Nobody has bet anything or bought a card.
    """
    table = OnionTable(len(hands), modifiers=modifiers, **{"rounds": 1, **options})
    if max(table.options.modifiers, default=0) >= Modifier.LADY:  # she and those after her are declared
        table.until(state.DECLARING)
    else:
        table.until(state.STAKING, state.LAST_STAGE)
    table.rig(dict(enumerate(hands)), face_up, wild)
    return table


def showdown(*hands: str, declare: Sequence[str] = (), **more: Any) -> OnionTable:
    """The same table after the Showdown, before which these declarations were made."""
    table = dealt(*hands, **more)
    table.after_passes(*declare)
    table.finish()
    return table
