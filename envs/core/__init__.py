"""What games and views both stand on: the record of a game, chance, compilation, observations, options and agents."""
