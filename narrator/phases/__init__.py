"""Where a session turns: phases, turning points, interventions, all from cues that can be named."""

from __future__ import annotations

from narrator.phases.boundaries import Boundary, Phase, find_boundaries, phases_of
from narrator.phases.cues import Course, read_course
from narrator.phases.interventions import Intervention, Response, find_interventions, find_responses
from narrator.phases.signals import Signals, read_signals
from narrator.phases.turning import TurningPoint, find_turning_points

__all__ = [
    "Boundary",
    "Course",
    "Intervention",
    "Phase",
    "Response",
    "Signals",
    "TurningPoint",
    "find_boundaries",
    "find_interventions",
    "find_responses",
    "find_turning_points",
    "phases_of",
    "read_course",
    "read_signals",
]
