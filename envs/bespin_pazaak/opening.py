"""Bespin Pazaak before the first set: antes, Force points, gambling rolls, hands, the match bet, and what becomes of cheats."""

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from ..kit.cards import take_nth
from ..kit.dice import code_number, d6, throw_dice
from ..kit.wagers import open_wager, pay_out, put_in
from .sets import begin_set, end_match
from .state import (
    BY_CATCHING,
    BY_CHEATING,
    CHEATING,
    FIFTH_ROW,
    FIRST,
    FORCE,
    HAND,
    HAND_ROW,
    MAX_HAND,
    OPPOSED,
    OPPOSED_WILD,
    ROLL,
    ROLL_WILD,
    ROWS,
    SEATS,
    SIDE,
    SIDE_CARDS,
    VOID,
    WAGER,
    WILD,
    WILD_ROW,
    WILD_SIZE,
)


@kernel
def deal(s):
    """Begin a match (BP-0): antes, then the first question that anybody has to decide."""
    for seat in range(SEATS):
        s.antes[seat] = s.ante
        s.stack[seat] -= s.ante
        s.pot += s.ante
        s.force_left[seat] = s.force_points[seat]
    s.first = first_to_begin(s)
    if s.cheating:
        s.phase = CHEATING
        s.to_act = 0
    else:
        before_the_rolls(s)


@kernel
def first_to_begin(s):
    """BP-7: the lower skill begins the first set, equal ones at random."""
    skill_0 = code_number(s.dice[0], s.pips[0])
    skill_1 = code_number(s.dice[1], s.pips[1])
    if skill_0 == skill_1:
        return randint(s.key, 0, 0, FIRST, 0, SEATS)
    return 1 if skill_1 < skill_0 else 0


@kernel
def before_the_rolls(s):
    if not ask_for_force(s, 0):
        roll_and_deal(s)


@kernel
def ask_for_force(s, seat):
    """BP-14: ask the first seat from `seat` on that has a Force point and dice to double. False: there is none."""
    while seat < SEATS:
        if s.force_left[seat] > 0 and s.dice[seat] > 0:
            s.phase = FORCE
            s.to_act = seat
            return True
        seat += 1
    return False


@kernel
def spend_force_point(s, seat):
    """BP-14: the point is gone; a Force-sensitive seat that does it for money takes a dark side point."""
    s.force_left[seat] -= 1
    s.doubled[seat] = 1
    if s.force_sensitive[seat] and not s.for_rebellion[seat]:
        s.dark_points[seat] += 1


@kernel
def roll_and_deal(s):
    """BP-5: the gambling rolls, then the hands; who takes the wild card first has it before any other."""
    for seat in range(SEATS):
        s.roll[seat], face = roll_skill(s, seat, ROLL, ROLL_WILD)
        s.row[seat] = row_of(s.roll[seat], face)
        if s.row[seat] >= WILD_ROW:
            s.side_left[seat, WILD] -= 1
            take_side_card(s, seat, WILD)
    deal_hands(s)


@kernel
def roll_skill(s, seat, ordinary, wild):
    """The total of a seat's dice code, doubled by a Force point (BP-14), and the wild die's face; 0 and 0 without dice."""
    if s.dice[seat] == 0:
        return 0, 0
    times = 1 + s.doubled[seat]
    total, _, face = throw_dice(s.key, 0, seat, times * s.dice[seat], times * s.pips[seat], ordinary, wild)
    return total, face


@kernel
def row_of(total, face):
    """BP-5: the row of a total; after a 1 on the wild die the row before it."""
    row = 0
    while row < ROWS.shape[0] and total >= ROWS[row]:
        row += 1
    return row - 1 if face == 1 and row > 0 else row


@kernel
def take_side_card(s, seat, kind):
    """BP-3: the wild card's size is rolled as it is taken into the hand."""
    s.hand[seat, kind] += 1
    s.hand_left[seat] += 1
    if kind == WILD:
        s.wild_size[seat] = d6(s.key, 0, seat, WILD_SIZE, 0)


@inlined
def give_up_card(s, seat, kind):
    s.hand[seat, kind] -= 1
    s.hand_left[seat] -= 1


@kernel
def draw_side_card(s, seat):
    """BP-4."""
    left = SIDE_CARDS - s.side_drawn[seat] - (s.row[seat] >= WILD_ROW)
    kind = take_nth(s.side_left[seat], randint(s.key, 0, seat, SIDE, s.side_drawn[seat], left))
    s.side_drawn[seat] += 1
    take_side_card(s, seat, kind)
    return kind


@inlined
def hand_size(s, seat):
    """BP-4, BP-5."""
    return MAX_HAND if s.row[seat] >= FIFTH_ROW else MAX_HAND - 1


@kernel
def deal_hands(s):
    """Draw on until a seat has to say whether it keeps its card (BP-5, 31-35), or both hands are full."""
    while s.dealt < SEATS:
        seat = s.dealt
        while s.hand_left[seat] < hand_size(s, seat):
            kind = draw_side_card(s, seat)
            if s.row[seat] >= HAND_ROW and not s.redrew[seat]:
                s.just_drawn = kind
                s.phase = HAND
                s.to_act = seat
                return
        s.dealt += 1
    offer_match_bet(s)


@kernel
def redraw_side_card(s, seat):
    """BP-5: the card just drawn is out, unseen by the other; the next one must be used."""
    give_up_card(s, seat, s.just_drawn)
    s.redrew[seat] = 1
    s.thrown_side[seat] = s.just_drawn
    if s.just_drawn == WILD:
        s.wild_size[seat] = 0
    draw_side_card(s, seat)


@kernel
def offer_match_bet(s):
    """BP-11: the seat that begins the first set offers, knowing its hand (BP-0)."""
    s.wager_on_match = 1
    if open_wager(s, s.first, s.max_match_bet, 1):
        s.phase = WAGER
    else:
        after_match_bet(s)


@kernel
def after_match_bet(s):
    """BP-13: a match with a cheat in it is not played out."""
    s.wager_on_match = 0
    put_in(s, s.match_bets)
    s.match_stakes = s.antes[0] + s.match_bets[0]
    if s.cheats[0] or s.cheats[1]:
        s.opposed = 1
        s.doubled[0] = 0
        s.doubled[1] = 0
        if not ask_for_force(s, 0):
            judge_cheats(s)
    else:
        begin_set(s)


# --- cheats ---


@kernel
def judge_cheats(s):
    """BP-13: who is caught pays a multiple of the stakes, a cheat that is not is paid them; two that roll alike void it."""
    for seat in range(SEATS):
        s.opposed_roll[seat], _ = roll_skill(s, seat, OPPOSED, OPPOSED_WILD)  # a 1 on the wild die is just 1
    pay_out(s, s.antes, NOBODY)
    pay_out(s, s.match_bets, NOBODY)
    lower = 0 if s.opposed_roll[0] < s.opposed_roll[1] else 1
    tie = s.opposed_roll[0] == s.opposed_roll[1]
    if s.cheats[0] and s.cheats[1]:
        if tie:
            end_match(s, NOBODY, VOID)
        else:
            catch(s, lower)
        return
    cheat = 0 if s.cheats[0] else 1
    if tie or cheat == lower:
        catch(s, cheat)
    else:
        pay_between(s, 1 - cheat, cheat, s.match_stakes)
        end_match(s, cheat, BY_CHEATING)


@kernel
def catch(s, cheat):
    s.caught[cheat] = 1
    pay_between(s, cheat, 1 - cheat, s.caught_pays_percent * s.match_stakes // 100)
    end_match(s, 1 - cheat, BY_CATCHING)


@kernel
def pay_between(s, payer, taker, units):
    """At most all that the payer has."""
    units = min(units, s.stack[payer])
    s.stack[payer] -= units
    s.stack[taker] += units
    s.rewards[payer] -= units
    s.rewards[taker] += units
