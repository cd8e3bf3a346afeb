"""Configurations for Bespin Pazaak."""
