"""A scene with one call whose arguments and result are given word by word."""

from __future__ import annotations

from narrator.model import Part, Transcript
from tests.scenes import Scene
from tests.scenes import scene as told


def with_call(args: dict[str, str], result: str = "ok", name: str = "edit") -> Scene:
    """Return a scene whose second message has one call with these arguments and this result."""
    scene = told("1 U Do it.\n2 A ! edit /srv/a.py > ok")
    call = Part(kind="call", name=name, args=tuple(args.items()), call="c", by="model", status="ok")
    answer = Part(kind="result", text=result, by="tool", name=name, call="c", status="ok")
    first, second = scene.transcript.messages
    messages = (first, second.model_copy(update={"parts": (call, answer)}))
    transcript: Transcript = scene.transcript.model_copy(update={"messages": messages})
    scene.__dict__["transcript"] = transcript
    return scene
