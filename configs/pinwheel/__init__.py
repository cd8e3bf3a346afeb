"""Configurations for Pinwheel."""
