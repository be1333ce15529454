"""Packed sessions: read as what was packed, streaming; cut and damaged archives, bombs."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.model import Place, Transcript
from narrator.readers import compressed, read
from narrator.readers.codex import Codex
from narrator.readers.compressed import fault, open_bytes, stem
from narrator.readers.records import Tally, mapped, read_bytes, read_records
from tests.readers.opencode_lab import LAB, adds_up

DATA = Path(__file__).parent.parent / "data"
FILES = {
    "claude-code": DATA / "claude-code" / "compacted.jsonl",
    "codex": DATA / "codex" / "bare.jsonl",
    "opencode": LAB / "1.18.33" / "user_variants.export.json",
    "jsonl": DATA / "jsonl" / "numbered.jsonl",
    "flat": DATA / "flat" / "numbered.txt",
}


def zst(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


def zst_stream(data: bytes) -> bytes:
    """Return what a program writes that doesn't know the size beforehand."""
    packer = zstandard.ZstdCompressor().compressobj()
    return packer.compress(data) + packer.flush()


PACKERS: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "zst": zst, "zst-stream": zst_stream}


@pytest.fixture(params=list(PACKERS.values()), ids=list(PACKERS))
def pack(request: pytest.FixtureRequest) -> Callable[[bytes], bytes]:
    found: Callable[[bytes], bytes] = request.param
    return found


def lines(count: int) -> bytes:
    return b"".join(b'{"n": %d, "text": "%d"}\n' % (n, n * 7919 * 104729 % 999_999_937) for n in range(count))


def without_files(transcript: Transcript) -> str:
    return as_json(transcript).replace(".packed", "")


def as_json(transcript: Transcript) -> str:
    return msgspec.json.encode(transcript).decode()


@pytest.mark.parametrize("name", FILES)
def test_a_packed_session_is_the_session_with_its_digest_and_its_places(
    name: str, pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    source = FILES[name]
    plain = tmp_path / source.name
    plain.write_bytes(source.read_bytes())
    packed = tmp_path / f"{source.name}.packed"
    packed.write_bytes(pack(source.read_bytes()))
    assert read(packed).format == name
    ours, theirs = (t.model_copy(update={"session": ""}) for t in (read(packed), read(plain)))
    assert without_files(ours) == without_files(theirs)


def test_a_session_named_after_its_file_isnt_named_after_its_packing(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt.gz"
    path.write_bytes(gzip.compress(b"[msg 1] user: hello\n[msg 2] assistant: hi\n"))
    assert read(path).session == "mine"
    assert [stem(Path(n)) for n in ("a.jsonl", "a.jsonl.zst", "a.gz", "b.json.GZ", "c.d.json")] == ["a", "a", "a", "b", "c.d"]


def test_several_members_and_padding_are_one_file(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(pack(lines(9)) + pack(b"") + pack(lines(5)))
    tally = Tally()
    assert len(list(read_records(path, tally))) == 14
    assert tally.problems == []
    path.write_bytes(gzip.compress(lines(9)) + b"\0" * 3000 + gzip.compress(lines(5)) + b"\0" * 20)
    assert read_bytes(path, tally) == lines(9) + lines(5)
    assert tally.problems == []


def test_a_skippable_frame_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(zst(lines(9)) + b"\x50\x2a\x4d\x18\x05\x00\x00\x00notes" + zst(lines(5)))
    tally = Tally()
    assert read_bytes(path, tally) == lines(9) + lines(5)
    assert tally.problems == []


def test_a_cut_archive_gives_what_it_holds_and_a_problem(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "x"
    data = lines(20_000)
    packed = pack(data)
    path.write_bytes(packed[: len(packed) * 2 // 3])
    tally = Tally()
    found = list(read_records(path, tally))
    assert 100 < len(found) < 20_000
    assert (
        found == list(read_records(whole(tmp_path, data), Tally()))[: len(found)]
        or [r.value for r in found] == [r.value for r in read_records(whole(tmp_path, data), Tally())][: len(found)]
    )
    assert (tally.truncated, tally.records) == (1, len(found) + tally.bad)
    (problem,) = [p for p in tally.problems if p.code == "cut-archive"]
    assert problem.place is not None
    assert problem.place.byte_start is not None
    assert found[-1].place.byte_end is not None
    assert problem.place.byte_start >= found[-1].place.byte_end
    with mapped(path, tally) as view:
        assert bytes(view) == data[: problem.place.byte_start]
    assert read_bytes(path, tally) == data[: problem.place.byte_start]
    assert [p.code for p in tally.problems if p.code == "cut-archive"] == ["cut-archive"] * 3


def whole(folder: Path, data: bytes) -> Path:
    path = folder / "whole.jsonl"
    path.write_bytes(data)
    return path


def test_a_cut_session_is_read_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "session.json.gz"
    packed = gzip.compress(FILES["opencode"].read_bytes())
    path.write_bytes(packed[: len(packed) // 2])
    transcript = read(path)
    assert transcript.messages
    assert adds_up(transcript)
    assert "cut-archive" in [p.code for p in transcript.problems]
    assert transcript.coverage.truncated == 1


def samples() -> list[Path]:
    """Return a session of each format that is a file by itself."""
    found: dict[str, Path] = {}
    for path in sorted(p for p in DATA.glob("*/*.*") if p.is_file() and p.suffix in (".json", ".jsonl", ".txt", ".md", ".traj")):
        if path.parent.name not in ("checking", "cline"):
            with suppress(NarratorError):
                found.setdefault(read(path).format, path)
    return list(found.values())


@pytest.mark.parametrize("source", samples(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_every_formats_files_may_be_packed_and_cut(source: Path, tmp_path: Path) -> None:
    plain, packed = tmp_path / source.name, tmp_path / f"{source.name}.gz"
    plain.write_bytes(source.read_bytes())
    packed.write_bytes(gzip.compress(source.read_bytes()))
    assert as_json(read(packed)).replace(str(packed), str(plain)) == as_json(read(plain))
    packed.write_bytes(packed.read_bytes()[:-12])
    cut = read(packed)
    assert [p.code for p in cut.problems].count("cut-archive") == 1
    assert cut.coverage.truncated == 1


def test_a_damaged_archive_is_a_problem(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "x"
    packed = bytearray(pack(lines(20_000)))
    middle = len(packed) // 2
    packed[middle : middle + 40] = b"\xff" * 40
    path.write_bytes(packed)
    tally = Tally()
    assert len(list(read_records(path, tally))) < 20_000
    assert {"bad-archive", "cut-archive"} & {p.code for p in tally.problems}


def test_what_follows_an_archive_is_left_out_and_told(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(pack(lines(9)) + b"and something else")
    tally = Tally()
    assert len(list(read_records(path, tally))) == 9
    assert [(p.code, p.place) for p in tally.problems] == [
        ("after-archive", Place(file=str(path), byte_start=len(lines(9)))),
    ]
    assert tally.truncated == 0


def test_a_file_that_only_begins_like_an_archive_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(b"\x1f\x8b and no archive")
    with pytest.raises(SourceError):
        read(path)


@pytest.mark.parametrize(
    "how", [read_bytes, lambda p: sum(1 for _ in read_records(p, Tally())), lambda p: read(p, format="flat")]
)
def test_a_bomb_is_refused_before_it_bursts(
    how: Callable[[Path], object], pack: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed, "FREE", 1 << 20)
    path = tmp_path / "bomb"
    path.write_bytes(pack(b"\0" * 40_000_000))
    assert path.stat().st_size < 50_000
    tracemalloc.start()
    with pytest.raises(SourceError, match=r"bomb: unpacks to \d+ MiB of \d+ KiB and more, too much for a session"):
        how(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 36_000_000


def test_no_archive_unpacks_to_more_than_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "LIMIT", 100_000)
    path = tmp_path / "x"
    path.write_bytes(gzip.compress(lines(20_000)))
    with pytest.raises(SourceError, match="too much for a session"):
        read_bytes(path)


def test_a_long_archive_isnt_held_in_memory(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(pack(lines(30_000)))
    tracemalloc.start()
    count = sum(1 for _ in read_records(path, Tally()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 30_000
    assert peak < 1_000_000


def test_a_plain_file_has_no_fault(tmp_path: Path) -> None:
    path = whole(tmp_path, lines(3))
    with open_bytes(path) as file:
        assert file.read() == lines(3)
        assert fault(file) is None


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.floats(0, 1), garbage=st.binary(max_size=30), name=st.sampled_from(sorted(PACKERS)))
def test_no_archive_raises_anything_else(cut: float, garbage: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    packed = PACKERS[name](FILES["claude-code"].read_bytes())
    path.write_bytes(packed[: round(cut * len(packed))] + garbage)
    try:
        assert adds_up(read(path))
    except NarratorError:
        return


def test_packed_rollouts_are_found_and_none_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sessions" / "2026" / "02" / "03"
    folder.mkdir(parents=True)
    for name in ("rollout-a.jsonl", "rollout-a.jsonl.zst", "rollout-b.jsonl.zst", "notes.zst"):
        (folder / name).touch()
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    assert sorted(p.name for p in Codex().stores()) == ["rollout-a.jsonl", "rollout-b.jsonl.zst"]
