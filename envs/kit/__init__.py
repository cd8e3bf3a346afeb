"""What several games share: dice, cards, pots, wagers, tables of nine cards, and words."""
