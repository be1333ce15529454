"""What was started and outlived its call; where the work was done."""

from __future__ import annotations

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.processes import LONG, find_processes
from tests.scenes import Scene
from tests.scenes import scene as told

LEFT = "Command running in background with ID: b12"


def facts(scene: Scene, prefix: str = "process.") -> list[Fact]:
    return [f for f in find_processes(Whole(scene.analysis)) if f.predicate.startswith(prefix)]


def ran(*commands: str, ending: str = "0") -> Scene:
    return told("\n".join(["1 U Do it.", *(f"{n} A ! bash {c} >{ending}" for n, c in enumerate(commands, 2))]))


def test_a_service_started_and_stopped_by_name() -> None:
    (found,) = facts(ran("systemctl start web", "systemctl stop web"))
    assert (found.predicate, found.arg("what"), found.arg("started"), found.arg("ended")) == ("process.stopped", "web", 2, 3)
    assert found.messages == (2, 3)


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("docker run -d --name db postgres", "db"),
        ("docker compose up -d db", "db"),
        ("tmux new-session -d -s work", "work"),
        ("nohup python train.py &", "train.py"),
        ("npm run dev &", "npm run dev"),
    ],
)
def test_what_outlives_its_call_and_is_never_stopped_stays_open(command: str, what: str) -> None:
    assert [(f.predicate, f.arg("what")) for f in facts(ran(command))] == [("process.open", what)]


@pytest.mark.parametrize(
    "command",
    [
        "docker run --rm app pytest",
        "uvicorn app:main",
        "python a.py & python b.py & wait",
        "python server.py & sleep 1; curl localhost; kill $!",
        "sleep 5 &",
        "systemctl enable web",
        'grep -n "a & b" x.py',
    ],
)
def test_what_ends_with_its_call_is_no_process(command: str) -> None:
    assert facts(ran(command)) == []


def test_a_start_that_failed_started_nothing() -> None:
    assert facts(ran("systemctl start web", ending="1")) == []


def test_what_the_session_had_not_started_is_killed_and_restarts_are_counted() -> None:
    scene = ran("pkill node", "systemctl restart web", "ssh box systemctl restart web", "systemctl restart web")
    found = [(f.predicate, f.arg("what"), f.arg("host"), f.arg("times")) for f in facts(scene)]
    assert found == [
        ("process.killed", "node", None, None),
        ("process.restarted", "web", None, 2),
        ("process.restarted", "web", "box", 1),
    ]


def test_a_command_left_running_counts_where_it_was_stopped_or_waited_for_at_length() -> None:
    start = f"2 A ! bash npm start > {LEFT}"
    stop = "3 A ! killshell shell_id=b12 > stopped"
    assert [f.predicate for f in facts(told(f"1 U Do it.\n{start}\n{stop}"))] == ["process.stopped"]
    waits = [f"{n} A ! bashoutput bash_id=b12 >{'running' if n < LONG + 2 else ''} x" for n in range(3, LONG + 3)]
    assert [f.predicate for f in facts(told("\n".join(["1 U Do it.", start, *waits])))] == ["process.ended"]
    assert facts(told(f"1 U Do it.\n{start}\n3 A ! bashoutput bash_id=b12 > done")) == []


def test_machines_and_folders_that_were_worked_on() -> None:
    scene = ran("ssh box ls /srv", "cd /srv/a && make", "cd /srv/a && make test", "cd /srv/a && ls", "cd /srv/b && ls")
    found = [(f.predicate, f.arg("name"), f.arg("calls"), f.arg("first"), f.arg("last")) for f in facts(scene, "worked.")]
    assert found == [("worked.host", "box", 1, 2, 2), ("worked.folder", "/srv/a", 3, 3, 5)]
