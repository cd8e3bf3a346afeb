"""Configurations for Cripple Mr Onion."""
