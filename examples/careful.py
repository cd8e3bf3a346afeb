"""Two ways to write a bettor of your own. Measure one with

backroom evaluate pinwheel examples/careful.py:careful rock
backroom evaluate pinwheel examples/careful.py:Sometimes rock
"""

from backroom import Agent


def careful(description: dict, legal: list[str]) -> str:
    """Stays in while its cycle is not behind any live seat's open dice, and gambles only from behind."""
    others = [seat["open_cycle"] for seat in description["seats"][1:] if seat["status"] == "live"]
    ahead = description["cycle"] >= max(others, default=0) + 3
    if "gamble" in legal:
        return "hold" if ahead else "gamble"
    if ahead and "raise by 1" in legal:
        return "raise by 1"
    if "pass" in legal:
        return "pass"
    return "call" if ahead or description["to_call"] <= 1 else "fold"


class Sometimes(Agent):
    """Takes the first legal action three times in four, else the last. `u` is the only chance that an agent has."""

    def act(self, observation, action_mask, u):
        legal = action_mask.nonzero()[0]
        return int(legal[0] if u < 0.75 else legal[-1])
