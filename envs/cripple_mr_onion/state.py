"""Cripple Mr Onion: the record of a game, its actions, and the numbers that the rules name."""

from enum import IntEnum

from ..core.record import NOBODY, record_type
from .hands.cards import IN_HAND, NO_CARD, NUM_SUITS, SPECIALS
from .hands.groups import MOST_GROUPS

MAX_SEATS = 7
FIRST_DEAL = SECOND_DEAL = 5  # cards (CO-7, CO-9)
MOST_DISCARDS = 4
MOST_STAKES = 10  # in one stake, raise or extra bet
NUM_SPECIALS = len(SPECIALS)


class Action(IntEnum):
    """Action indices; `DISCARD + slot`, `STAKE + k` (k Stakes; likewise raises), `DECLARE + special`, `SHOW + slot`."""

    DISCARD = 0
    DONE = DISCARD + FIRST_DEAL
    STAKE = DONE + 1
    MATCH = STAKE + MOST_STAKES + 1
    FOLD = MATCH + 1
    RAISE = FOLD + 1
    EXTRA_BET = RAISE + MOST_STAKES + 1
    BUY = EXTRA_BET + MOST_STAKES + 1
    STOP = BUY + 1
    ACCEPT = STOP + 1
    DECLINE = ACCEPT + 1
    BID = DECLINE + 1
    DECLARE = BID + 1
    WILD_AGAIN = DECLARE + NUM_SPECIALS
    TAKE_FIRST = WILD_AGAIN + 1
    TAKE_SECOND = TAKE_FIRST + 1
    SHOW = TAKE_SECOND + 1
    PASS = SHOW + IN_HAND


NUM_ACTIONS = Action.PASS + 1

# Phases: what is decided.
DISCARDING, STAKING, MATCHING, RAISING, MEETING = range(5)
BUYING, BETTING_EXTRA, MEETING_EXTRA, OFFERED, BIDDING = range(5, 10)
DECLARING, CHOOSING, SHOWING = range(10, 13)
NUM_PHASES = 13
COMPARING = 13  # nobody decides: Showdown

# Stages of betting: three before the second deal (CO-8), two after it (CO-11).
LAST_BEFORE_DEAL, FIRST_AFTER_DEAL, LAST_STAGE = 2, 3, 4

# How a round ended (CO-10, CO-12, CO-13, CO-14).
SHOWDOWN, CRIPPLED, LAST_ONE_LEFT, CARRIED = range(1, 5)

NO_TERMS = -1  # the seat's cards are not split, or have changed
AT_RANDOM = -1  # the first dealer

# Purposes of this game's chance.
FIRST_DEALER, CARD = range(2)

BY_SEAT = (MAX_SEATS,)

STATE = record_type(
    MAX_SEATS,
    options=[
        ("modifiers", "i4"),  # bit m: modifier m is on
        ("stake", "i4"),  # units
        ("max_stake", "i4"),  # Stakes
        ("max_raise", "i4"),  # Stakes
        ("rounds", "i4"),
        ("first_dealer", "i4"),  # seat, or AT_RANDOM
    ],
    episode=[
        ("dealer", "i4"),
        ("dealt_in", "i4", BY_SEAT),
        ("before", "i4", BY_SEAT),  # units of the seat when the round began
        ("inherited", "i4"),  # units in the pot when the round began (CO-6)
        ("turn", "i4"),  # how far clockwise from the dealer sits the seat that is asked; `num_players`: the dealer
        ("phase", "i4"),
        ("pack", "i4", (NUM_SUITS,)),  # a row of bits a suit
        ("pack_size", "i4"),
        ("wild_round", "i4"),  # 1: eights were wild when the round began (CO-M1)
        ("unsettled", "i4"),  # 1: cards, or what their terms depend on, have changed since hands were split
        # habits that everybody could see
        ("raises_made", "i4", BY_SEAT),  # raises and extra bets above 0
        ("folds_made", "i4", BY_SEAT),
        # of the last showdown
        ("last_run", "i4"),  # cards of the running flush that crippled
        ("last_crippled", "i4", (), NOBODY),  # seat whose Onion that was, or NOBODY
    ],
    round=[
        ("stage", "i4"),
        ("live", "i4", BY_SEAT),  # dealt in and not folded
        ("named", "i4"),  # units of the stake that the Dealer named in this stage
        ("aside", "i4", BY_SEAT),  # units of a raise or extra bet, until the Dealer meets them
        ("bid", "i4", BY_SEAT),  # units, last bid in the auction (CO-12)
        ("declined", "i4", BY_SEAT),  # 1: is out of the auction, or does not want the Dealership
        ("passes", "i4"),  # in a row, of those that may declare (CO-M12)
        # cards
        ("card", "i4", (MAX_SEATS, IN_HAND), NO_CARD),  # NO_CARD before they are dealt
        ("face_up", "i4", BY_SEAT),  # bit i: the card in slot i lies open
        ("marked", "i4"),  # bit i: the seat to act will throw slot i
        ("discarded", "i4", BY_SEAT),  # cards
        ("bought", "i4", BY_SEAT),
        ("thrown", "i4", (MAX_SEATS, MOST_DISCARDS), NO_CARD),
        ("offered", "i4", (2,), NO_CARD),  # two cards to choose from (CO-M4, CO-M5)
        ("offered_for", "i4"),  # the slot that they are for
        ("offered_as", "i4"),  # LADY or FATE, whose place the chosen one takes
        ("refused", "i4", (2,), NO_CARD),  # cards that were not chosen: in the Lady's place, in Fate's
        # modifiers
        ("wild", "i4", BY_SEAT),  # 1: eights are wild for the seat
        ("declared", "i4", (NUM_SPECIALS,), NOBODY),  # seat that declared it
        ("replaced", "i4", (2,)),  # 1: the Lady, Fate was replaced
        ("zeroed", "i4", BY_SEAT),  # 1: the seat's aces are zeroed (CO-M5)
        ("kingless", "i4", BY_SEAT),  # bit i: the card in slot i was not the king of swords when the jack became wild (CO-M10)
        ("jack_wild", "i4"),  # 1: the Archchancellor is wild for who declared him (CO-M10)
        ("terms", "i4", BY_SEAT, NO_TERMS),  # under which the seat's cards are split, a sum of `Term`, or NO_TERMS
        ("groups", "i4", (MAX_SEATS, MOST_GROUPS)),  # keys of the seat's best split, best first, 0: no more
        ("wild_in_best", "i4", BY_SEAT),  # wild cards in its best group (CO-M2)
    ],
    last=[  # the round that ended last
        ("last_how", "i4"),  # 0 before any
        ("last_winner", "i4", (), NOBODY),
        ("last_dealer", "i4", (), NOBODY),
        ("last_pot", "i4"),  # units won, or left over
        ("last_inherited", "i4"),
        ("last_net", "i4", BY_SEAT),  # units
        ("last_in", "i4", BY_SEAT),  # was dealt in
        ("last_card", "i4", (MAX_SEATS, IN_HAND), NO_CARD),  # as shown, NO_CARD where not
        ("last_terms", "i4", BY_SEAT),
        ("last_groups", "i4", (MAX_SEATS, MOST_GROUPS)),  # keys, as shown
        ("last_wild", "i4"),  # 1: eights were wild when it began
        ("last_declared", "i4", (NUM_SPECIALS,), NOBODY),
        ("last_replaced", "i4", (2,)),
    ],
)
ROUND, LAST = STATE.starts["round"], STATE.starts["last"]
