"""Bespin Pazaak: sets, from the side bet to the end of the match (BP-6 to BP-11)."""

from ..core.chance import randint
from ..core.jit import inlined, kernel, overwrite
from ..core.record import NOBODY
from ..kit.cards import take_nth
from ..kit.pazaak import FULL, TARGET, lay, next_to_draw
from ..kit.wagers import open_wager, pay_out, put_in
from .state import (
    BY_BUST,
    BY_CARDS,
    BY_NINE,
    BY_POINTS,
    BY_SETS,
    DISCARD_ROW,
    MAIN,
    MAIN_CARDS,
    SEATS,
    SECOND_DISCARD_ROW,
    SECOND_ROW,
    SET,
    SETS_TO_WIN,
    TRUE_TIE,
    TURN,
    VOID,
    WAGER,
)


@kernel
def begin_set(s):
    """BP-1, BP-6, BP-11: fresh decks, empty tables, and the side bet before the first card."""
    overwrite(s, SET)
    if open_wager(s, s.first, s.max_set_bet, 0):
        s.phase = WAGER
    else:
        open_set(s)


@kernel
def open_set(s):
    put_in(s, s.set_bets)
    draw_and_lay(s, s.first)


@kernel
def draw_main_card(s, seat):
    nth = randint(s.key, s.sets, seat, MAIN, s.main_drawn[seat], MAIN_CARDS - s.main_drawn[seat])
    s.main_drawn[seat] += 1
    return take_nth(s.main_left[seat], nth) + 1


@kernel
def draw_and_lay(s, seat):
    """BP-8: a turn begins with a main card, face up."""
    s.phase = TURN
    s.to_act = seat
    s.bonus_used = 0
    s.card_played = 0
    s.drawn = draw_main_card(s, seat)
    lay(s, seat, s.drawn)


@inlined
def discards_left(s, seat):
    """BP-5: from 11 on once in the match, from 26 on twice."""
    row = s.row[seat]
    return min(row // DISCARD_ROW, 1) + min(row // SECOND_DISCARD_ROW, 1) - s.discards_used[seat]


@inlined
def may_draw_second(s, seat):
    """BP-5: from 21 on once in the match."""
    return (s.row[seat] >= SECOND_ROW) & (s.second_used[seat] == 0)


@inlined
def has_bonus(s, seat):
    """BP-5: one main-deck bonus a turn, before a hand card is played (BP-8)."""
    return (s.bonus_used == 0) & (s.card_played == 0) & ((discards_left(s, seat) > 0) | may_draw_second(s, seat))


@kernel
def judge_nine(s, seat):
    """BP-9: nine cards win or lose at once, unless a bonus can take a ninth main card above 20 away again."""
    if s.cards[seat] == FULL:
        if s.total[seat] <= TARGET:
            end_set(s, seat, BY_NINE)
        elif not has_bonus(s, seat):
            end_set(s, 1 - seat, BY_BUST)


@kernel
def next_turn(s, seat):
    """BP-8: the other seat's turn, or this one's again when the other stands; both stand: the set is compared."""
    following = next_to_draw(s, seat)
    if following == NOBODY:
        compare(s)
    else:
        draw_and_lay(s, following)
        judge_nine(s, following)


@kernel
def compare(s):
    """BP-10: the higher total, then more cards; neither is a true tie."""
    if s.total[0] != s.total[1]:
        end_set(s, 0 if s.total[0] > s.total[1] else 1, BY_POINTS)
    elif s.cards[0] != s.cards[1]:
        end_set(s, 0 if s.cards[0] > s.cards[1] else 1, BY_CARDS)
    else:
        end_set(s, NOBODY, TRUE_TIE)


@kernel
def end_set(s, winner, how):
    """The side bet is paid, or returned after a true tie (BP-10); then the next set or the end (BP-6)."""
    s.has_results = 1
    s.last_first = s.first
    s.set_ended = 1
    s.last_winner = winner
    s.last_how = how
    s.last_bet = s.set_bets[0]
    for seat in range(SEATS):
        s.last_total[seat] = s.total[seat]
        s.last_cards[seat] = s.cards[seat]
    pay_out(s, s.set_bets, winner)
    s.sets += 1
    if winner != NOBODY:
        s.won[winner] += 1
    if winner != NOBODY and s.won[winner] == SETS_TO_WIN:
        end_match(s, winner, BY_SETS)
    elif s.sets >= s.max_sets:
        end_match(s, NOBODY, VOID)
    else:
        s.first = next_to_begin(s, winner)
        begin_set(s)


@kernel
def next_to_begin(s, winner):
    """BP-7: fewer sets won begins; equal: the loser of the last, after a true tie the seat that did not begin it."""
    if s.won[0] != s.won[1]:
        return 0 if s.won[0] < s.won[1] else 1
    if winner == NOBODY:
        return 1 - s.first
    return 1 - winner


@kernel
def end_match(s, winner, how):
    """BP-11: antes and match bet to the winner, or back (BP-10); dark side points cost what they cost (BP-14)."""
    pay_out(s, s.antes, winner)
    pay_out(s, s.match_bets, winner)
    for seat in range(SEATS):
        cost = min(s.dark_side_cost * s.dark_points[seat], s.stack[seat])
        s.dark_paid[seat] = cost
        s.stack[seat] -= cost
        s.rewards[seat] -= cost
        s.house += cost
    s.match_winner = winner
    s.match_how = how
    s.hands_played += 1
    s.has_results = 1
    s.over = 1
