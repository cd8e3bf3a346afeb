"""Pinwheel: dice stand for cards, the Gambling skill for play. 2-6 seats.

A hand: first bettor rolled (PW-1), one unit each (PW-2), a secret die each (PW-3), a betting round (PW-4, PW-5), an open
die each and a betting round twice over (PW-6), the hidden choice to attempt the Gamble (PW-8 to PW-11), the reveal (PW-12).
Hands make an episode (PW-13). Every function works on one record `s` and reads its dice at addresses of chance, so a die
does not depend on what was decided before.

Where the source is silent we follow the rules marked "chosen" in this game's page; nothing deviates from the source.
"""

from enum import IntEnum

from ..core.chance import randint
from ..core.jit import inlined, kernel, overwrite
from ..core.record import NOBODY, record_type
from ..kit.dice import d6, signed, throw_with_gamble_die
from ..kit.pots import settle_pots

MAX_SEATS = 6
MAX_RAISE = 10
ROUNDS = 3


class Action(IntEnum):
    """Action indices; raising by k beyond the call is `RAISE_BY_1 + k - 1`."""

    FOLD = 0
    PASS = 1
    CALL = 2
    RAISE_BY_1 = 3
    HOLD = RAISE_BY_1 + MAX_RAISE
    GAMBLE = HOLD + 1


# Phases: the number of a betting round, or the Gamble after the last.
DEAL, DRAW_ONE, DRAW_TWO, GAMBLING = range(4)
UNDECIDED, HOLDS, GAMBLES = range(3)

# Purposes of this game's chance.
FIRST_BETTOR, SECRET, OPEN, ORDINARY, GAMBLE_DIE, EXTRA = range(6)

NO_LIMIT = -1

STATE = record_type(
    MAX_SEATS,
    options=[
        ("dice", "i4", (MAX_SEATS,)),  # dice of each seat's skill code, 1-30
        ("pips", "i4", (MAX_SEATS,)),  # its pips, 0-2
        ("skills_public", "i4"),
        ("max_raise", "i4"),  # units
        ("max_raises", "i4"),  # bets and raises in one betting round, or NO_LIMIT
        ("hands", "i4"),  # in an episode
        ("odd_secret_subtracts", "i4"),  # PW-9: 1 when an odd secret die counts against its seat
    ],
    episode=[  # habits that everybody could see
        ("raises_made", "i4", (MAX_SEATS,)),
        ("folds_made", "i4", (MAX_SEATS,)),
        ("gambles_shown", "i4", (MAX_SEATS,)),
    ],
    hand=[
        ("phase", "i4"),
        ("first_bettor", "i4"),
        ("waiting", "i4"),  # seats that must still act before the phase ends
        ("raises", "i4"),  # bets and raises made in this betting round
        ("high", "i4"),  # units that staying in this betting round costs
        ("last_raiser", "i4"),  # seat that bet or raised last in this round, or NOBODY
        ("posted", "i4", (MAX_SEATS,)),
        ("live", "i4", (MAX_SEATS,)),  # posted and not folded
        ("secret", "i4", (MAX_SEATS,)),  # the secret die, 0 without one
        ("open", "i4", (MAX_SEATS, 2)),  # the open dice, 0 before they are rolled
        ("bets", "i4", (MAX_SEATS, ROUNDS)),  # units put in during each betting round
        ("paid", "i4", (MAX_SEATS,)),  # units put into this hand, the ante included
        ("choice", "i4", (MAX_SEATS,)),  # UNDECIDED, HOLDS or GAMBLES
    ],
    last=[  # the hand that ended last, as the table saw it; zeros before there was one
        ("last_net", "i4", (MAX_SEATS,)),  # units won or lost
        ("last_paid", "i4", (MAX_SEATS,)),  # units put in
        ("last_shown", "i4", (MAX_SEATS,)),  # 1: revealed its dice
        ("last_secret", "i4", (MAX_SEATS,)),  # 0 unless shown
        ("last_open", "i4", (MAX_SEATS, 2)),
        ("last_gambled", "i4", (MAX_SEATS,)),  # 1: attempted the Gamble, and showed it
        ("last_total", "i4", (MAX_SEATS,)),  # of its Gamble throw
        ("last_cycle", "i4", (MAX_SEATS,)),  # final, 0 unless shown
    ],
)
HAND, LAST = STATE.starts["hand"], STATE.starts["last"]


@kernel
def deal(s):
    """The next hand, or the end of the episode when fewer than two seats can post (PW-2)."""
    able = 0
    for seat in range(s.num_players):
        if s.stack[seat] > 0:
            able += 1
    if able < 2:
        s.over = 1
        return
    overwrite(s, HAND)
    roll_first_bettor(s, able)
    post_antes(s)
    deal_secret_dice(s)
    begin_phase(s, DEAL)


@kernel
def roll_first_bettor(s, able):
    """PW-1: every seat that posts is equally likely to bet first."""
    skip = randint(s.key, s.hands_played, 0, FIRST_BETTOR, 0, able)
    for seat in range(s.num_players):
        if s.stack[seat] > 0:
            if skip == 0:
                s.first_bettor = seat
                return
            skip -= 1


@kernel
def post_antes(s):
    """PW-2: one unit from every seat that has one; the others sit out."""
    for seat in range(s.num_players):
        if s.stack[seat] > 0:
            s.posted[seat] = 1
            s.live[seat] = 1
            put_in(s, seat, 1)


@inlined
def put_in(s, seat, units):
    s.stack[seat] -= units
    s.paid[seat] += units
    s.pot += units


@kernel
def deal_secret_dice(s):
    """PW-3."""
    for seat in range(s.num_players):
        if s.posted[seat]:
            s.secret[seat] = d6(s.key, s.hands_played, seat, SECRET, 0)


@kernel
def roll_open_dice(s, index):
    """PW-6: an open die for every live seat."""
    for seat in range(s.num_players):
        if s.live[seat]:
            s.open[seat, index] = d6(s.key, s.hands_played, seat, OPEN, index)


@inlined
def base_cycle(s, seat):
    """The cycle by the dice rolled so far (PW-6); an odd secret die may subtract from Draw One on (PW-9)."""
    secret = s.secret[seat]
    secret *= 1 - 2 * (secret & s.odd_secret_subtracts & (s.phase > DEAL))
    return secret + signed(s.open[seat, 0]) + signed(s.open[seat, 1])


@inlined
def gamble_target(s, seat):
    """The plain sum of the seat's dice: what its Gamble must reach once all three are out (PW-10)."""
    return s.secret[seat] + s.open[seat, 0] + s.open[seat, 1]


@inlined
def live_seats(s):
    count = 0
    for seat in range(MAX_SEATS):
        count += s.live[seat]
    return count


@inlined
def live_seats_with_units(s):
    count = 0
    for seat in range(MAX_SEATS):
        count += s.live[seat] * (s.stack[seat] > 0)
    return count


@kernel
def begin_phase(s, phase):
    """Begin `phase`, or the first one after it that anybody has a say in (PW-5: nobody bets alone)."""
    while phase < GAMBLING:
        if phase > DEAL:
            roll_open_dice(s, phase - DRAW_ONE)
        if open_betting_round(s, phase):
            return
        phase += 1
    open_gamble(s)


@kernel
def open_betting_round(s, phase):
    """PW-1, PW-4: the first live seat with units from the first bettor on acts. False when fewer than two have units."""
    s.phase = phase
    s.raises = 0
    s.high = 0
    s.last_raiser = NOBODY
    s.waiting = live_seats_with_units(s)
    if s.waiting < 2:
        return False
    s.to_act = next_bettor(s, s.first_bettor)
    return True


@kernel
def open_gamble(s):
    """PW-8: all live seats decide, all-in ones too, in betting order."""
    s.phase = GAMBLING
    s.waiting = live_seats(s)
    s.to_act = next_live(s, s.first_bettor)


@kernel
def next_bettor(s, seat):
    """The first live seat with units from `seat` on, clockwise; there is one."""
    while not (s.live[seat] and s.stack[seat] > 0):
        seat = (seat + 1) % s.num_players
    return seat


@kernel
def next_live(s, seat):
    while not s.live[seat]:
        seat = (seat + 1) % s.num_players
    return seat


@inlined
def owed(s, seat):
    """Units that the seat must add to stay in this betting round, whether or not it has them."""
    return s.high - s.bets[seat, min(s.phase, DRAW_TWO)]


@inlined
def largest_raise(s, seat):
    """PW-4: the most that the seat may raise beyond the call; 0: it may not raise.

    `&` and `|` rather than branches, which the processor would mispredict: this runs once a decision.
    """
    raise_left = (s.max_raises == NO_LIMIT) | (s.raises < s.max_raises)
    within_means = max(0, min(s.max_raise, s.stack[seat] - owed(s, seat)))
    # the seat itself is one of those with units
    return within_means * (raise_left & (live_seats_with_units(s) > 1))


@inlined
def legal(s, mask):
    """Mark what the seat to act may do with 1, all else with 0 (PW-4, PW-8)."""
    betting = (s.phase < GAMBLING) & (s.over == 0)
    gambling = (s.phase == GAMBLING) & (s.over == 0)
    asked = betting & (owed(s, s.to_act) > 0)
    most = largest_raise(s, s.to_act) * betting
    mask[Action.FOLD] = asked
    mask[Action.PASS] = betting & (asked == 0)
    mask[Action.CALL] = asked
    for units in range(1, MAX_RAISE + 1):
        mask[Action.RAISE_BY_1 - 1 + units] = units <= most
    mask[Action.HOLD] = gambling
    mask[Action.GAMBLE] = gambling


@kernel
def step(s, action):
    """Carry out a legal action of the seat to act."""
    seat = s.to_act
    s.waiting -= 1
    if s.phase == GAMBLING:
        choose_gamble(s, seat, action)
    elif action == Action.FOLD:
        fold(s, seat)
    else:
        if action == Action.CALL:
            call(s, seat)
        elif action >= Action.RAISE_BY_1:
            raise_by(s, seat, action - Action.RAISE_BY_1 + 1)
        pass_the_turn(s, seat)


@kernel
def pass_the_turn(s, seat):
    if s.waiting == 0:
        begin_phase(s, s.phase + 1)
    else:
        s.to_act = next_bettor(s, (seat + 1) % s.num_players)


@kernel
def bet(s, seat, units):
    s.bets[seat, s.phase] += units
    put_in(s, seat, units)


@kernel
def call(s, seat):
    """PW-5: all that is owed, or all that the seat has."""
    bet(s, seat, min(owed(s, seat), s.stack[seat]))


@kernel
def raise_by(s, seat, units):
    """PW-4: the call and `units` more; everybody else with units must act again."""
    bet(s, seat, owed(s, seat) + units)
    s.high += units
    s.raises += 1
    s.last_raiser = seat
    s.raises_made[seat] += 1
    s.waiting = 0
    for other in range(s.num_players):
        if other != seat and s.live[other] and s.stack[other] > 0:
            s.waiting += 1


@kernel
def fold(s, seat):
    """PW-7: the last seat left takes the pot, unseen."""
    s.live[seat] = 0
    s.folds_made[seat] += 1
    if live_seats(s) == 1:
        remember_open_dice(s)
        end_hand(s, s.live)
    else:
        pass_the_turn(s, seat)


@kernel
def choose_gamble(s, seat, action):
    """PW-8: choices stay hidden until all live seats have made theirs, in betting order."""
    s.choice[seat] = GAMBLES if action == Action.GAMBLE else HOLDS
    if s.waiting == 0:
        reveal(s)
    else:
        s.to_act = next_live(s, (seat + 1) % s.num_players)


@kernel
def gamble_total(s, hand, seat):
    """PW-10."""
    return throw_with_gamble_die(s.key, hand, seat, s.dice[seat], s.pips[seat], ORDINARY, GAMBLE_DIE)


@kernel
def extra_dice_sum(s, hand, seat, count):
    """PW-11: the extra dice with their signs."""
    total = 0
    for index in range(count):
        total += signed(d6(s.key, hand, seat, EXTRA, index))
    return total


@kernel
def reveal(s):
    """PW-12: every live seat shows its dice, those who chose to throw the Gamble, the highest cycle wins."""
    remember_open_dice(s)
    for seat in range(MAX_SEATS):
        if s.live[seat]:
            show(s, seat)
    end_hand(s, s.last_cycle)


@kernel
def remember_open_dice(s):
    """What the table keeps in mind of seats that show nothing."""
    overwrite(s, LAST)
    for seat in range(MAX_SEATS):
        s.last_open[seat, 0] = s.open[seat, 0]
        s.last_open[seat, 1] = s.open[seat, 1]


@kernel
def show(s, seat):
    s.last_shown[seat] = 1
    s.last_secret[seat] = s.secret[seat]
    s.last_cycle[seat] = base_cycle(s, seat)
    if s.choice[seat] == GAMBLES:
        total = gamble_total(s, s.hands_played, seat)
        s.last_gambled[seat] = 1
        s.last_total[seat] = total
        s.last_cycle[seat] += extra_dice_sum(s, s.hands_played, seat, total // gamble_target(s, seat))
        s.gambles_shown[seat] += 1


@kernel
def end_hand(s, rank):
    """PW-12, PW-13: the pots go out, the hand's net is every seat's reward, and the next hand begins."""
    settle_pots(s.num_players, s.paid, s.live, rank, s.first_bettor, s.last_net)
    for seat in range(MAX_SEATS):
        s.stack[seat] += s.last_net[seat]
        s.last_paid[seat] = s.paid[seat]
        s.last_net[seat] -= s.paid[seat]
        s.rewards[seat] = s.last_net[seat]
    s.pot = 0
    s.has_results = 1
    s.hands_played += 1
    if s.hands_played < s.hands:
        deal(s)
    else:
        s.over = 1


@kernel
def gamble_dice(states, i, seat, ordinary, gamble, extra):
    """The faces behind the Gamble of game i's last hand, to explain it: three arrays to fill, 0 where none was thrown.

    `ordinary` has MAX_DICE places, `gamble` MAX_REROLLS + 1, `extra` as many as there are extra dice.
    """
    s = states[i]
    hand = s.hands_played - 1
    for index in range(s.dice[seat] - 1):
        ordinary[index] = d6(s.key, hand, seat, ORDINARY, index)
    for index in range(gamble.shape[0]):
        gamble[index] = d6(s.key, hand, seat, GAMBLE_DIE, index)
        if gamble[index] != 6:
            break
    for index in range(extra.shape[0]):
        extra[index] = d6(s.key, hand, seat, EXTRA, index)
