"""Tables of figures."""

from __future__ import annotations

from decimal import Decimal

from narrator.observations import tables
from tests.observations.build import SESSION, said, shell, words

MARKDOWN = """Results:

| task | ours | theirs | note |
|---|---:|---:|---|
| **sort** | 7.5 | 11.25 | `a|b` |
| heap | 6.75 | n/a | |

after"""


def test_a_markdown_table_is_read_with_its_numbers() -> None:
    message = said(MARKDOWN)
    (table,) = tables(message, SESSION)
    assert table.columns == ("task", "ours", "theirs", "note")
    assert [label for label, _ in table.rows] == ["sort", "heap"]
    assert [c.number for c in table.rows[0][1]] == [Decimal("7.5"), Decimal("11.25"), None]
    assert table.rows[0][1][2].text == "a|b"
    assert table.rows[1][1][1].number is None
    assert words(message, table.rows[0][1][0].span) == "7.5"
    assert words(message, table.span).startswith("| task")
    assert words(message, table.span).endswith("| |")


def test_a_drawn_table_is_read() -> None:
    drawn = (
        "┌──────┬───────┐\n│ name │ count │\n├──────┼───────┤\n│ a    │ 1,204 │\n"
        "├──────┼───────┤\n│ b    │ 3     │\n└──────┴───────┘\n"
    )
    (table,) = tables(shell("report", drawn), SESSION)
    assert [(label, cells[0].number) for label, cells in table.rows] == [("a", Decimal(1204)), ("b", Decimal(3))]


def test_columns_under_a_heading_are_read() -> None:
    columns = "depth  first run  second run\n1          0.31        0.77\n2          0.29        0.71\n\ndone"
    (table,) = tables(shell("python x.py", columns), SESSION)
    assert table.columns == ("depth", "first run", "second run")
    assert table.rows[1][1][1].number == Decimal("0.71")


def test_a_column_of_different_units_has_no_numbers() -> None:
    (table,) = tables(said("| run | time |\n|---|---|\n| a | 3 s |\n| b | 40 ms |\n"), SESSION)
    assert [cells[0].number for _, cells in table.rows] == [None, None]


def test_prose_code_and_listings_are_no_tables() -> None:
    assert tables(said("a | b\nno rule below"), SESSION) == ()
    assert tables(shell("ls -l", "-rw-r--r-- 1 me me 12 Jan 1 a\n-rw-r--r-- 1 me me 40 Jan 1 b\n"), SESSION) == ()
    assert tables(said("|"), SESSION) == ()
