"""Pazaak as it is played on Bespin: a main deck and a side deck a seat, gambling rolls, bets, cheats and the Force. 2 seats.

A match: antes, cheats announced (BP-13), Force points (BP-14) and gambling rolls (BP-5), hands (BP-4), the match bet (BP-11):
`opening`. Then sets, each with its side bet, until a seat has won two (BP-6): `sets`. When anybody cheats an opposed roll
decides instead (BP-13). Here is what the seat to act may do, and what it does. Every function works on one record `s` and
draws its cards at addresses of chance.

Where the source is silent we follow the rules marked "chosen" in this game's page; nothing deviates from the source.
"""

from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from ..kit.pazaak import FULL, STANDS, TARGET, lay, take_back
from ..kit.wagers import legal_wager, step_wager
from .opening import (
    after_match_bet,
    ask_for_force,
    before_the_rolls,
    deal_hands,
    give_up_card,
    judge_cheats,
    redraw_side_card,
    roll_and_deal,
    spend_force_point,
)
from .sets import discards_left, draw_main_card, end_set, judge_nine, may_draw_second, next_turn, open_set
from .state import (
    BY_BUST,
    CHANGE_ROW,
    FORCE,
    HAND,
    KIND_VALUES,
    MAX_WILD,
    SECOND,
    TURN,
    WAGER,
    WILD,
    WILD_CHANGES,
    WILD_FOUR,
    WILD_SIGNS,
    Action,
)

# --- what a seat may do, and does ---


@inlined
def legal(s, mask):
    """Mark what the seat to act may do with 1, all else with 0."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    if s.over:
        return
    if s.phase == TURN:
        legal_turn(s, mask)
    elif s.phase == WAGER:
        legal_wager(s, mask)
    elif s.phase == SECOND:
        mask[Action.USE_FIRST] = 1
        mask[Action.USE_SECOND] = 1
    elif s.phase == HAND:
        mask[Action.KEEP] = 1
        mask[Action.DISCARD] = 1
    elif s.phase == FORCE:
        mask[Action.HOLD_FORCE] = 1
        mask[Action.SPEND_FORCE] = 1
    else:
        mask[Action.PLAY_FAIR] = 1
        mask[Action.CHEAT] = 1


@inlined
def legal_turn(s, mask):
    """BP-8: bonuses before a hand card, one hand card, then stand (not above 20) or end the turn."""
    seat = s.to_act
    untouched = (s.bonus_used == 0) & (s.card_played == 0)
    mask[Action.DISCARD] = untouched & (discards_left(s, seat) > 0)
    mask[Action.SECOND_CARD] = untouched & may_draw_second(s, seat)
    mask[Action.STAND] = s.total[seat] <= TARGET
    mask[Action.END_TURN] = 1
    may_play = (s.card_played == 0) & (s.cards[seat] < FULL)
    for kind in range(WILD_FOUR):
        mask[Action.PLAY + kind] = may_play & (s.hand[seat, kind] > 0)
    mask[Action.PLAY_FOUR_PLUS] = may_play & (s.hand[seat, WILD_FOUR] > 0)
    mask[Action.PLAY_FOUR_MINUS] = mask[Action.PLAY_FOUR_PLUS]
    if may_play & (s.hand[seat, WILD] > 0):
        legal_wild(s, seat, mask)


@kernel
def legal_wild(s, seat, mask):
    """BP-3, and from 41 on a size up or down (BP-5)."""
    for play in range(WILD_SIGNS.shape[0]):
        size = s.wild_size[seat] + WILD_CHANGES[play]
        changed = WILD_CHANGES[play] != 0
        mask[Action.PLAY_WILD + play] = (not changed) or (s.row[seat] >= CHANGE_ROW and 0 <= size <= MAX_WILD)


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
        if action == Action.DISCARD:
            redraw_side_card(s, seat)
        s.just_drawn = NOBODY
        deal_hands(s)
    elif s.phase == FORCE:
        if action == Action.SPEND_FORCE:
            spend_force_point(s, seat)
        if not ask_for_force(s, seat + 1):
            if s.opposed:
                judge_cheats(s)
            else:
                roll_and_deal(s)
    else:
        s.cheats[seat] = action == Action.CHEAT
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
    if action == Action.END_TURN:
        if s.total[seat] > TARGET:
            end_set(s, 1 - seat, BY_BUST)
        else:
            next_turn(s, seat)
    elif action == Action.STAND:
        s.status[seat] = STANDS
        next_turn(s, seat)
    elif action == Action.DISCARD:
        s.discards_used[seat] += 1
        s.bonus_used = 1
        take_back(s, seat)
        s.drawn = draw_main_card(s, seat)
        lay(s, seat, s.drawn)
        judge_nine(s, seat)
    elif action == Action.SECOND_CARD:
        s.second_used[seat] = 1
        s.bonus_used = 1
        s.second = draw_main_card(s, seat)
        s.phase = SECOND
    else:
        play_hand_card(s, seat, action)


@kernel
def choose_second(s, seat, action):
    """BP-5: the card that is not used is out."""
    if action == Action.USE_SECOND:
        take_back(s, seat)
        s.drawn = s.second
        lay(s, seat, s.drawn)
    s.second = 0
    s.phase = TURN
    judge_nine(s, seat)


@kernel
def play_hand_card(s, seat, action):
    """BP-3, BP-8."""
    if action < Action.PLAY_FOUR_PLUS:
        kind = action - Action.PLAY
        value = KIND_VALUES[kind]
    elif action < Action.PLAY_WILD:
        kind = WILD_FOUR
        value = 4 if action == Action.PLAY_FOUR_PLUS else -4
    else:
        kind = WILD
        play = action - Action.PLAY_WILD
        value = WILD_SIGNS[play] * (s.wild_size[seat] + WILD_CHANGES[play])
    give_up_card(s, seat, kind)
    s.played[seat, kind] += 1
    s.card_played = 1
    lay(s, seat, value)
    judge_nine(s, seat)
