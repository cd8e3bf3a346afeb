"""The views through which a game is played: PettingZoo, Gymnasium, Stable-Baselines3, and arrays of many games."""
