"""Configurations for Captain gin."""
