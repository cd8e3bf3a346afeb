"""Captain gin: how a hand ends and what it pays (CG-10 to CG-13)."""

from ..core.jit import inlined, kernel, overwrite
from ..core.record import NOBODY
from .cards import NUM_SUITS
from .melds import arrange, arrange_and_lay_off
from .opening import begin_hand, opponent_of, rotate_roles
from .state import DRAWN_HAND, GIN, KNOCKED, LAST, MAX_SEATS, NO_ADVICE, UNDERCUT


@kernel
def end_by_knock(s, knocker):
    """CG-10, CG-11: both lay out their hands, and the one with less unmatched scores."""
    other = opponent_of(s, knocker)
    overwrite(s, LAST)
    own = lay_out(s, knocker)
    if own == 0:
        theirs = lay_out(s, other)
        end_hand(s, GIN, knocker, knocker, s.gin_bonus + theirs)
        return
    theirs = arrange_and_lay_off(
        s.hand[other], s.last_sets[knocker], s.last_runs[knocker], s.last_sets[other], s.last_runs[other], s.last_laid[other]
    )
    note_rest(s, other, theirs)
    if own < theirs:
        end_hand(s, KNOCKED, knocker, knocker, theirs - own)
    else:
        end_hand(s, UNDERCUT, knocker, other, s.undercut_bonus + own - theirs)


@kernel
def lay_out(s, seat):
    unmatched = arrange(s.hand[seat], s.last_sets[seat], s.last_runs[seat])
    note_rest(s, seat, unmatched)
    return unmatched


@inlined
def note_rest(s, seat, unmatched):
    s.last_unmatched[seat] = unmatched
    for suit in range(NUM_SUITS):
        matched = s.last_sets[seat, suit] | s.last_runs[seat, suit] | s.last_laid[seat, suit]
        s.last_rest[seat, suit] = s.hand[seat, suit] & ~matched


@kernel
def end_drawn(s):
    """CG-12: nobody scores, and nobody shows a hand."""
    overwrite(s, LAST)
    end_hand(s, DRAWN_HAND, NOBODY, NOBODY, 0)


@kernel
def end_hand(s, how, knocker, scorer, points):
    """Note how the hand ended, pay it, and go on to the next one or to the end of the game (CG-13)."""
    s.last_how = how
    s.last_box = s.box
    s.last_captain = s.captain
    s.last_knocker = knocker
    s.last_scorer = scorer
    s.last_points = points
    s.has_results = 1
    s.hands_played += 1
    settle(s, scorer, points * s.stake)
    if (scorer != NOBODY and s.score[scorer] >= s.target) or s.hands_played >= s.max_hands:
        s.over = 1
        s.advised = NO_ADVICE
        return
    rotate_roles(s, scorer)
    begin_hand(s)


@inlined
def settle(s, scorer, units):
    """CG-13: by partners the box alone stands against the other two; by scores each pair settles the difference."""
    if scorer == NOBODY:
        return
    s.score[scorer] += s.last_points
    for seat in range(MAX_SEATS):
        if s.partners:
            share = 2 * units if seat == s.box else -units
            pays = share if scorer == s.box else -share
        else:
            pays = 2 * units if seat == scorer else -units
        s.rewards[seat] += pays
        s.stack[seat] += pays
