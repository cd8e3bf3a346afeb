"""Pazaak as it was played in the Republic: one main deck for the table, side decks with gold cards, the Force and the
cardsharp. 2-4 seats.

A game: antes, hands dealt card by card (RP-3), a bet on the game, then rounds, each with its bet (RP-4 to RP-8). A turn has
a private part, in which the Force may look at the card to come (RP-9) and a cardsharp may throw the card he drew away
(RP-10), and an open one. Every function works on one record `s` and draws its cards at addresses of chance.

Where the source is silent we follow the rules marked "chosen" in this game's page; nothing deviates from the source.
"""

from enum import IntEnum

import numpy as np

from ..chance import below
from ..jit import inlined, kernel
from ..kit.cards import take_nth
from ..kit.pazaak import (
    ABSENT,
    BUST,
    DRAWS,
    FULL,
    HIGHEST,
    STANDS,
    TARGET,
    clear_table,
    lay,
    next_to_draw,
    table_fields,
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
from .cards import (
    DOUBLE,
    END_SIZED,
    FIRST_SIGNED,
    FIRST_SIZED,
    FLIP_2_4,
    FLIP_3_6,
    IN_DECK,
    IN_HAND,
    MOST_SHARED,
    NUM_KINDS,
    PLAY_KINDS,
    PLAY_VALUES,
    PLAYS,
    TIE_BREAKER,
)

MAX_SEATS = 4
MAIN_CARDS, OF_A_VALUE = 40, 4  # RP-1
BLIND_FOR_A_CARDSHARP = 2  # RP-10
MAX_USES = 3
MOST_ASIDE = 1 + MAX_USES  # in a round: one refused, the others thrown away


class Action(IntEnum):
    """Action indices after those of the wagers; `CHOOSE + kind` and `PLAY + i`, i in the order of `cards.PLAYS`."""

    DRAW = NUM_WAGER_ACTIONS
    LOOK = DRAW + 1
    TAKE = LOOK + 1
    REFUSE = TAKE + 1
    KEEP = REFUSE + 1
    THROW = KEEP + 1
    CHOOSE = THROW + 1
    PLAY = CHOOSE + NUM_KINDS
    STAND = PLAY + len(PLAYS)
    END_TURN = STAND + 1


NUM_ACTIONS = Action.END_TURN + 1
DRAW, LOOK, TAKE, REFUSE = int(Action.DRAW), int(Action.LOOK), int(Action.TAKE), int(Action.REFUSE)
KEEP, THROW, CHOOSE, PLAY = int(Action.KEEP), int(Action.THROW), int(Action.CHOOSE), int(Action.PLAY)
STAND, END_TURN = int(Action.STAND), int(Action.END_TURN)

# Phases: what the seat to act decides.
DEALING, SIDE_LOOK, CHOOSING, WAGER, DRAWING, MAIN_LOOK, SHARP, TURN = range(8)

# What became of a seat's look (RP-9).
UNUSED, SIDE_TAKEN, SIDE_REFUSED, MAIN_TAKEN, MAIN_REFUSED = range(5)

# How a round ended.
BY_POINTS, BY_NINE, BY_TIE_BREAKER, BY_BUST, DRAWN_ROUND = range(1, 6)
NINE_RANK = 100  # above every total

# Where a side card is, when in no hand.
NO_CARD, IN_SIDE_DECK, LOOKED_AT, PLAYED = -1, -2, -3, -4

# Purposes of this game's chance.
MAIN, SIDE, DECK, FIRST = range(4)

STATE = record_dtype(
    MAX_SEATS,
    [
        # options
        ("ante", "i4"),  # units
        ("max_bet", "i4"),
        ("max_round_bet", "i4"),
        ("rounds", "i4"),
        ("max_rounds", "i4"),
        ("force_sensitive", "i4", (MAX_SEATS,)),
        ("cardsharp", "i4", (MAX_SEATS,)),
        ("cardsharp_uses", "i4"),
        ("shared", "i4"),  # 1: one side deck for all
        ("shared_size", "i4"),  # cards in it
        *wager_fields(MAX_SEATS),
        *table_fields(MAX_SEATS),
        # the game
        ("phase", "i4"),
        ("wager_on_game", "i4"),  # 1: the wager being made is on the game, 0: on the round
        ("first", "i4"),  # seat that moves first in the present round
        ("played_rounds", "i4"),  # finished
        ("decider", "i4"),  # 1: the next round won decides (RP-8)
        ("antes", "i4", (MAX_SEATS,)),
        ("game_bets", "i4", (MAX_SEATS,)),
        ("round_bets", "i4", (MAX_SEATS,)),
        ("side_drawn", "i4", (MAX_SEATS,)),  # cards that chance has drawn from it
        ("in_hand", "i4", (MAX_SEATS,)),  # cards dealt to the seat so far
        ("hand", "i4", (MAX_SEATS, IN_HAND)),  # kinds of the cards held, as side_place has them too, or NO_CARD
        ("looked_side", "i4"),  # place in side_card of the card looked at, or NOBODY
        ("looked_main", "i4"),  # the main card looked at, or 0
        ("refused_side", "i4", (MAX_SEATS,)),  # place in side_card of the card that the seat refused, or NOBODY
        ("look", "i4", (MAX_SEATS,)),  # what became of the seat's look
        ("throws", "i4", (MAX_SEATS,)),  # cards that a cardsharp threw away in this game
        ("earlier_draws", "i4", (MAX_SEATS,)),  # main cards laid in earlier rounds
        # the round
        ("main_left", "i4", (HIGHEST,)),  # by value - 1
        ("main_drawn", "i4"),
        ("thrown_now", "i4"),  # main cards thrown away in this turn, while it is private
        ("laid", "i4", (MAX_SEATS,)),  # main cards laid in this round
        ("aside", "i4", (MAX_SEATS, MOST_ASIDE)),  # main cards that the seat refused or threw away in this round, else 0
        ("refused", "i4", (MAX_SEATS,)),  # how many it refused
        ("thrown", "i4", (MAX_SEATS,)),  # and threw away
        ("tie_breaker", "i4", (MAX_SEATS,)),  # 1: a ±1T lies on the table
        # what ended last
        ("last_winner", "i4"),  # of the round that ended last, NOBODY when it was drawn
        ("last_how", "i4"),  # 0 before any
        ("last_first", "i4"),  # seat that began it
        ("last_total", "i4", (MAX_SEATS,)),
        ("last_cards", "i4", (MAX_SEATS,)),
        ("last_status", "i4", (MAX_SEATS,)),
        ("last_bets", "i4", (MAX_SEATS,)),  # bets on that round
        ("game_winner", "i4"),
        # the side decks, in the order of kinds: ten places a seat, or all of them one deck where it is shared
        ("random_deck", "i4", (MAX_SEATS,)),  # option: 1 for a deck drawn from a box with one of every kind
        ("side_card", "i4", (MOST_SHARED,)),  # kinds: as listed (option), or as drawn at the deal
        ("side_place", "i4", (MOST_SHARED,)),  # the seat whose hand the card is in, or IN_SIDE_DECK, LOOKED_AT, PLAYED
    ],
)


# --- hands ---


@kernel
def deal(s):
    """Begin a game: antes, side decks, then the hands."""
    clear_wager(s)
    s.wager_on_game = 0
    s.played_rounds = 0
    s.decider = 0
    s.looked_side = NOBODY
    s.looked_main = 0
    s.drawn = 0
    s.card_played = 0
    s.thrown_now = 0
    s.last_winner = NOBODY
    s.last_how = 0
    s.last_first = NOBODY
    s.game_winner = NOBODY
    for seat in range(MAX_SEATS):
        clear_seat(s, seat)
    for card in range(MOST_SHARED):
        s.side_place[card] = IN_SIDE_DECK
    for seat in range(s.num_players):
        if s.random_deck[seat]:
            draw_side_deck(s, seat)
    shuffle_main_deck(s)
    s.first = below(s.key, 0, 0, FIRST, 0, s.num_players)
    deal_hands(s)


@kernel
def clear_seat(s, seat):
    s.antes[seat] = s.ante * s.plays[seat]
    s.stack[seat] -= s.antes[seat]
    s.pot += s.antes[seat]
    s.game_bets[seat] = 0
    s.round_bets[seat] = 0
    s.side_drawn[seat] = 0
    s.in_hand[seat] = 0
    s.look[seat] = UNUSED
    s.refused_side[seat] = NOBODY
    s.throws[seat] = 0
    s.earlier_draws[seat] = 0
    s.laid[seat] = 0
    s.won[seat] = 0
    s.last_total[seat] = 0
    s.last_cards[seat] = 0
    s.last_status[seat] = DRAWS
    s.last_bets[seat] = 0
    s.hand_left[seat] = 0
    for place in range(IN_HAND):
        s.hand[seat, place] = NO_CARD
    clear_table(s, seat)
    clear_round(s, seat)


@inlined
def first_side_card(s, seat):
    return 0 if s.shared else seat * IN_DECK


@inlined
def end_of_side_deck(s, seat):
    return s.shared_size if s.shared else (seat + 1) * IN_DECK


@kernel
def draw_side_deck(s, seat):
    """RP-3: drawn from a box with one card of every kind; the places are in the order of kinds."""
    drawn = np.zeros(NUM_KINDS, np.int64)
    card = first_side_card(s, seat)
    end = end_of_side_deck(s, seat)
    for index in range(end - card):
        nth = below(s.key, 0, seat, DECK, index, NUM_KINDS - index)
        kind = 0
        while drawn[kind] or nth > 0:
            nth -= 1 - drawn[kind]
            kind += 1
        drawn[kind] = 1
    for kind in range(NUM_KINDS):
        if drawn[kind]:
            s.side_card[card] = kind
            card += 1


@kernel
def next_to_deal(s):
    """Seats in order; from a shared deck cardsharps first, so that the choice tells them least of the others (RP-10)."""
    first = NOBODY
    for seat in range(s.num_players):
        if s.in_hand[seat] < IN_HAND:
            if not s.shared or s.cardsharp[seat]:
                return seat
            if first == NOBODY:
                first = seat
    return first


@kernel
def deal_hands(s):
    """Deal on, card by card, until a seat has something to decide, or all hands are full (RP-3)."""
    while True:
        seat = next_to_deal(s)
        if seat == NOBODY:
            offer_game_bet(s)
            return
        if asks_about_side_card(s, seat):
            s.to_act = seat
            return
        hold(s, seat, draw_side_card(s, seat))


@inlined
def may_look(s, seat):
    """RP-9: once a game."""
    return (s.force_sensitive[seat] != 0) & (s.look[seat] == UNUSED)


@kernel
def asks_about_side_card(s, seat):
    """RP-10: the cardsharp chooses his last two cards; RP-9: the Force may look at one that is dealt blind."""
    if s.cardsharp[seat] and s.in_hand[seat] >= BLIND_FOR_A_CARDSHARP:
        s.phase = CHOOSING
        return True
    s.phase = DEALING
    return may_look(s, seat)


@kernel
def side_cards_left(s, seat):
    """Cards in the side deck from which the seat is dealt."""
    left = 0
    for card in range(first_side_card(s, seat), end_of_side_deck(s, seat)):
        left += s.side_place[card] == IN_SIDE_DECK
    return left


@kernel
def draw_side_card(s, seat):
    """The place of the card that chance draws; it is in the deck until it is put elsewhere."""
    deck = 0 if s.shared else seat
    nth = below(s.key, 0, deck, SIDE, s.side_drawn[deck], side_cards_left(s, seat))
    s.side_drawn[deck] += 1
    card = first_side_card(s, seat)
    while s.side_place[card] != IN_SIDE_DECK or nth > 0:
        nth -= s.side_place[card] == IN_SIDE_DECK
        card += 1
    return card


@kernel
def side_card_of_kind(s, seat, kind, place):
    """The first card of this kind that is at `place`; there is one."""
    card = first_side_card(s, seat)
    while s.side_card[card] != kind or s.side_place[card] != place:
        card += 1
    return card


@kernel
def hold(s, seat, card):
    s.side_place[card] = seat
    place = 0
    while s.hand[seat, place] != NO_CARD:
        place += 1
    s.hand[seat, place] = s.side_card[card]
    s.in_hand[seat] += 1
    s.hand_left[seat] += 1


@kernel
def look_at_side_card(s, seat):
    """RP-9."""
    s.look[seat] = SIDE_TAKEN
    s.looked_side = draw_side_card(s, seat)
    s.side_place[s.looked_side] = LOOKED_AT
    s.phase = SIDE_LOOK


@kernel
def settle_side_look(s, seat, action):
    """RP-9: the card refused goes back when the next one has been drawn blind."""
    if action == TAKE:
        hold(s, seat, s.looked_side)
    else:
        s.look[seat] = SIDE_REFUSED
        hold(s, seat, draw_side_card(s, seat))
        s.side_place[s.looked_side] = IN_SIDE_DECK
        s.refused_side[seat] = s.looked_side
    s.looked_side = NOBODY
    deal_hands(s)


# --- bets ---


@kernel
def offer_game_bet(s):
    """The seat that moves first offers; between two there may be one raise."""
    s.wager_on_game = 1
    if open_wager(s, s.first, s.max_bet, s.num_players == 2):
        s.phase = WAGER
    else:
        after_game_bet(s)


@kernel
def after_game_bet(s):
    s.wager_on_game = 0
    put_in(s, s.game_bets)
    begin_round(s)


# --- rounds ---


@kernel
def begin_round(s):
    """RP-1: all forty cards are shuffled; the round's bet comes before its first card."""
    shuffle_main_deck(s)
    for seat in range(s.num_players):
        s.earlier_draws[seat] += s.laid[seat]
        clear_table(s, seat)
        clear_round(s, seat)
        if not s.plays[seat]:
            s.status[seat] = ABSENT
    s.drawn = 0
    s.card_played = 0
    if open_wager(s, s.first, s.max_round_bet, 0):
        s.phase = WAGER
    else:
        open_round(s)


@kernel
def clear_round(s, seat):
    s.laid[seat] = 0
    s.refused[seat] = 0
    s.thrown[seat] = 0
    s.tie_breaker[seat] = 0
    for place in range(MOST_ASIDE):
        s.aside[seat, place] = 0


@kernel
def shuffle_main_deck(s):
    s.main_drawn = 0
    for value in range(HIGHEST):
        s.main_left[value] = OF_A_VALUE


@kernel
def open_round(s):
    """A first card never ends a turn by itself: somebody is asked."""
    put_in(s, s.round_bets)
    take_turn(s, s.first)


@inlined
def main_count(s):
    """Cards left in the main deck."""
    return MAIN_CARDS - s.main_drawn


@kernel
def draw_main_card(s):
    nth = below(s.key, s.played_rounds, 0, MAIN, s.main_drawn, main_count(s))
    s.main_drawn += 1
    return take_nth(s.main_left, nth) + 1


@kernel
def take_turn(s, seat):
    """RP-4: begin a seat's turn. False: it is over already, the seat stood or went bust."""
    s.to_act = seat
    s.card_played = 0
    s.drawn = 0
    s.thrown_now = 0
    if main_count(s) == 0:
        s.status[seat] = STANDS
        return False
    if may_look(s, seat):
        s.phase = DRAWING
        return True
    return receive(s, seat, draw_main_card(s))


@kernel
def receive(s, seat, card):
    """RP-10: a cardsharp sees his card before anybody does, and may throw it away while there is another."""
    s.drawn = card
    if s.cardsharp[seat] and s.throws[seat] < s.cardsharp_uses and main_count(s) > 0:
        s.phase = SHARP
        return True
    return lay_drawn(s, seat)


@kernel
def lay_drawn(s, seat):
    """RP-4: the main card is laid face up. False: the turn is over."""
    s.phase = TURN
    s.thrown_now = 0
    s.laid[seat] += 1
    lay(s, seat, s.drawn)
    return goes_on(s, seat)


@kernel
def goes_on(s, seat):
    """Twenty, or nine cards up to twenty, stand at once (RP-5, RP-6); a ninth card above is a bust. True: neither."""
    if s.total[seat] == TARGET or (s.cards[seat] == FULL and s.total[seat] < TARGET):
        s.status[seat] = STANDS
        return False
    if s.cards[seat] == FULL:
        s.status[seat] = BUST
        return False
    return True


@kernel
def play_on(s, seat):
    """After the turn of `seat`: the turns after it, until somebody has to decide or the round is over (RP-5, RP-7)."""
    while True:
        following = next_to_draw(s, seat)
        if following == NOBODY or seats_not_bust(s) == 1:
            end_round(s)
            return
        if take_turn(s, following):
            return
        seat = following


@inlined
def seats_not_bust(s):
    count = 0
    for seat in range(s.num_players):
        count += (s.status[seat] == DRAWS) | (s.status[seat] == STANDS)
    return count


@inlined
def rank(s, seat):
    """RP-6, RP-7: nine cards beat every total and are level with each other."""
    return NINE_RANK if s.cards[seat] == FULL else s.total[seat]


@kernel
def winner_of_round(s):
    """RP-5 to RP-7: the last seat not bust, else the best table, else the only ±1T among the level ones; else NOBODY."""
    best = -NINE_RANK
    level = 0
    winner = NOBODY
    breakers = 0
    for seat in range(s.num_players):
        if s.status[seat] == BUST or s.status[seat] == ABSENT:
            continue
        if rank(s, seat) > best:
            best = rank(s, seat)
            level = 0
            breakers = 0
        if rank(s, seat) == best:
            level += 1
            breakers += s.tie_breaker[seat]
            if level == 1 or (s.tie_breaker[seat] and breakers == 1):
                winner = seat
    if seats_not_bust(s) == 1:
        s.last_how = BY_BUST
    elif level == 1:
        s.last_how = BY_NINE if best == NINE_RANK else BY_POINTS
    elif breakers == 1:
        s.last_how = BY_TIE_BREAKER
    else:
        s.last_how = DRAWN_ROUND
        winner = NOBODY
    return winner


@kernel
def end_round(s):
    """RP-7: the bet on the round is paid, or goes back; then the next round or the end (RP-8)."""
    winner = winner_of_round(s)
    s.news = 1
    s.last_first = s.first
    s.last_winner = winner
    for seat in range(s.num_players):
        s.last_total[seat] = s.total[seat]
        s.last_cards[seat] = s.cards[seat]
        s.last_status[seat] = s.status[seat]
        s.last_bets[seat] = s.round_bets[seat]
    pay_out(s, s.round_bets, winner)
    s.played_rounds += 1
    if winner != NOBODY:
        s.won[winner] += 1
    if game_is_won(s, winner):
        end_game(s)
    elif s.played_rounds >= s.max_rounds:
        s.game_winner = NOBODY
        end_game(s)
    else:
        next_first(s)
        begin_round(s)


@kernel
def game_is_won(s, winner):
    """RP-8: a lead that can not be caught, or the round that decides; a tie for most rounds lets the level seats play on."""
    leader = 0
    for seat in range(s.num_players):
        if s.won[seat] > s.won[leader]:
            leader = seat
    second = 0
    for seat in range(s.num_players):
        if seat != leader:
            second = max(second, s.won[seat])
    left = 0 if s.decider else max(0, s.rounds - s.played_rounds)
    if s.won[leader] > second + left:
        s.game_winner = leader
        return True
    if left == 0 and not s.decider:
        s.decider = 1
        for seat in range(s.num_players):
            s.plays[seat] = s.won[seat] == s.won[leader]
    return False


@kernel
def next_first(s):
    """RP-8: one seat clockwise, among those that play."""
    s.first = (s.first + 1) % s.num_players
    while not s.plays[s.first]:
        s.first = (s.first + 1) % s.num_players


@kernel
def end_game(s):
    pay_out(s, s.antes, s.game_winner)
    pay_out(s, s.game_bets, s.game_winner)
    s.hands_played += 1
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
    elif s.phase == CHOOSING:
        for card in range(first_side_card(s, s.to_act), end_of_side_deck(s, s.to_act)):
            if s.side_place[card] == IN_SIDE_DECK:
                mask[CHOOSE + s.side_card[card]] = 1
    elif s.phase == SHARP:
        mask[KEEP] = 1
        mask[THROW] = 1
    elif s.phase == DEALING or s.phase == DRAWING:
        mask[DRAW] = 1
        mask[LOOK] = 1
    else:
        cards_left = side_cards_left(s, s.to_act) if s.phase == SIDE_LOOK else main_count(s)
        mask[TAKE] = 1
        mask[REFUSE] = cards_left > 0  # the last card can be looked at, but there is none to draw instead


@inlined
def legal_turn(s, mask):
    """RP-4: one hand card a turn, then end it or stand (not above 20)."""
    seat = s.to_act
    if s.card_played == 0:
        for place in range(IN_HAND):
            mask[PLAY + max(s.hand[seat, place], 0)] |= s.hand[seat, place] != NO_CARD
        first = PLAY
        further = PLAY + NUM_KINDS - FIRST_SIGNED  # the other ways of a kind are legal where the first is
        for kind in range(FIRST_SIGNED, DOUBLE):
            mask[further + kind] = mask[first + kind]
        further += DOUBLE - FIRST_SIZED
        for _ in range(3):
            for kind in range(FIRST_SIZED, END_SIZED):
                mask[further + kind] = mask[first + kind]
            further += END_SIZED - FIRST_SIZED
    mask[STAND] = s.total[seat] <= TARGET
    mask[END_TURN] = 1


@kernel
def step(s, action):
    """Carry out a legal action of the seat to act."""
    seat = s.to_act
    if s.phase == TURN:
        step_turn(s, seat, action)
    elif s.phase == WAGER:
        settle_wager(s, action)
    elif s.phase == DRAWING or s.phase == MAIN_LOOK or s.phase == SHARP:
        if not step_private(s, seat, action):
            play_on(s, seat)
    elif s.phase == SIDE_LOOK:
        settle_side_look(s, seat, action)
    elif s.phase == CHOOSING:
        hold(s, seat, side_card_of_kind(s, seat, action - CHOOSE, IN_SIDE_DECK))
        deal_hands(s)
    elif action == LOOK:
        look_at_side_card(s, seat)
    else:
        hold(s, seat, draw_side_card(s, seat))
        deal_hands(s)


@kernel
def settle_wager(s, action):
    if step_wager(s, action):
        if s.wager_on_game:
            after_game_bet(s)
        else:
            open_round(s)


@kernel
def step_private(s, seat, action):
    """RP-9, RP-10: before the main card lies open. False: the turn is over."""
    if action == LOOK:
        s.look[seat] = MAIN_TAKEN
        s.looked_main = draw_main_card(s)
        s.phase = MAIN_LOOK
        return True
    if action == KEEP:
        return lay_drawn(s, seat)
    if action == TAKE:
        card = s.looked_main
    else:
        if action == REFUSE:
            s.look[seat] = MAIN_REFUSED
            put_aside(s, seat, s.looked_main)
            s.refused[seat] += 1
        elif action == THROW:
            put_aside(s, seat, s.drawn)
            s.throws[seat] += 1
            s.thrown[seat] += 1
            s.thrown_now += 1
        card = draw_main_card(s)
    s.looked_main = 0
    return receive(s, seat, card)


@inlined
def put_aside(s, seat, card):
    """RP-9, RP-10: out for this round."""
    s.aside[seat, s.refused[seat] + s.thrown[seat]] = card


@kernel
def step_turn(s, seat, action):
    if action == STAND:
        s.status[seat] = STANDS
        play_on(s, seat)
    elif action == END_TURN:
        if s.total[seat] > TARGET:
            s.status[seat] = BUST
        play_on(s, seat)
    else:
        play_hand_card(s, seat, action - PLAY)
        if not goes_on(s, seat):
            play_on(s, seat)


@kernel
def play_hand_card(s, seat, play):
    """RP-2."""
    kind = PLAY_KINDS[play]
    value = PLAY_VALUES[play]
    if kind == DOUBLE:
        value = s.drawn
    elif kind == FLIP_2_4:
        flip(s, seat, 2, 4)
    elif kind == FLIP_3_6:
        flip(s, seat, 3, 6)
    elif kind == TIE_BREAKER:
        s.tie_breaker[seat] = 1
    s.side_place[side_card_of_kind(s, seat, kind, seat)] = PLAYED
    place = 0
    while s.hand[seat, place] != kind:
        place += 1
    s.hand[seat, place] = NO_CARD
    s.hand_left[seat] -= 1
    s.card_played = 1
    lay(s, seat, value)


@kernel
def flip(s, seat, one, other):
    """RP-2: the cards of these sizes that lie change their sign, a doubling one by the size it doubles."""
    for place in range(s.cards[seat]):
        value = s.table[seat, place]
        if abs(value) == one or abs(value) == other:
            s.table[seat, place] = -value
            s.total[seat] -= 2 * value
