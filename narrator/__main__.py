"""`python -m narrator`: the command line."""

from __future__ import annotations

from narrator.cli import main

if __name__ == "__main__":
    main()
