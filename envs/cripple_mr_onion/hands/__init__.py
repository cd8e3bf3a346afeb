"""Cards of one hand: the groups that they make, and the best way to split them (CO-2 to CO-4, and modifiers)."""
