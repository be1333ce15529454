"""A session with what is known of it as a whole; the heavier looks are taken later, at the stretch that a document needs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING

from narrator.graph import build
from narrator.model import Transcript
from narrator.observations import Observations, observe
from narrator.phases import (
    Boundary,
    Intervention,
    Phase,
    Response,
    Signals,
    TurningPoint,
    find_boundaries,
    find_interventions,
    find_responses,
    find_turning_points,
    phases_of,
    read_course,
    read_signals,
)
from narrator.silence import Silence, name_silences
from narrator.times import zone_named

if TYPE_CHECKING:
    from networkx import MultiDiGraph


@dataclass(frozen=True)
class Analysis:
    """A transcript and the readings of it that every document shares."""

    transcript: Transcript
    observations: Observations
    silences: tuple[Silence, ...]
    signals: Signals
    boundaries: tuple[Boundary, ...]
    phases: tuple[Phase, ...]
    interventions: tuple[Intervention, ...]
    responses: tuple[Response, ...]
    """What the person did wherever the work stopped."""
    turning_points: tuple[TurningPoint, ...]
    """Strongest first."""
    zone: tzinfo = UTC
    """In which times are told; the transcript's own stay in UTC."""

    @cached_property
    def graph(self) -> MultiDiGraph[int]:
        """The links between messages, built when first asked for."""
        return build(self.transcript)

    def silence(self, index: int) -> Silence | None:
        """Return the silence of the message with `index`, or None where it isn't silent."""
        return next((s for s in self.silences if s.message == index), None)

    def phase(self, index: int) -> Phase:
        """Return the phase that the message with `index` is in."""
        return next(p for p in self.phases if p.first <= index <= p.last)


def analyze(transcript: Transcript, *, zone: str = "UTC") -> Analysis:
    """Return the analysis of a session, whose times will be told in `zone` ("Europe/Berlin"); linear in its size.

    Raises:
        NarratorError: when there is no such zone.

    """
    observations = observe(transcript)
    silences = name_silences(transcript)
    signals = read_signals(transcript, observations, silences)
    course = read_course(signals)
    boundaries = find_boundaries(course)
    interventions = find_interventions(signals)
    return Analysis(
        transcript=transcript,
        observations=observations,
        silences=silences,
        signals=signals,
        boundaries=boundaries,
        phases=phases_of(signals, boundaries),
        interventions=interventions,
        responses=find_responses(signals, interventions),
        turning_points=find_turning_points(course),
        zone=zone_named(zone),
    )
