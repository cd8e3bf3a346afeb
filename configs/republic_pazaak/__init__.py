"""Configurations for Republic Pazaak."""
