"""Scripted bettors of Captain gin. They decide, and advise, from the observation alone."""

from .bettors import CarelessAgent, CounterAgent, EagerAgent, PatientAgent, PupilAgent, SilentAgent
from .reckoning import RECKONING

BETTORS = {
    "eager": EagerAgent,
    "patient": PatientAgent,
    "counter": CounterAgent,
    "silent": SilentAgent,
    "careless": CarelessAgent,
    "pupil": PupilAgent,
}

__all__ = ["BETTORS", "RECKONING", "CarelessAgent", "CounterAgent", "EagerAgent", "PatientAgent", "PupilAgent", "SilentAgent"]
