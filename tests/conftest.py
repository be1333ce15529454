"""What all tests share: the option that rewrites golden files, and a test's docstring as its scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.scenes import Scene


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files as the stages now make them")


@pytest.fixture
def scene(request: pytest.FixtureRequest) -> Scene:
    """Return the scene that the test's docstring tells."""
    from tests.scenes import scene as told  # here, so that a broken stage breaks only the tests that need it

    return told(request.function.__doc__ or "")
