"""Pazaak as it is played on Bespin: a main deck and a side deck a seat, gambling rolls, bets, cheats and the Force. 2 seats.

A match: antes, cheats announced (BP-13), Force points (BP-14) and gambling rolls (BP-5), hands (BP-4), the match bet (BP-11),
then sets, each with its side bet, until a seat has won two (BP-6); when anybody cheats an opposed roll decides instead
(BP-13). Every function works on one record `s` and draws its cards at addresses of chance.

Where the source is silent we follow the rules marked "chosen" in this game's page; nothing deviates from the source.
"""

from enum import IntEnum

import numpy as np

from ..chance import below
from ..jit import inlined, kernel
from ..kit.cards import take_nth
from ..kit.dice import d6, throw_dice
from ..kit.pazaak import (
    FULL,
    HIGHEST,
    STANDS,
    TARGET,
    clear_table,
    lay,
    next_to_draw,
    table_fields,
    take_back,
)
from ..kit.wagers import (
    NUM_WAGER_ACTIONS,
    clear_wager,
    legal_wager,
    open_wager,
    pay_out,
    put_in,
    step_wager,
    wager_fields,
)
from ..record import NOBODY, record_dtype

SEATS = 2
MAX_HAND = 5
SETS_TO_WIN = 2

# Main deck: four of each value to 9, two tens (BP-1). Side deck: the kinds in order, and how many of each (BP-2).
MAIN_CARDS = 38
KINDS = ("+4", "-4", "+3", "-3", "+2", "-2", "wild four", "wild")
KIND_VALUES = np.array([4, -4, 3, -3, 2, -2], np.int64)
IN_SIDE_DECK = np.array([2, 2, 2, 2, 2, 2, 1, 1], np.int64)
NUM_KINDS, SIDE_CARDS = len(KINDS), 14
WILD_FOUR, WILD = 6, 7
MAX_WILD = 7  # BP-5: what a changed wild card may come to


class Action(IntEnum):
    """Action indices after those of the wagers; the first six plays are those of the fixed cards, by kind."""

    PLAY_FAIR = NUM_WAGER_ACTIONS
    CHEAT = PLAY_FAIR + 1
    HOLD_FORCE = CHEAT + 1
    SPEND_FORCE = HOLD_FORCE + 1
    KEEP = SPEND_FORCE + 1
    DISCARD = KEEP + 1
    SECOND_CARD = DISCARD + 1
    USE_FIRST = SECOND_CARD + 1
    USE_SECOND = USE_FIRST + 1
    PLAY = USE_SECOND + 1
    PLAY_FOUR_PLUS = PLAY + WILD_FOUR
    PLAY_FOUR_MINUS = PLAY_FOUR_PLUS + 1
    PLAY_WILD = PLAY_FOUR_MINUS + 1
    STAND = PLAY_WILD + 6
    END_TURN = STAND + 1


NUM_ACTIONS = Action.END_TURN + 1
PLAY_FAIR, CHEAT = int(Action.PLAY_FAIR), int(Action.CHEAT)
HOLD_FORCE, SPEND_FORCE = int(Action.HOLD_FORCE), int(Action.SPEND_FORCE)
KEEP, DISCARD, SECOND_CARD = int(Action.KEEP), int(Action.DISCARD), int(Action.SECOND_CARD)
USE_FIRST, USE_SECOND = int(Action.USE_FIRST), int(Action.USE_SECOND)
PLAY, PLAY_FOUR_PLUS, PLAY_FOUR_MINUS = int(Action.PLAY), int(Action.PLAY_FOUR_PLUS), int(Action.PLAY_FOUR_MINUS)
PLAY_WILD, STAND, END_TURN = int(Action.PLAY_WILD), int(Action.STAND), int(Action.END_TURN)
# The six plays of the wild card in order: as it is, a size up, a size down; first as plus, then as minus.
WILD_SIGNS = np.array([1, 1, 1, -1, -1, -1], np.int64)
WILD_CHANGES = np.array([0, 1, -1, 0, 1, -1], np.int64)

# Phases: what the seat to act decides.
CHEATING, FORCE, HAND, WAGER, TURN, SECOND = range(6)

# Rows of the gambling roll (BP-5): from this total up, for each row above the first.
ROWS = np.array([11, 21, 26, 31, 36, 41, 46], np.int64)
DISCARD_ROW, SECOND_ROW, SECOND_DISCARD_ROW, HAND_ROW, WILD_ROW, CHANGE_ROW, FIFTH_ROW = range(1, 8)

# How a set or the match ended.
BY_POINTS, BY_CARDS, BY_BUST, BY_NINE, TRUE_TIE = range(1, 6)
BY_SETS, BY_CHEATING, BY_CATCHING, VOID = range(1, 5)

# Purposes of this game's chance.
MAIN, SIDE, WILD_SIZE, ROLL, ROLL_WILD, OPPOSED, OPPOSED_WILD, FIRST = range(8)

STATE = record_dtype(
    SEATS,
    [
        # options
        ("dice", "i4", (SEATS,)),  # dice of each seat's skill code, 0-30
        ("pips", "i4", (SEATS,)),
        ("ante", "i4"),  # units
        ("max_match_bet", "i4"),
        ("max_set_bet", "i4"),
        ("cheating", "i4"),  # 1: seats may announce that they cheat
        ("caught_pays_percent", "i4"),  # of the stakes
        ("force_points", "i4", (SEATS,)),
        ("force_sensitive", "i4", (SEATS,)),
        ("dark_side_cost", "i4"),  # units
        ("for_rebellion", "i4", (SEATS,)),  # 1: gives its winnings to the rebellion
        ("max_sets", "i4"),
        *wager_fields(SEATS),
        *table_fields(SEATS),
        # the match
        ("phase", "i4"),
        ("first", "i4"),  # seat that begins the present set
        ("wager_on_match", "i4"),  # 1: the wager being made is the match bet, 0: it is a side bet
        ("antes", "i4", (SEATS,)),  # units in the pot
        ("match_bets", "i4", (SEATS,)),
        ("set_bets", "i4", (SEATS,)),
        ("cheats", "i4", (SEATS,)),  # 1: announced it
        ("opposed", "i4"),  # 1: the opposed roll is on
        ("force_left", "i4", (SEATS,)),
        ("doubled", "i4", (SEATS,)),  # 1: the next roll is made with twice the dice
        ("dark_points", "i4", (SEATS,)),
        ("roll", "i4", (SEATS,)),  # total of the gambling roll, 0 without one
        ("row", "i4", (SEATS,)),  # what it came to
        ("hand", "i4", (SEATS, NUM_KINDS)),  # how many of each kind
        ("side_left", "i4", (SEATS, NUM_KINDS)),
        ("side_drawn", "i4", (SEATS,)),  # cards drawn from the side deck
        ("dealt", "i4"),  # seat whose hand is being drawn
        ("just_drawn", "i4"),  # kind of the side card that may be discarded, or NOBODY
        ("redrew", "i4", (SEATS,)),  # 1: discarded a side card
        ("thrown_side", "i4", (SEATS,)),  # its kind, or NOBODY
        ("wild_size", "i4", (SEATS,)),  # 0 while the wild card was never in the hand
        ("played", "i4", (SEATS, NUM_KINDS)),  # hand cards played in this match
        ("discards_used", "i4", (SEATS,)),
        ("second_used", "i4", (SEATS,)),
        # the set
        ("sets", "i4"),  # finished, true ties too
        ("main_left", "i4", (SEATS, HIGHEST)),  # by value - 1
        ("main_drawn", "i4", (SEATS,)),
        ("bonus_used", "i4"),  # 1: in this turn
        ("second", "i4"),  # the second card of the turn while it is being chosen, else 0
        # what ended last
        ("set_ended", "i4"),  # 1: the last decision ended a set
        ("last_winner", "i4"),  # of the set that ended last, NOBODY after a true tie
        ("last_how", "i4"),  # 0 before any
        ("last_first", "i4"),  # seat that began it
        ("last_total", "i4", (SEATS,)),
        ("last_cards", "i4", (SEATS,)),
        ("last_bet", "i4"),  # side bet of that set, units a seat
        ("match_winner", "i4"),
        ("match_how", "i4"),  # 0 while the match is on
        ("match_stakes", "i4"),  # one seat's ante and match bet
        ("opposed_roll", "i4", (SEATS,)),
        ("caught", "i4", (SEATS,)),
    ],
)


# --- before the first set ---


@kernel
def deal(s):
    """Begin a match (BP-0): antes, then the first question that anybody has to decide."""
    clear_wager(s)
    s.sets = 0
    s.opposed = 0
    s.wager_on_match = 0
    s.dealt = 0
    s.just_drawn = NOBODY
    s.set_ended = 0
    s.last_winner = NOBODY
    s.last_how = 0
    s.last_first = NOBODY
    s.last_bet = 0
    s.match_winner = NOBODY
    s.match_how = 0
    s.match_stakes = 0
    s.second = 0
    s.drawn = 0
    s.bonus_used = 0
    s.card_played = 0
    for seat in range(SEATS):
        clear_seat(s, seat)
    s.first = first_to_begin(s)
    if s.cheating:
        s.phase = CHEATING
        s.to_act = 0
    else:
        before_the_rolls(s)


@kernel
def clear_seat(s, seat):
    s.antes[seat] = s.ante
    s.stack[seat] -= s.ante
    s.pot += s.ante
    s.match_bets[seat] = 0
    s.set_bets[seat] = 0
    s.cheats[seat] = 0
    s.caught[seat] = 0
    s.opposed_roll[seat] = 0
    s.force_left[seat] = s.force_points[seat]
    s.doubled[seat] = 0
    s.dark_points[seat] = 0
    s.roll[seat] = 0
    s.row[seat] = 0
    s.redrew[seat] = 0
    s.thrown_side[seat] = NOBODY
    s.wild_size[seat] = 0
    s.side_drawn[seat] = 0
    s.discards_used[seat] = 0
    s.second_used[seat] = 0
    s.won[seat] = 0
    s.last_total[seat] = 0
    s.last_cards[seat] = 0
    for kind in range(NUM_KINDS):
        s.side_left[seat, kind] = IN_SIDE_DECK[kind]
        s.played[seat, kind] = 0
        s.hand[seat, kind] = 0
    s.hand_left[seat] = 0
    clear_table(s, seat)
    shuffle_main_deck(s, seat)


@kernel
def first_to_begin(s):
    """BP-7: the lower skill begins the first set, equal ones at random."""
    skill_0 = 3 * s.dice[0] + s.pips[0]
    skill_1 = 3 * s.dice[1] + s.pips[1]
    if skill_0 == skill_1:
        return below(s.key, 0, 0, FIRST, 0, SEATS)
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
        if s.dice[seat] > 0:
            times = 1 + s.doubled[seat]
            total, _, face = throw_dice(s.key, 0, seat, times * s.dice[seat], times * s.pips[seat], ROLL, ROLL_WILD)
            s.roll[seat] = total
            s.row[seat] = row_of(total, face)
        if s.row[seat] >= WILD_ROW:
            s.side_left[seat, WILD] -= 1
            take_side_card(s, seat, WILD)
    deal_hands(s)


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
    kind = take_nth(s.side_left[seat], below(s.key, 0, seat, SIDE, s.side_drawn[seat], left))
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
def roll_opposed(s, seat):
    """BP-13: a 1 on the wild die is just 1, no dice total 0."""
    if s.dice[seat] == 0:
        return 0
    times = 1 + s.doubled[seat]
    total, _, _ = throw_dice(s.key, 0, seat, times * s.dice[seat], times * s.pips[seat], OPPOSED, OPPOSED_WILD)
    return total


@kernel
def judge_cheats(s):
    """BP-13: who is caught pays a multiple of the stakes, a cheat that is not is paid them; two that roll alike void it."""
    for seat in range(SEATS):
        s.opposed_roll[seat] = roll_opposed(s, seat)
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


# --- sets ---


@kernel
def begin_set(s):
    """BP-6, BP-11: fresh decks, empty tables, and the side bet before the first card."""
    for seat in range(SEATS):
        clear_table(s, seat)
        shuffle_main_deck(s, seat)
    s.drawn = 0
    s.bonus_used = 0
    s.card_played = 0
    if open_wager(s, s.first, s.max_set_bet, 0):
        s.phase = WAGER
    else:
        open_set(s)


@kernel
def open_set(s):
    put_in(s, s.set_bets)
    draw_and_lay(s, s.first)


@kernel
def shuffle_main_deck(s, seat):
    """BP-1."""
    for value in range(HIGHEST - 1):
        s.main_left[seat, value] = 4
    s.main_left[seat, HIGHEST - 1] = 2
    s.main_drawn[seat] = 0


@kernel
def draw_main_card(s, seat):
    nth = below(s.key, s.sets, seat, MAIN, s.main_drawn[seat], MAIN_CARDS - s.main_drawn[seat])
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
def judge_drawn(s, seat):
    """BP-9: nine cards win or lose at once, unless a bonus can still take a ninth main card above 20 away."""
    if s.cards[seat] == FULL:
        if s.total[seat] <= TARGET:
            end_set(s, seat, BY_NINE)
        elif not has_bonus(s, seat):
            end_set(s, 1 - seat, BY_BUST)


@kernel
def judge_played(s, seat):
    """BP-9: a ninth card from the hand decides at once."""
    if s.cards[seat] == FULL:
        if s.total[seat] <= TARGET:
            end_set(s, seat, BY_NINE)
        else:
            end_set(s, 1 - seat, BY_BUST)


@kernel
def next_turn(s, seat):
    """BP-8: the other seat's turn, or this one's again when the other stands; both stand: the set is compared."""
    following = next_to_draw(s, seat)
    if following == NOBODY:
        compare(s)
    else:
        draw_and_lay(s, following)
        judge_drawn(s, following)


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
    s.news = 1
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
        s.stack[seat] -= cost
        s.rewards[seat] -= cost
        s.house += cost
    s.match_winner = winner
    s.match_how = how
    s.hands_played += 1
    s.news = 1
    s.over = 1
    s.to_act = NOBODY


# --- what a seat may do, and does ---


@inlined
def legal(s, mask):
    """Mark what the seat to act may do with 1, all else with 0."""
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    if s.over:
        return
    if s.phase == TURN:
        legal_turn(s, mask)
    elif s.phase == WAGER:
        legal_wager(s, mask)
    elif s.phase == SECOND:
        mask[USE_FIRST] = 1
        mask[USE_SECOND] = 1
    elif s.phase == HAND:
        mask[KEEP] = 1
        mask[DISCARD] = 1
    elif s.phase == FORCE:
        mask[HOLD_FORCE] = 1
        mask[SPEND_FORCE] = 1
    else:
        mask[PLAY_FAIR] = 1
        mask[CHEAT] = 1


@inlined
def legal_turn(s, mask):
    """BP-8: bonuses before a hand card, one hand card, then stand (not above 20) or end the turn."""
    seat = s.to_act
    untouched = (s.bonus_used == 0) & (s.card_played == 0)
    mask[DISCARD] = untouched & (discards_left(s, seat) > 0)
    mask[SECOND_CARD] = untouched & may_draw_second(s, seat)
    mask[STAND] = s.total[seat] <= TARGET
    mask[END_TURN] = 1
    may_play = (s.card_played == 0) & (s.cards[seat] < FULL)
    for kind in range(WILD_FOUR):
        mask[PLAY + kind] = may_play & (s.hand[seat, kind] > 0)
    mask[PLAY_FOUR_PLUS] = may_play & (s.hand[seat, WILD_FOUR] > 0)
    mask[PLAY_FOUR_MINUS] = mask[PLAY_FOUR_PLUS]
    if may_play & (s.hand[seat, WILD] > 0):
        legal_wild(s, seat, mask)


@kernel
def legal_wild(s, seat, mask):
    """BP-3, and from 41 on a size up or down (BP-5)."""
    for play in range(WILD_SIGNS.shape[0]):
        size = s.wild_size[seat] + WILD_CHANGES[play]
        changed = WILD_CHANGES[play] != 0
        mask[PLAY_WILD + play] = (not changed) or (s.row[seat] >= CHANGE_ROW and 0 <= size <= MAX_WILD)


@kernel
def step(s, action):
    """Carry out a legal action of the seat to act."""
    seat = s.to_act
    s.set_ended = 0
    if s.phase == TURN:
        step_turn(s, seat, action)
    elif s.phase == WAGER:
        settle_wager(s, action)
    elif s.phase == SECOND:
        choose_second(s, seat, action)
    elif s.phase == HAND:
        if action == DISCARD:
            redraw_side_card(s, seat)
        s.just_drawn = NOBODY
        deal_hands(s)
    elif s.phase == FORCE:
        if action == SPEND_FORCE:
            spend_force_point(s, seat)
        if not ask_for_force(s, seat + 1):
            if s.opposed:
                judge_cheats(s)
            else:
                roll_and_deal(s)
    else:
        s.cheats[seat] = action == CHEAT
        if seat == 0:
            s.to_act = 1
        else:
            before_the_rolls(s)


@kernel
def settle_wager(s, action):
    """BP-11: before the first set there are two wagers, the match bet and then the side bet."""
    if step_wager(s, action):
        if s.wager_on_match:
            after_match_bet(s)
        else:
            open_set(s)


@kernel
def step_turn(s, seat, action):
    if action == END_TURN:
        if s.total[seat] > TARGET:
            end_set(s, 1 - seat, BY_BUST)
        else:
            next_turn(s, seat)
    elif action == STAND:
        s.status[seat] = STANDS
        next_turn(s, seat)
    elif action == DISCARD:
        s.discards_used[seat] += 1
        s.bonus_used = 1
        take_back(s, seat)
        s.drawn = draw_main_card(s, seat)
        lay(s, seat, s.drawn)
        judge_drawn(s, seat)
    elif action == SECOND_CARD:
        s.second_used[seat] = 1
        s.bonus_used = 1
        s.second = draw_main_card(s, seat)
        s.phase = SECOND
    else:
        play_hand_card(s, seat, action)


@kernel
def choose_second(s, seat, action):
    """BP-5: the card that is not used is out."""
    if action == USE_SECOND:
        take_back(s, seat)
        s.drawn = s.second
        lay(s, seat, s.drawn)
    s.second = 0
    s.phase = TURN
    judge_drawn(s, seat)


@kernel
def play_hand_card(s, seat, action):
    """BP-3, BP-8."""
    if action < PLAY_FOUR_PLUS:
        kind = action - PLAY
        value = KIND_VALUES[kind]
    elif action < PLAY_WILD:
        kind = WILD_FOUR
        value = 4 if action == PLAY_FOUR_PLUS else -4
    else:
        kind = WILD
        play = action - PLAY_WILD
        value = WILD_SIGNS[play] * (s.wild_size[seat] + WILD_CHANGES[play])
    give_up_card(s, seat, kind)
    s.played[seat, kind] += 1
    s.card_played = 1
    lay(s, seat, value)
    judge_played(s, seat)
