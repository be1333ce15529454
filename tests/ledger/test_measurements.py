"""Figures that were measured more than once."""

from __future__ import annotations

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.measurements import find_measurements
from tests.scenes import Scene
from tests.scenes import scene as told


def measured(scene: Scene) -> list[Fact]:
    return list(find_measurements(Whole(scene.analysis)))


def runs(*lines: tuple[str, str]) -> Scene:
    return told("\n".join(["1 U Measure it.", *(f"{n} A ! bash {c} >0 {out}" for n, (c, out) in enumerate(lines, 2))]))


def test_figures_of_one_command_are_followed_over_its_runs() -> None:
    scene = runs(*((f"python bench.py --cap {cap}", f"latency: {n} ms") for cap, n in ((1, "12.5"), (2, "9.0"), (3, "10.0"))))
    (found,) = measured(scene)
    names = ("name", "unit", "of", "n", "first", "last", "lowest", "highest", "where", "change", "with")
    assert found.predicate == "measured.again"
    assert [found.arg(n) for n in names] == [
        *("latency", "ms", "bench.py", 3, "12.5 ms", "10.0 ms", "9.0 ms", "12.5 ms", (3, 2), "fell", "--cap 3")
    ]
    assert [(n.text, n.messages) for n in found.notes] == [("12.5 − 10.0 = 2.5", (2, 4))]
    assert found.messages == (2, 3, 4)


def test_another_command_another_unit_or_another_condition_is_another_figure() -> None:
    assert measured(runs(("python a.py", "latency: 12 ms"), ("python b.py", "latency: 9 ms"))) == []
    assert measured(runs(("python a.py x", "latency: 12 ms"), ("python a.py y", "latency: 9 ms"))) == []
    assert measured(runs(("python a.py", "latency: 12 ms"), ("python a.py", "latency: 9 s"))) == []
    assert measured(runs(("python a.py", "batch 1 latency: 12 ms"), ("python a.py", "batch 2 latency: 9 ms"))) == []


def test_a_name_that_stands_twice_in_one_result_means_two_things() -> None:
    twice = "latency: 12 ms\n  latency: 30 ms"
    assert measured(runs(("python a.py", twice), ("python a.py", "latency: 9 ms"))) == []


def test_figures_that_stay_the_same_are_not_told() -> None:
    assert measured(runs(("python a.py", "latency: 12 ms"), ("python a.py", "latency: 12 ms"))) == []


def test_figures_in_the_output_of_tests_are_of_what_they_try_out() -> None:
    assert measured(runs(("pytest", "score: 1"), ("pytest", "score: 2"))) == []
    (found,) = measured(runs(("pytest", "coverage: 81%"), ("pytest", "coverage: 85%")))
    assert (found.arg("first"), found.arg("last"), found.arg("change")) == ("81%", "85%", "rose")


def test_a_log_has_a_trend_over_its_steps() -> None:
    log = "\n".join(f"  step {n} loss={3 - n / 10:.1f}" for n in range(1, 7))
    (found,) = measured(runs(("python train.py", log.strip())))
    assert found.predicate == "measured.trend"
    assert [found.arg(n) for n in ("n", "first", "last", "steps", "each", "change")] == [6, "2.9", "2.4", (1, 6), "falls", "fell"]
    mixed = log.replace("loss=2.7", "loss=9.9")
    (found,) = measured(runs(("python train.py", mixed.strip())))
    assert (found.arg("each"), found.arg("highest")) == (None, "9.9")


def test_the_sides_of_a_table_are_compared_in_its_exchange() -> None:
    rows = "\n".join(f"  | set {n} | {n}.5 | {n + 1}.5 |" for n in (1, 3, 8))
    table = f"2 A The averages are 4.5 and 5.5:\n\n  | Set | Old | New |\n  |---|---|---|\n{rows}"
    found = {f.predicate: f for f in measured(told(f"1 U Compare them.\n{table}\n3 U Thanks!\n4 A Fine."))}
    assert set(found) == {"comparison.means", "comparison.each"}
    assert [found["comparison.each"].arg(n) for n in ("ahead", "n", "of")] == ["New", 3, 3]
    assert {f.at for f in found.values()} == {2}
    assert measured(told(f"1 U Compare them.\n{table.replace('4.5 and 5.5', 'below')}")) == []
