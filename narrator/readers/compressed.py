"""Opens session files, unpacking gzip and zstd on the way: a reader sees the bytes that were packed, and counts in them.

What packs a file is told by its first bytes. A cut or damaged archive gives what it holds up to there, and a `Fault`; one that
unpacks to more than a session can be is refused.
"""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from narrator.errors import SourceError

LIMIT = 1 << 30
"""Bytes that an archive may unpack to: eight times the largest session that is known of."""

FREE = 1 << 26
RATIO = 200
"""How many times its size an archive may unpack to beyond `FREE` bytes; sessions pack to a tenth, rarely to a fiftieth."""

_PIECE = 1024
"""Bytes unpacked at once. The worst zstd makes of four bytes is 128 KiB, so that no piece makes more than 32 MiB."""

_BUFFER = 1 << 16
"""Bytes read at once: lines of sessions are long, and putting one together from pieces of 8 KB takes twice as long."""

_SUFFIXES = (".gz", ".zst", ".zstd")


class Fault(NamedTuple):
    """What is wrong with an archive."""

    code: str
    text: str
    at: int
    """How many bytes had been unpacked."""


class _Decoder(Protocol):
    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


class _Packing(NamedTuple):
    magic: tuple[bytes, ...]
    """How its members begin; the first is that of a file."""
    decoder: Callable[[], _Decoder]
    error: Callable[[], type[Exception]]


def _gzip() -> _Decoder:
    return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)


def _gzip_error() -> type[Exception]:
    return zlib.error


if sys.version_info >= (3, 14):
    from compression import zstd

    def _zstd() -> _Decoder:
        return zstd.ZstdDecompressor()

    def _zstd_error() -> type[Exception]:
        return zstd.ZstdError

else:

    def _zstd() -> _Decoder:
        from zstandard import ZstdDecompressor

        return ZstdDecompressor().decompressobj()

    def _zstd_error() -> type[Exception]:
        from zstandard import ZstdError

        return ZstdError


_SKIPPABLE = tuple(bytes((0x50 + n, 0x2A, 0x4D, 0x18)) for n in range(16))
_PACKINGS = (
    _Packing((b"\x1f\x8b",), _gzip, _gzip_error),
    _Packing((b"\x28\xb5\x2f\xfd", *_SKIPPABLE), _zstd, _zstd_error),
)


def open_bytes(path: Path) -> BinaryIO:
    """Return a file's bytes as a stream, unpacked where they are packed; `fault` tells afterwards what was wrong.

    Reading raises SourceError where an archive unpacks to over `LIMIT`, or beyond `FREE` to over `RATIO` times its size.

    Raises:
        OSError: when the file can't be opened.

    """
    file = io.BufferedReader(path.open("rb", 0), _BUFFER)
    try:
        head = file.peek(4)
    except OSError:
        file.close()
        raise
    packing = next((p for p in _PACKINGS if head.startswith(p.magic[0])), None)
    return file if packing is None else io.BufferedReader(_Unpacked(path, file, packing), 1 << 16)


def fault(stream: BinaryIO) -> Fault | None:
    """Return what is wrong with the archive that a stream of `open_bytes`, read to its end, came from; None if nothing."""
    raw = getattr(stream, "raw", None)
    return raw.fault if isinstance(raw, _Unpacked) else None


def fault_of(path: Path) -> Fault | None:
    """Return what is wrong with the archive that a file is; None if nothing, or if it is none.

    Raises:
        SourceError: when it unpacks to too much.
        OSError: when it can't be opened.

    """
    with open_bytes(path) as stream:
        while is_packed(stream) and stream.read(1 << 20):
            pass
        return fault(stream)


def is_packed(stream: BinaryIO) -> bool:
    """Return whether a stream of `open_bytes` is unpacked while it is read."""
    return isinstance(getattr(stream, "raw", None), _Unpacked)


def stem(path: Path) -> str:
    """Return a file's name without its suffix, and without that of its packing."""
    return (path.with_suffix("") if path.suffix.lower() in _SUFFIXES else path).stem


class _Unpacked(io.RawIOBase):
    def __init__(self, path: Path, file: BinaryIO, packing: _Packing) -> None:
        self.fault: Fault | None = None
        self._path = path
        self._file = file
        self._packing = packing
        self._decoder = packing.decoder()
        self._ready = memoryview(b"")
        self._rest = b""
        self._packed = self._total = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._ready and self.fault is None:
            piece = self._rest or self._file.read(_PIECE)
            self._rest = b""
            if not piece:
                break
            self._unpack(piece)
        if not self._ready and self.fault is None and not self._decoder.eof:
            self._fail("cut-archive", "the archive is cut off")
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def close(self) -> None:
        self._file.close()
        super().close()

    def _unpack(self, piece: bytes) -> None:
        if self._decoder.eof and not (piece := self._next_member(piece)):
            return
        try:
            out = self._decoder.decompress(piece)
        except self._packing.error():
            self._fail("bad-archive", "the archive is damaged")
            return
        self._rest = self._decoder.unused_data
        self._packed += len(piece) - len(self._rest)
        self._total += len(out)
        if self._total > LIMIT or self._total > max(FREE, RATIO * self._packed):
            size = f"{self._total >> 20} MiB of {self._packed >> 10} KiB"
            raise SourceError(f"{self._path}: unpacks to {size} and more, too much for a session; unpack it and give the file")
        self._ready = memoryview(out)

    def _next_member(self, piece: bytes) -> bytes:
        """Begin another member of the archive; padding is passed over, anything else a fault."""
        piece = piece.lstrip(b"\0")
        if piece:
            piece += self._file.read(4)
            if piece.startswith(self._packing.magic):
                self._decoder = self._packing.decoder()
                return piece
            self._fail("after-archive", "what follows the archive in its file is no part of it and was left out")
        return b""

    def _fail(self, code: str, text: str) -> None:
        self.fault = Fault(code, f"{text}, after {self._total} unpacked bytes; what was whole is read", self._total)
