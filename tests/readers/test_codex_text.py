"""What Codex writes as text: heads of outputs, exit codes, wrappers, commands."""

from __future__ import annotations

import pytest

from narrator.readers.codex_text import Output, command_text, images, read_output, wrapper

MODERN = (
    "Chunk ID: 85c2b9\nWall time: 0.7565 seconds\nProcess exited with code {code}\nOriginal token count: 3\nOutput:\nall\ngood\n"
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (MODERN.format(code=0), Output("all\ngood\n", "ok", 0, 0.7565)),
        (MODERN.format(code=1), Output("all\ngood\n", "error", 1, 0.7565)),
        (MODERN.format(code=-1), Output("all\ngood\n", "error", -1, 0.7565)),
        ("Exit code: 2\nWall time: 1 seconds\nTotal output lines: 9\nOutput:\nno", Output("no", "error", 2, 1.0)),
        ("Wall time: 4.38 seconds\nOutput:\n{}", Output("{}", "ok", None, 4.38)),
        ('{"output":"no\\n","metadata":{"exit_code":1,"duration_seconds":0.2}}', Output("no\n", "error", 1, 0.2)),
        ('{"output": cut', Output('{"output": cut', "ok")),
        ("aborted by user after 29.7s", Output("aborted by user after 29.7s", "cancelled", None, 29.7)),
        ("Wall time: 5.0 seconds\naborted by user", Output("aborted by user", "cancelled", None, 5.0)),
        ("exec command rejected by user", Output("exec command rejected by user", "refused")),
        ("apply_patch verification failed: no such lines", Output("apply_patch verification failed: no such lines", "error")),
        ("Plan updated", Output("Plan updated", "ok")),
        ("a log that says\nProcess exited with code 3", Output("a log that says\nProcess exited with code 3", "ok")),
        (
            [{"type": "input_text", "text": "seen"}, {"type": "input_image", "image_url": "data:image/png;base64,A"}],
            Output("seen", "ok"),
        ),
        ([{"type": "input_image", "image_url": "data:image/png;base64,A"}], Output("[image/png]", "ok")),
        ({"content": "no", "success": False}, Output("no", "error")),
        (None, Output("", "ok")),
    ],
)
def test_outputs(value: object, expected: Output) -> None:
    assert read_output(value) == expected


def test_a_process_that_goes_on_is_running_and_keeps_its_number() -> None:
    found = read_output("Chunk ID: 1\nWall time: 30.0 seconds\nProcess running with session ID 79706\nOutput:\n")
    assert (found.status, found.seconds) == ("running", 30.0)
    assert found.text.startswith("Process running with session ID 79706")


def test_a_cut_output_is_said_to_be() -> None:
    assert read_output(MODERN.format(code=0) + "Warning: truncated output (original token count: 9)").truncated


def test_an_endless_number_is_no_exit_code() -> None:
    assert read_output("Exit code: " + "9" * 5000 + "\nOutput:\nx").exit_code is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# AGENTS.md instructions for /srv", "AGENTS.md"),
        ("<environment_context>\n", "environment_context"),
        ("\n<user_instructions>", "user_instructions"),
        ("<skill>\n<name>", "skill"),
        ("<turn_aborted>", "turn_aborted"),
        ("<div>", None),
        ("<skillful>", None),
        ("about # AGENTS.md instructions", None),
    ],
)
def test_wrappers(text: str, name: str | None) -> None:
    assert wrapper(text) == name


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (["bash", "-lc", "git log | cat"], "git log | cat"),
        (["/bin/zsh", "-c", "ls"], "ls"),
        (["rg", "-n", "x"], "rg -n x"),
        ("ls", "ls"),
        ([1], "[1]"),
    ],
)
def test_commands(value: object, text: str) -> None:
    assert command_text(value) == text


def test_images_are_named_and_never_kept() -> None:
    assert images(
        [{"type": "input_image", "image_url": "data:image/png;base64,AAAA"}, {"type": "local_image", "path": "/a.png"}]
    ) == [
        "image/png",
        "/a.png",
    ]
