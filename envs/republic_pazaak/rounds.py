"""Republic Pazaak: rounds, from their bet to the end of the game (RP-4 to RP-8)."""

from ..core.chance import randint
from ..core.jit import inlined, kernel, overwrite
from ..core.record import NOBODY
from ..kit.cards import take_nth
from ..kit.pazaak import ABSENT, BUST, DRAWS, FULL, STANDS, TARGET, lay, next_to_draw
from ..kit.wagers import open_wager, pay_out, put_in
from .state import (
    BY_BUST,
    BY_NINE,
    BY_POINTS,
    BY_TIE_BREAKER,
    DRAWING,
    DRAWN_ROUND,
    MAIN,
    MAIN_CARDS,
    NINE_RANK,
    ROUND,
    SHARP,
    TURN,
    UNUSED,
    WAGER,
)

# --- rounds ---


@kernel
def begin_round(s):
    """RP-1: all forty cards are shuffled; the round's bet comes before its first card."""
    for seat in range(s.num_players):
        s.earlier_draws[seat] += s.laid[seat]
    overwrite(s, ROUND)
    for seat in range(s.num_players):
        if not s.plays[seat]:
            s.status[seat] = ABSENT
    if open_wager(s, s.first, s.max_round_bet, 0):
        s.phase = WAGER
    else:
        open_round(s)


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
    nth = randint(s.key, s.played_rounds, 0, MAIN, s.main_drawn, main_count(s))
    s.main_drawn += 1
    return take_nth(s.main_left, nth) + 1


@inlined
def may_look(s, seat):
    """RP-9: once a game."""
    return (s.force_sensitive[seat] != 0) & (s.look[seat] == UNUSED)


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
    s.has_results = 1
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
    if game_is_won(s) or s.played_rounds >= s.max_rounds:
        end_game(s)
    else:
        next_first(s)
        begin_round(s)


@kernel
def game_is_won(s):
    """RP-8: a lead that can not be caught, or the round that decides; a tie for most rounds lets the level seats play on."""
    leader = 0
    for seat in range(s.num_players):
        if s.won[seat] > s.won[leader]:
            leader = seat
    second = 0
    for seat in range(s.num_players):
        if seat != leader:
            second = max(second, s.won[seat])
    left = 0 if s.decider else max(0, min(s.rounds, s.max_rounds) - s.played_rounds)
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
