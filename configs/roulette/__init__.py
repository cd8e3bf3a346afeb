"""Configurations for roulette."""
