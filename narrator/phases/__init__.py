"""Where a session turns: phases, turning points, interventions, all from cues that can be named."""

from __future__ import annotations

from narrator.phases.boundaries import Boundary, Phase, find_boundaries, phases_of
from narrator.phases.interventions import Intervention, find_interventions
from narrator.phases.signals import Signals, read_signals
from narrator.phases.turning import TurningPoint, find_turning_points

__all__ = [
    "Boundary",
    "Intervention",
    "Phase",
    "Signals",
    "TurningPoint",
    "find_boundaries",
    "find_interventions",
    "find_turning_points",
    "phases_of",
    "read_signals",
]
