"""Configurations that come with the package: defaults of each algorithm, and one file a game and algorithm."""
