"""Hands of Cripple Mr Onion as plainly as they can be told, for tests to hold the fast ones against.

A `Holding` is a seat's cards with all that bends them. There are a few `Way`s to take it: which two cards Great A'Tuin
shifts, which four the Elephants raise, what is given up for the Sender or the Archchancellor. Taken one way, every card has
a `Role`: a list of what it may count as. Every subset of the cards is then tried as every group (`countings`), and the
groups that were found are put together in every way that may be the best (`best_of`).

Each line stands for a rule (CO-n, CO-Mn). Answers about cards in the same roles are remembered; beyond that speed is of no
concern.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

# ---- cards (CO-1) --------------------------------------------------------------------------------------------------

RANKS = "A23456789TJQK"
SUITS = ["cl", "sp", "he", "di", "sw", "st", "cu", "co"]
PACK = [rank + suit for suit in SUITS for rank in RANKS]
PAIR = {"cl": 0, "sw": 0, "sp": 1, "st": 1, "he": 2, "cu": 2, "di": 3, "co": 3}
PICTURES = "JQK"
LADY, FATE, TURTLE, SENDER, DEATH, ARCHCHANCELLOR, FOOL = SPECIAL = ("Qsp", "Kcu", "Qco", "Jdi", "Ksw", "Jst", "Jcl")

remembered = functools.lru_cache(maxsize=20_000)

# ---- what a card may count as --------------------------------------------------------------------------------------


class Reading(NamedTuple):
    """A card counted as `value`, and as what: "A", "2" to "9", "T", "P" (a picture), "null" or "-" (none of these)."""

    value: int
    what: str


ACE_READINGS = (Reading(1, "A"), Reading(11, "A"))
NULL = Reading(0, "null")
ANYTHING = (*ACE_READINGS, *(Reading(number, str(number)) for number in range(2, 10)), Reading(10, "T"), Reading(10, "P"))
"""CO-M1: what a wild card may count as."""

ANY_PAIR = -1
NO_LIMIT = 99


class Role(NamedTuple):
    """What one card may count as, and of which suit pair it is."""

    readings: tuple[Reading, ...]
    pair: int
    is_wild_eight: bool = False
    is_printed_picture: bool = False

    def can_be(self, value: int, what: str) -> bool:
        return Reading(value, what) in self.readings


def printed_readings(code: str) -> tuple[Reading, ...]:
    """CO-1: an ordinary card."""
    rank = code[0]
    if rank == "A":
        return ACE_READINGS
    if rank in PICTURES:
        return (Reading(10, "P"),)
    return (Reading(10, "T"),) if rank == "T" else (Reading(int(rank), rank),)


LOWERED = {"9": Reading(1, "-"), "T": Reading(2, "-"), **dict.fromkeys(PICTURES, Reading(2, "-")), "A": Reading(3, "-")}
RAISED = {"A": Reading(9, "-"), "2": Reading(10, "P"), "3": Reading(11, "A")}
"""CO-M6: by eight, within 1 to 11; an ace goes down from 11 and up from 1."""

# ---- groups (CO-2) -------------------------------------------------------------------------------------------------

RANK = {
    "bagel": 2,
    "two-card onion": 4,
    "broken flush": 6,
    "three-card onion": 8,
    "flush": 10,
    "four-card onion": 12,
    "broken royal": 14,
    "five-card onion": 16,
    "royal": 18,
    "six-card onion": 20,
    "wild royal": 22,
    "seven-card onion": 24,
    "Elephants' Double Onion": 25,
    "Double Onion": 26,
    "Triple Onion": 28,
    "Lesser Onion": 30,
    "Octavo": 31,
    "Great Onion": 32,
}
RANK_WITH_FOOL = {
    **{name: rank for name, rank in RANK.items() if rank < 25 or rank == 32},
    "two-card onion": 2,
    "bagel": 4,
    "double bagel": 26,
    "triple bagel": 28,
    "lesser bagel": 30,
    "great bagel": 31,
}
"""CO-M11."""

ONIONS = {
    2: "two-card onion",
    3: "three-card onion",
    4: "four-card onion",
    5: "five-card onion",
    6: "six-card onion",
    7: "seven-card onion",
}
PICTURES_AND_ACES = {2: "Double Onion", 3: "Triple Onion", 4: "Lesser Onion", 5: "Great Onion"}
BAGELS = {2: "double bagel", 3: "triple bagel", 4: "lesser bagel", 5: "great bagel"}


def key_of(name: str, nulls: int, with_fool: bool) -> int:
    """The higher the better: the rank, then the fewer null eights (CO-3)."""
    return (RANK_WITH_FOOL if with_fool else RANK)[name] * 8 + 7 - nulls


class Counting(NamedTuple):
    """Some cards (bits: places in a sequence of roles) counted as a group.

    `elevens` is the fewest cards that must count 11 for it, those of a Great Onion left out (CO-M4); `pictures` is the
    number of printed pictures that stand in a Double or Triple Onion (CO-M9).
    """

    cards: int
    key: int
    name: str
    elevens: int = 0
    pictures: int = 0


def places_in(some: int) -> list[int]:
    return [place for place in range(some.bit_length()) if some >> place & 1]


def bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


Sums = dict[tuple[int, int], int]
"""(total, null eights) -> the fewest elevens among the ways to count so."""


def kinds_of(roles: Sequence[Role]) -> list[int]:
    """A number for each card, the same for cards in the same role."""
    return [roles.index(role) for role in roles]


def sums_of_subsets(roles: Sequence[Role]) -> dict[int, Sums]:
    """Of every set of cards that can make 21 or less: what it can make, each card counted in each way it may."""
    kinds = kinds_of(roles)
    sums_of: dict[tuple[int, ...], Sums] = {(): {(0, 0): 0}}  # by the kinds of the cards: like sets make the same
    found: dict[int, tuple[int, ...]] = {0: ()}
    for place, role in enumerate(roles):
        for others, kinds_of_others in list(found.items()):
            longer = (*kinds_of_others, kinds[place])
            if longer not in sums_of:
                sums_of[longer] = sums_with(sums_of[kinds_of_others], role)
            if sums_of[longer]:
                found[others | 1 << place] = longer
    return {some: sums_of[kinds_of_some] for some, kinds_of_some in found.items()}


def sums_with(sums: Sums, role: Role) -> Sums:
    """What cards can make together with one more."""
    longer: Sums = {}
    for (total, nulls), elevens in sums.items():
        for value, what in role.readings:
            made = total + value, nulls + (what == "null")
            if made[0] <= 21:
                longer[made] = min(longer.get(made, NO_LIMIT), elevens + (value == 11))
    return longer


@remembered
def countings(roles: tuple[Role, ...], with_fool: bool, with_octavo: bool) -> tuple[Counting, ...]:
    """Every set of cards as every group that it can count as."""
    found = [
        *counted_by_sum(roles, with_fool),
        *royals(roles, with_fool),
        *(counted_as_bagels(roles) if with_fool else []),
        *counted_as_pictures_and_aces(roles, with_fool),
    ]
    eights = bits(place for place, role in enumerate(roles) if role.is_wild_eight)
    if with_octavo and not with_fool and eights.bit_count() == 8:
        found.append(Counting(eights, key_of("Octavo", 0, with_fool), "Octavo"))  # CO-M3
    return tuple(found)


def counted_by_sum(roles: Sequence[Role], with_fool: bool) -> Iterator[Counting]:
    """Bagels, onions up to seven cards, flushes and broken flushes."""
    for some, sums in sums_of_subsets(roles).items():
        size = some.bit_count()
        for (total, nulls), elevens in sums.items():
            if size == 2 and total == 20 and nulls == 0:
                yield Counting(some, key_of("bagel", 0, with_fool), "bagel", elevens)
            if size in ONIONS and total == 21 and size - nulls >= 2:
                yield Counting(some, key_of(ONIONS[size], nulls, with_fool), ONIONS[size], elevens)
        as_a_flush = [elevens for (total, nulls), elevens in sums.items() if 16 <= total <= 21 and nulls == 0]
        if size >= 3 and as_a_flush:
            for name in flushes([roles[place].pair for place in places_in(some)]):
                yield Counting(some, key_of(name, 0, with_fool), name, min(as_a_flush))


def flushes(pairs: list[int]) -> set[str]:
    """Which of the two flushes cards of these suit pairs allow; a wild card is of any suit."""
    allowed = set()
    wild = pairs.count(ANY_PAIR)
    for pair in range(4):
        outside = len(pairs) - wild - pairs.count(pair)
        if outside == 0:
            allowed.add("flush")
        if outside == 1 or (outside == 0 and wild > 0):
            allowed.add("broken flush")
    return allowed


def royals(roles: Sequence[Role], with_fool: bool) -> Iterator[Counting]:
    for places in itertools.combinations(range(len(roles)), 3):
        three = [roles[place] for place in places]
        if any(
            six.can_be(6, "6") and seven.can_be(7, "7") and eight.can_be(8, "8")
            for six, seven, eight in itertools.permutations(three)
        ):
            yield Counting(bits(places), key_of("broken royal", 0, with_fool), "broken royal")
        if all(role.can_be(7, "7") for role in three):
            yield Counting(bits(places), key_of("royal", 0, with_fool), "royal")
        if all(role.is_wild_eight for role in three):
            yield Counting(bits(places), key_of("wild royal", 0, with_fool), "wild royal")


def counted_as_pictures_and_aces(roles: Sequence[Role], with_fool: bool) -> Iterator[Counting]:
    """Double Onion and up: as many pictures as aces, each ace an 11. With the Fool the Great Onion only (CO-M11)."""
    either = [place for place, role in enumerate(roles) if role.can_be(10, "P") or role.can_be(11, "A")]
    for half, name in PICTURES_AND_ACES.items():
        if with_fool and half < 5:
            continue
        for places in itertools.combinations(either, 2 * half):
            cards = [roles[place] for place in places]
            only_pictures = sum(not role.can_be(11, "A") for role in cards)
            only_aces = sum(not role.can_be(10, "P") for role in cards)
            if only_pictures <= half and only_aces <= half:
                elevens = half if half < 5 else 0
                pictures = sum(role.is_printed_picture for role in cards) if half <= 3 else 0
                yield Counting(bits(places), key_of(name, 0, with_fool), name, elevens, pictures)


def counted_as_bagels(roles: Sequence[Role]) -> Iterator[Counting]:
    """CO-M11: two to five bagels as one group."""
    singles = {it.cards: it.elevens for it in counted_by_sum(roles, True) if it.name == "bagel"}
    several = singles
    for name in BAGELS.values():
        more: dict[int, int] = {}
        for (cards, elevens), (bagel, others) in itertools.product(several.items(), singles.items()):
            if not cards & bagel:
                more[cards | bagel] = min(more.get(cards | bagel, NO_LIMIT), elevens + others)
        several = more
        for cards, elevens in several.items():
            yield Counting(cards, key_of(name, 0, True), name, elevens)


# ---- the best split (CO-3) -----------------------------------------------------------------------------------------


def in_order(keys: Iterable[int]) -> tuple[int, ...]:
    """A hand's worth: tuples compare as hands do, and who runs out of groups first is lower."""
    return tuple(sorted(keys, reverse=True))


@remembered
def best_of(
    roles: tuple[Role, ...],
    with_fool: bool,
    with_octavo: bool,
    most_elevens: int,
    most_pictures: int,
    deadly: tuple[str, ...],
) -> tuple[Counting, ...]:
    """The best groups, best first, with at most so many elevens, and so many printed pictures in groups named in `deadly`.

    A better first group outweighs all that may come after it. So the first is one of the best that can be had, each of
    them is tried (of sets of like cards one), and the rest is as good as the cards left over allow.
    """
    kinds = kinds_of(roles)
    known: dict[tuple[int, int, int], tuple[Counting, ...]] = {}

    def go_on(groups: list[Counting], used: int, elevens: int, pictures: int) -> tuple[Counting, ...]:
        left = [
            it
            for it in groups
            if not it.cards & used and it.elevens <= elevens and (it.name not in deadly or it.pictures <= pictures)
        ]
        if not left:
            return ()
        if (used, elevens, pictures) not in known:
            best = max(it.key for it in left)
            firsts = {(it.name, *sorted(kinds[place] for place in places_in(it.cards))): it for it in left if it.key == best}
            splits = []
            for it in firsts.values():
                fewer_elevens = elevens - it.elevens if most_elevens < NO_LIMIT else elevens
                fewer_pictures = pictures - it.pictures if it.name in deadly else pictures
                splits.append((it, *go_on(left, used | it.cards, fewer_elevens, fewer_pictures)))
            known[used, elevens, pictures] = max(splits, key=lambda split: in_order(each.key for each in split))
        return known[used, elevens, pictures]

    return go_on(list(countings(roles, with_fool, with_octavo)), 0, most_elevens, most_pictures)


class Group(NamedTuple):
    """A group of a split."""

    key: int
    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Way:
    """One way to take a hand: the roles of the cards that may be in groups, and the four that are Elephants already."""

    roles: dict[str, Role]
    elephants: tuple[str, ...] = ()

    @property
    def cards(self) -> list[str]:
        """Those in `roles`, alike ones together, so that like hands are remembered as one."""
        return sorted(self.roles, key=lambda code: self.roles[code])

    @property
    def in_roles(self) -> tuple[Role, ...]:
        return tuple(self.roles[code] for code in self.cards)

    def codes(self, some: int) -> tuple[str, ...]:
        cards = self.cards
        return tuple(cards[place] for place in places_in(some))


@dataclass(frozen=True)
class Holding:
    """A seat's cards and all that bends them. What belongs to a modifier has no effect without it."""

    cards: tuple[str, ...]
    modifiers: frozenset[int] = frozenset((0, 1))
    eights_wild: bool = False
    aces_zeroed: bool = False
    lady_against: bool = False
    face_up: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()
    jack_wild: bool = False

    # ---- what is in force ------------------------------------------------------------------------------------------

    @property
    def all_aces_zeroed(self) -> bool:
        """CO-M5; and CO-M8 with wild eights."""
        return (self.aces_zeroed and 5 in self.modifiers) or (self.sender and self.eights_wild)

    @property
    def sender(self) -> bool:
        """CO-M8."""
        return 8 in self.modifiers and SENDER in self.face_up

    @property
    def turtle(self) -> bool:
        """CO-M6, CO-M7: the queen of coins is declared by this seat."""
        return TURTLE in self.declared and TURTLE in self.cards

    @property
    def fool(self) -> bool:
        """CO-M11."""
        return 11 in self.modifiers and FOOL in self.declared

    @property
    def octavo(self) -> bool:
        """CO-M3."""
        return 3 in self.modifiers

    @property
    def wild_cards(self) -> set[str]:
        """CO-M1, CO-M10."""
        wild = {code for code in self.cards if code[0] == "8" and self.eights_wild}
        return wild | ({ARCHCHANCELLOR} & set(self.cards) if self.jack_wild and 10 in self.modifiers else set())

    @property
    def printed_pictures(self) -> set[str]:
        return {code for code in self.cards if code[0] in PICTURES} - self.wild_cards

    @property
    def deadly(self) -> tuple[str, ...]:
        """CO-M9: the groups in which one of the pictures may not stand."""
        if 9 not in self.modifiers or DEATH not in self.face_up or len(self.printed_pictures) < 2:
            return ()
        return ("Double Onion", "Triple Onion") if self.eights_wild else ("Double Onion",)

    @property
    def most_pictures(self) -> int:
        """CO-M9: how many printed pictures may stand in the `deadly` groups."""
        return len(self.printed_pictures) - 1 if self.deadly else NO_LIMIT

    # ---- the ways to take it ---------------------------------------------------------------------------------------

    def ways(self) -> Iterator[Way]:
        zeroed = {code for code in self.cards if code[0] == "A"} if self.all_aces_zeroed else set()
        for given_up in self._given_up_for_the_sender():
            for jack_unused, no_8 in self._choices_about_the_archchancellor():
                useless = zeroed | given_up
                roles = {code: self._role(code, no_8) for code in self.cards if code not in useless}
                for way in (Way(roles), *self._shifted(roles), *self._with_elephants(roles)):
                    used = {code: role for code, role in way.roles.items() if not (jack_unused and code == ARCHCHANCELLOR)}
                    yield Way(used, way.elephants)

    def _given_up_for_the_sender(self) -> Iterable[set[str]]:
        """CO-M8: with ordinary eights either the eights or the printed aces are of no use."""
        if not self.sender or self.eights_wild:
            return [set()]
        return [{code for code in self.cards if code[0] == rank} for rank in "8A"]

    def _choices_about_the_archchancellor(self) -> Iterable[tuple[bool, bool]]:
        """CO-M10: (the jack is in no group, no eight counts as an 8)."""
        if 10 not in self.modifiers or ARCHCHANCELLOR not in self.cards:
            return [(False, False)]
        return [(True, False), (False, True)]

    def _role(self, code: str, no_8: bool) -> Role:
        is_eight = code[0] == "8"
        if code in self.wild_cards:
            readings = [it for it in ANYTHING if not (self.sender and self.eights_wild and it.value in (1, 11))]
        else:
            readings = list(printed_readings(code))
            if is_eight and 1 in self.modifiers and not self.eights_wild:
                readings.append(NULL)  # CO-M1
        if is_eight and no_8:
            readings = [it for it in readings if it.value != 8]
        pair = ANY_PAIR if code in self.wild_cards else PAIR[code[1:]]
        return Role(tuple(readings), pair, is_eight and code in self.wild_cards, code in self.printed_pictures)

    def _shifted(self, roles: dict[str, Role]) -> Iterator[Way]:
        """CO-M6: one card down, another up."""
        if 6 not in self.modifiers or not self.turtle:
            return
        ordinary = [code for code in roles if code not in self.wild_cards]
        for down, up in itertools.permutations(ordinary, 2):
            if down[0] in LOWERED and up[0] in RAISED:
                changed = {down: LOWERED[down[0]], up: RAISED[up[0]]}
                yield Way(roles | {code: Role((now,), PAIR[code[1:]]) for code, now in changed.items()})

    def _with_elephants(self, roles: dict[str, Role]) -> Iterator[Way]:
        """CO-M7: four cards raised, the queen lowered by as much, further nines and tens low if they like."""
        if 7 not in self.modifiers or not self.turtle:
            return
        eligible = [code for code in roles if code[0] in "9T" or (code[0] == "8" and self.eights_wild)]
        for four in itertools.combinations(eligible, 4):
            left = sum(10 if code[0] == "T" else int(code[0]) for code in four) + 10 - 42
            if left < 1 or not self.can_be_raised(four):
                continue
            others = {}
            for code in roles:
                if code == TURTLE:
                    others[code] = Role((Reading(left, str(left) if left > 1 else "-"),), PAIR[code[1:]])
                elif code[0] in "9T" and code not in four:
                    low = Reading(1 if code[0] == "9" else 2, "-")
                    others[code] = roles[code]._replace(readings=(*roles[code].readings, low))
                elif code not in four:
                    others[code] = roles[code]
            yield Way(others, four)

    def can_be_raised(self, cards: Sequence[str]) -> bool:
        """CO-M7: half of the cards to pictures, which no printed ten is; half to elevens, which CO-M8 forbids to eights."""
        eleven = "9T" if self.sender else "89T"
        return any(
            all(code[0] != "T" for code in pictures) and all(code[0] in eleven for code in cards if code not in pictures)
            for pictures in itertools.combinations(cards, len(cards) // 2)
        )

    # ---- the best split --------------------------------------------------------------------------------------------

    def best_split(self) -> list[Group]:
        """The best of all ways, best group first."""
        return self._best_within(self.most_elevens)

    @functools.cached_property
    def most_elevens(self) -> int:
        """CO-M4: one card fewer may count as 11 than the best split would need."""
        if not (4 in self.modifiers and self.lady_against and self.eights_wild):
            return NO_LIMIT
        best = [it.key for it in self._best_within(NO_LIMIT)]
        needed = next(elevens for elevens in range(11) if [it.key for it in self._best_within(elevens)] == best)
        return needed - 1 if needed else NO_LIMIT

    def _best_within(self, most_elevens: int) -> list[Group]:
        return max((self._split(way, most_elevens) for way in self.ways()), key=lambda split: in_order(it.key for it in split))

    def _split(self, way: Way, most_elevens: int) -> list[Group]:
        """The best split of a hand taken one way."""
        elephants = self.elephant_groups(way)
        if way.elephants and most_elevens < NO_LIMIT:
            most_elevens -= 2
            if most_elevens < 0:
                return []
        found = best_of(way.in_roles, self.fool, self.octavo, most_elevens, self.most_pictures, self.deadly)
        return sorted([*elephants, *(Group(it.key, it.name, way.codes(it.cards)) for it in found)], reverse=True)

    def elephant_groups(self, way: Way) -> list[Group]:
        """CO-M7, CO-M11: the four cards as a group; with the Fool as two."""
        if not way.elephants:
            return []
        if not self.fool:
            return [Group(key_of("Elephants' Double Onion", 0, False), "Elephants' Double Onion", way.elephants)]
        onion = key_of("two-card onion", 0, True)
        first = way.elephants[0]
        for second in way.elephants[1:]:
            pair, other = (first, second), tuple(code for code in way.elephants if code not in (first, second))
            if self.can_be_raised(pair) and self.can_be_raised(other):
                return [Group(onion, "two-card onion", pair), Group(onion, "two-card onion", other)]
        raise AssertionError(way)

    # ---- the split of another program ------------------------------------------------------------------------------

    def worth_of(self, groups: Sequence[tuple[str, Collection[str]]]) -> list[int] | None:
        """The keys of groups given as (name, cards), best first; None when this hand can not be split like that."""
        laid = [code for _, cards in groups for code in cards]
        if len(set(laid)) < len(laid) or not set(laid) <= set(self.cards):
            return None
        worths = [worth for way in self.ways() if (worth := self._worth_one_way(way, groups)) is not None]
        return max(worths, default=None)

    def _worth_one_way(self, way: Way, groups: Sequence[tuple[str, Collection[str]]]) -> list[int] | None:
        """The keys of the groups if every card keeps its role of this way."""
        elephants, others = [], []
        for name, cards in groups:
            (elephants if way.elephants and set(cards) <= set(way.elephants) else others).append((name, tuple(cards)))
        if way.elephants and not self.are_elephants(elephants):
            return None
        place_of = {code: place for place, code in enumerate(way.cards)}
        if any(code not in place_of for _, cards in others for code in cards):
            return None
        wanted = [(name, bits(place_of[code] for code in cards)) for name, cards in others]
        table = countings(way.in_roles, self.fool, self.octavo)
        worths = []
        for chosen in itertools.product(*([it for it in table if (it.name, it.cards) == each] for each in wanted)):
            elevens = sum(it.elevens for it in chosen) + (2 if way.elephants else 0)
            pictures = sum(it.pictures for it in chosen if it.name in self.deadly)
            if elevens <= self.most_elevens and pictures <= self.most_pictures:
                keys = [it.key for it in chosen] + [it.key for it in self.elephant_groups(way)]
                worths.append(sorted(keys, reverse=True))
        return max(worths, default=None)

    def are_elephants(self, groups: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
        """CO-M7: whether groups made of four raised cards are those that the four make."""
        name, number, size = ("two-card onion", 2, 2) if self.fool else ("Elephants' Double Onion", 1, 4)
        return len(groups) == number and all(
            called == name and len(cards) == size and self.can_be_raised(cards) for called, cards in groups
        )

    # ---- running flushes (CO-M0) -----------------------------------------------------------------------------------

    def running_flushes(self) -> dict[int, int | None]:
        """For nine and for ten cards the fewest wild ones with which the hand holds such a running flush, or None."""
        return {length: min(self._runs(length), default=None) for length in (9, 10)}

    def _runs(self, length: int) -> Iterator[int]:
        """The wild cards in each running flush of this length."""
        ranks_in_a_row = RANKS + "A"
        eights = [code for code in self.cards if code[0] == "8" and self.eights_wild]
        for pair, first in itertools.product(range(4), range(len(ranks_in_a_row) - length + 1)):
            run = ranks_in_a_row[first : first + length]
            natural = {
                rank
                for rank in run
                for code in self.cards
                if code[0] == rank and PAIR[code[1:]] == pair and self._runs_naturally(code)
            }
            for jack_for in self._places_for_the_wild_jack(run):
                filled = natural - {jack_for}
                if self.sender and "8" in filled:  # an eight is used
                    filled -= {"A"}
                gaps = [rank for rank in run if rank not in filled and rank != jack_for]
                if self.sender and self.eights_wild and "A" in run:  # no card at all can be an ace
                    continue
                if len(gaps) <= len(eights):
                    yield len(gaps) + (jack_for is not None)

    def _runs_naturally(self, code: str) -> bool:
        """Whether a card may stand in its own place of a running flush. Each of them holds an eight (CO-M10)."""
        if code in self.wild_cards or (code == ARCHCHANCELLOR and 10 in self.modifiers):
            return False
        return not (code[0] == "A" and self.all_aces_zeroed)

    def _places_for_the_wild_jack(self, run: str) -> list[str | None]:
        """CO-M10: who uses the jack uses no eight as an 8, so there the wild jack itself must stand; None: unused."""
        return [None, "8"] if ARCHCHANCELLOR in self.wild_cards else [None]

    def onion_and_its_wild_cards(self) -> tuple[str | None, int]:
        """CO-M2: the onion of the best split that may be crippled, if any, and how few wild cards it can do with."""
        best = self.best_split()
        name = best[0].name if best and best[0].name in CRIPPLED_BY else None
        if name in ("Great Onion", "great bagel"):
            return name, len(self.wild_cards)
        if name == "Octavo":
            return name, 8
        if name is None or self.fool:
            return None, 0
        counts = []
        for way in self.ways():
            for it in countings(way.in_roles, self.fool, self.octavo):
                if it.name == "Lesser Onion":
                    onion = way.codes(it.cards)
                    if [it.key, *(group.key for group in self._split_beside(way, it))] == [group.key for group in best]:
                        counts.append(len(self.wild_cards & set(onion)))
        return name, min(counts)

    def _split_beside(self, way: Way, onion: Counting) -> list[Counting]:
        """The best groups of a hand taken one way without the cards of `onion`."""
        if onion.elevens > self.most_elevens:
            return []
        elevens = self.most_elevens - onion.elevens if self.most_elevens < NO_LIMIT else NO_LIMIT
        rest = tuple(role for place, role in enumerate(way.in_roles) if not onion.cards >> place & 1)
        return list(best_of(rest, self.fool, self.octavo, elevens, self.most_pictures, self.deadly))


CRIPPLED_BY = {"Great Onion": (10, 9), "great bagel": (10, 9), "Octavo": (10, 9), "Lesser Onion": (10,)}
"""CO-M0, CO-M3, CO-M11: the lengths of running flush, the stronger first. With the Fool there is no Lesser Onion."""


def cripples(crippler: Holding, other: Holding) -> int:
    """The length of the running flush with which a hand cripples the other's best split; 0: it does not."""
    if 0 not in crippler.modifiers:
        return 0
    onion, wild_in_onion = other.onion_and_its_wild_cards()
    for length in CRIPPLED_BY.get(onion or "", ()):
        wild_in_run = crippler.running_flushes()[length]
        if wild_in_run is None:
            continue
        if 2 in crippler.modifiers and crippler.eights_wild and wild_in_run > wild_in_onion:
            continue  # CO-M2
        return length
    return 0


# ---- as functions --------------------------------------------------------------------------------------------------


def hold(
    cards: Iterable[str],
    modifiers: Iterable[int] = (0, 1),
    eights_wild: bool = False,
    aces_zeroed: bool = False,
    lady_against: bool = False,
    face_up: Iterable[str] = (),
    declared: Iterable[str] = (),
    jack_wild: bool = False,
) -> Holding:
    """A `Holding`, from any iterables."""
    return Holding(
        tuple(cards),
        frozenset(modifiers),
        eights_wild,
        aces_zeroed,
        lady_against,
        frozenset(face_up),
        frozenset(declared),
        jack_wild,
    )


def best_split(
    cards: Iterable[str],
    modifiers: Iterable[int] = (0, 1),
    eights_wild: bool = False,
    aces_zeroed: bool = False,
    lady_against: bool = False,
    face_up: Iterable[str] = (),
    declared: Iterable[str] = (),
    jack_wild: bool = False,
) -> list[Group]:
    """The groups of the best split of a hand, best first."""
    return hold(cards, modifiers, eights_wild, aces_zeroed, lady_against, face_up, declared, jack_wild).best_split()


def running_flushes(
    cards: Iterable[str],
    modifiers: Iterable[int] = (0, 1),
    eights_wild: bool = False,
    aces_zeroed: bool = False,
    face_up: Iterable[str] = (),
    jack_wild: bool = False,
) -> dict[int, int | None]:
    """{9: fewest wild cards or None, 10: likewise}."""
    return hold(cards, modifiers, eights_wild, aces_zeroed, False, face_up, (), jack_wild).running_flushes()
