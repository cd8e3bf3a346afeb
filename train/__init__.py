"""Fitting bettors: configurations, PPO, run folders."""
