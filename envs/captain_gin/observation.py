"""Captain gin: who sees what (CG-14). The layout of observations and their writer; `resample` redraws the rest.

Each player sees his own hand, the seat out the captain's and the advice that it gives him. The pile, and what was taken from
it, lies open to all. Positions are clockwise distances from the observer. Viewer -1 is a spectator: it sees what is open to
all, from seat 0, and of throws those of the captain.
"""

import numpy as np

from ..core.jit import inlined, kernel
from ..core.layout import Layout, Piece
from ..kit.observation import distance_from, seat_at
from ..kit.rows import add_card
from .cards import NUM_CARDS, NUM_RANKS, NUM_SUITS
from .melds import in_three_suits, in_two_suits, left_without, unmatched_of
from .opening import opponent_of
from .state import DISCARDING, DRAWING, LARGEST_PILE, MAX_SEATS, NO_ADVICE, NOT_HELD, UPCARD, Action

MAX_BONUS, MAX_LIMIT, MAX_STAKE, MAX_TARGET, MAX_HANDS, MAX_TURNS = 100, 100, 100, 1000, 1000, 1000
MOST_UNMATCHED = 98  # two kings, queens, jacks and tens each, and two nines
MOST_POINTS = MAX_BONUS + MOST_UNMATCHED  # of a hand
MOST_OUTS, MOST_FED = 6, 6  # two of its rank and four beside it; three pairs of its rank and three beside it

# Scales: what the numbers of a piece are multiplied by, so that usual values lie around -1 to 1.
SEAT, SCORE, HAND, TURN, STOCK_SCALE, BONUS = 1 / 2, 1 / 100, 1 / 10, 1 / 20, 1 / 32, 1 / 25
POINT, STAKE_SCALE, PLACE, CARD_SCALE, OUT = 1 / 20, 1 / 10, 1 / LARGEST_PILE, 1 / NUM_CARDS, 1 / 2


def _by_card(name: str, meaning: str, high: int = 1, scale: float = 1.0) -> Piece:
    return Piece(name, NUM_CARDS, 0, high, scale, meaning + "; AS, 2S ... KS, then H, D, C")


LAYOUT = Layout(
    [
        Piece("phase", 4, 0, 1, 1.0, "one-hot: upcard, first draw, draw, discard; 0: over"),
        Piece("role", 3, 0, 1, 1.0, "one-hot: in the box, captain, seat out (CG-2, CG-3)"),
        Piece("to_act", 1, -1, MAX_SEATS - 1, SEAT, "who is asked, distance; -1 when the game is over"),
        Piece("turn_of", 1, 0, MAX_SEATS - 1, SEAT, "whose decision it is, his adviser's advice coming first, distance (CG-4)"),
        Piece("box", 1, 0, MAX_SEATS - 1, SEAT, "who is in the box, distance"),
        Piece("captain", 1, 0, MAX_SEATS - 1, SEAT, "who is captain, distance"),
        Piece(
            "advised_kind", 5, 0, 1, 1.0, "one-hot: advice to take stock, take discard, pass, discard, knock; 0: none (CG-4)"
        ),
        _by_card("advised_card", "one-hot: the discard advised"),
        Piece("score", MAX_SEATS, 0, MAX_TARGET + MOST_POINTS, SCORE, "points (CG-13); observer first, then clockwise"),
        Piece("hand_number", 1, 0, MAX_HANDS, HAND, "hands finished"),
        Piece("turns", 1, 0, MAX_TURNS, TURN, "turns completed in this hand (CG-12)"),
        Piece("stock", 1, 0, NUM_CARDS, STOCK_SCALE, "cards in the stock"),
        Piece("gin_bonus", 1, 0, MAX_BONUS, BONUS, "points for going gin (option)"),
        Piece("undercut_bonus", 1, 0, MAX_BONUS, BONUS, "points for an undercut (option)"),
        Piece("knock_limit", 1, 0, MAX_LIMIT, POINT, "most unmatched points with which a player may knock (option)"),
        Piece("target", 1, 0, MAX_TARGET, SCORE, "points that win the game (option)"),
        Piece("advice", 1, 0, 1, 1.0, "1: the seat out advises (option)"),
        Piece("stake", 1, 0, MAX_STAKE, STAKE_SCALE, "units a point (option)"),
        Piece("partners", 1, 0, 1, 1.0, "1: settled by partners, 0: by scores (option)"),
        Piece("max_hands", 1, 0, MAX_HANDS, HAND, "hands after which the game ends (option)"),
        Piece("max_turns", 1, 0, MAX_TURNS, TURN, "turns after which a hand is drawn (option)"),
        _by_card("held", "1: in the hand that the observer sees: its own, or the captain's for the seat out"),
        _by_card("pile", f"in the pile: {LARGEST_PILE} for the top, one less for each below; 0: not", LARGEST_PILE, PLACE),
        _by_card("taken", "1: in a hand since it was taken from the pile, own or the opponent's"),
        _by_card("thrown", "1: in the pile since the opponent threw it"),
        _by_card("left_after", "at a discard: least unmatched points when this card goes, else 0", MOST_UNMATCHED, POINT),
        _by_card("least", "at a discard: 1 where no other that is legal leaves less unmatched"),
        _by_card("outs", "of cards held: how many not seen would make a meld with it and another held", MOST_OUTS, OUT),
        _by_card("feeds", "of cards held: in how many ways two cards not seen, or seen taken, would meld it", MOST_FED, OUT),
        Piece("unmatched", 1, 0, MOST_UNMATCHED, POINT, "least unmatched points of the hand seen, of eleven after a discard"),
        Piece("if_taken", 1, 0, MOST_UNMATCHED, POINT, "least unmatched points after taking the upcard, while it can be taken"),
        Piece("held_back", 1, 0, NUM_CARDS, CARD_SCALE, "1 + card that was taken from the pile in this turn, else 0 (CG-7)"),
        Piece("drawn", 1, 0, NUM_CARDS, CARD_SCALE, "1 + card of the hand seen that was just drawn from the stock, else 0"),
    ]
)

AT = LAYOUT.at

IN_THE_BOX, IS_CAPTAIN, SITS_OUT = range(3)
ADVISED_DISCARD, ADVISED_KNOCK = Action.DISCARD, Action.DISCARD + 1


@inlined
def hand_seen(s, viewer):
    """The seat whose hand lies before the observer; for a spectator the box, whose hand it does not see."""
    return s.box if viewer == s.box or viewer < 0 else s.captain


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` knows (-1: a spectator) into `o`, zeros before: whole numbers in the order of LAYOUT."""
    base = max(viewer, 0)
    observe_table(s, viewer, base, o)
    observe_options(s, o)
    player = hand_seen(s, viewer)
    observe_open_cards(s, player, o)
    if viewer >= 0:
        observe_hand(s, player, o)
        if viewer != s.box and s.advised != NO_ADVICE:
            observe_advice(s, o)


@inlined
def observe_table(s, viewer, base, o):
    if s.over:
        o[AT.to_act] = -1
    else:
        o[AT.phase + s.phase] = 1
        o[AT.to_act] = distance_from(s, base, s.to_act)
    if viewer >= 0:
        o[AT.role + (IN_THE_BOX if viewer == s.box else IS_CAPTAIN if viewer == s.captain else SITS_OUT)] = 1
    o[AT.turn_of] = distance_from(s, base, s.turn_of)
    o[AT.box] = distance_from(s, base, s.box)
    o[AT.captain] = distance_from(s, base, s.captain)
    for distance in range(MAX_SEATS):
        o[AT.score + distance] = s.score[seat_at(s, base, distance)]
    o[AT.hand_number] = s.hands_played
    o[AT.turns] = s.turns
    o[AT.stock] = s.stock_size


@inlined
def observe_options(s, o):
    o[AT.gin_bonus] = s.gin_bonus
    o[AT.undercut_bonus] = s.undercut_bonus
    o[AT.knock_limit] = s.knock_limit
    o[AT.target] = s.target
    o[AT.advice] = s.advice
    o[AT.stake] = s.stake
    o[AT.partners] = s.partners
    o[AT.max_hands] = s.max_hands
    o[AT.max_turns] = s.max_turns


@inlined
def observe_open_cards(s, player, o):
    opponent = opponent_of(s, player)
    for place in range(s.pile_size):
        o[AT.pile + s.pile[place]] = LARGEST_PILE - (s.pile_size - 1 - place)
    for suit in range(NUM_SUITS):
        mark_cards(s.taken[player, suit] | s.taken[opponent, suit], suit, o, AT.taken)
        mark_cards(s.thrown[opponent, suit], suit, o, AT.thrown)
    o[AT.held_back] = 1 + s.held_back


@inlined
def mark_cards(row, suit, o, start):
    """Write a 1 for every card in the suit's row, else a 0."""
    first = start + suit * NUM_RANKS
    for rank in range(NUM_RANKS):
        o[first + rank] = row >> rank & 1


@inlined
def observe_hand(s, player, o):
    hand = s.hand[player]
    observe_cards(s, player, o)
    moves = s.turn_of == player and not s.over
    if moves and s.phase == DISCARDING:
        o[AT.unmatched] = observe_discards(s, o)
        o[AT.drawn] = 1 + s.drawn
    else:
        o[AT.unmatched] = unmatched_of(hand)
    if moves and (s.phase == UPCARD or s.phase == DRAWING):
        o[AT.if_taken] = least_if_taken(hand, s.pile[s.pile_size - 1])


@inlined
def observe_cards(s, player, o):
    """Write each card of the hand, and what it may still become: for its owner, and for the opponent if it is thrown."""
    hand, opponent = s.hand[player], opponent_of(s, player)
    others = rows_elsewhere(s, opponent)
    known = s.taken[opponent]
    unseen = (others[0] & ~known[0], others[1] & ~known[1], others[2] & ~known[2], others[3] & ~known[3])
    # Ranks that the hand holds twice, of which one card is unseen, or two: each of these makes a set.
    paired = in_two_suits(hand[0], hand[1], hand[2], hand[3])
    one_more, two_more = paired & (unseen[0] | unseen[1] | unseen[2] | unseen[3]), paired & in_two_suits(*unseen)
    # Ranks of which two cards lie elsewhere, or three, which are three pairs: a pair makes a set with a card held.
    pair, triple = in_two_suits(*others), in_three_suits(*others)
    for suit in range(NUM_SUITS):
        row = hand[suit]
        for rank in range(NUM_RANKS):
            place = suit * NUM_RANKS + rank
            held = row >> rank & 1
            o[AT.held + place] = held
            o[AT.outs + place] = held * (run_outs(rank, row, unseen[suit]) + (one_more >> rank & 1) + (two_more >> rank & 1))
            o[AT.feeds + place] = held * (run_feeds(rank, others[suit]) + (pair >> rank & 1) + 2 * (triple >> rank & 1))


@inlined
def rows_elsewhere(s, opponent):
    """The cards that lie neither in the hand that the observer sees nor in the pile: the opponent holds them, or the stock."""
    a, b = s.stock, s.hand[opponent]
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3])


@inlined
def run_outs(rank, held, new):
    """How many new cards make a run with a held one and the card of this rank."""
    outs = (new << 2 & held << 1) >> rank & 1
    outs += (new << 1 & (held << 2 | held >> 1)) >> rank & 1
    outs += (new >> 1 & (held << 1 | held >> 2)) >> rank & 1
    return outs + ((new >> 2 & held >> 1) >> rank & 1)


@inlined
def run_feeds(rank, row):
    """How many pairs of neighbours make a run with the card of this rank."""
    return ((row << 1 & row << 2) >> rank & 1) + ((row << 1 & row >> 1) >> rank & 1) + ((row >> 1 & row >> 2) >> rank & 1)


@inlined
def observe_discards(s, o):
    """Write what each discard would leave unmatched; the least that a legal one does."""
    least = MOST_UNMATCHED
    for card in range(NUM_CARDS):
        left = s.left_after[card]
        o[AT.left_after + card] = max(left, 0)
        if left != NOT_HELD and card != s.held_back:
            least = min(least, left)
    for card in range(NUM_CARDS):
        o[AT.least + card] = s.left_after[card] == least and card != s.held_back
    return least


@kernel
def least_if_taken(hand, upcard):
    """The least unmatched points that ten cards leave together with the upcard, after the best discard of the ten (CG-7)."""
    rows = np.empty(NUM_SUITS, np.int64)
    for suit in range(NUM_SUITS):
        rows[suit] = hand[suit]
    add_card(rows, upcard)
    least = MOST_UNMATCHED
    for suit in range(NUM_SUITS):
        row = hand[suit]
        while row:
            low = row & -row
            row ^= low
            least = min(least, left_without(rows, suit, low))
    return least


@inlined
def observe_advice(s, o):
    """CG-4: for the captain, and for who gave it."""
    if s.advised < Action.DISCARD:
        o[AT.advised_kind + s.advised] = 1
    elif s.advised < Action.KNOCK:
        o[AT.advised_kind + ADVISED_DISCARD] = 1
        o[AT.advised_card + s.advised - Action.DISCARD] = 1
    else:
        o[AT.advised_kind + ADVISED_KNOCK] = 1
        o[AT.advised_card + s.advised - Action.KNOCK] = 1
