"""Scripted bettors of Captain gin. They decide, and advise, from the observation alone."""

from .bettors import CarelessAgent, CounterAgent, EagerAgent, PatientAgent, PupilAgent, SilentAgent
from .derived_features import DERIVED_FEATURES

BETTORS = {
    "eager": EagerAgent,
    "patient": PatientAgent,
    "counter": CounterAgent,
    "silent": SilentAgent,
    "careless": CarelessAgent,
    "pupil": PupilAgent,
}

__all__ = [
    "BETTORS",
    "DERIVED_FEATURES",
    "CarelessAgent",
    "CounterAgent",
    "EagerAgent",
    "PatientAgent",
    "PupilAgent",
    "SilentAgent",
]
