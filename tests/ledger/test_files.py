"""Each file that a session changed."""

from __future__ import annotations

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.files import find_files
from narrator.ledger.files_edits import difference
from tests.ledger.calls import with_call
from tests.scenes import Scene
from tests.scenes import scene as told

PATCH = """*** Begin Patch
*** Add File: new.py
+one
+two
*** Update File: old.py
*** Move to: moved.py
@@
-x = 1
+x = 2
+y = 3
*** Delete File: gone.py
*** End Patch"""


def files(scene: Scene) -> list[Fact]:
    return list(find_files(Whole(scene.analysis)))


def by_name(scene: Scene) -> dict[object, Fact]:
    return {f.arg("file"): f for f in files(scene)}


def test_lines_put_in_and_taken_out_are_counted_over_all_edits_of_a_file() -> None:
    edit = '! edit file_path=a.py old_string="x = 1" new_string='
    (found,) = files(told(f'1 U Do it.\n2 A {edit}"x = 2" > ok\n3 A {edit}"x = 1 y = 2" > ok'))
    assert found.predicate == "changed.file"
    assert [found.arg(name) for name in ("edits", "first", "last", "added", "removed")] == [2, 2, 3, 2, 2]
    assert [(n.text, n.messages) for n in found.notes] == [("1 + 1 = 2", (2, 3)), ("1 + 1 = 2", (2, 3))]


def test_edits_that_failed_were_refused_or_are_without_a_result_changed_nothing() -> None:
    endings = (">error no such text", ">refused no", ">cancelled x")
    edit = "! edit file_path=a.py old_string=b new_string=c"
    for ending in endings:
        assert not files(told(f"1 U Do it.\n2 A {edit} {ending}"))
    assert not files(told("1 U Do it.\n2 A ! edit file_path=a.py old_string=b new_string=b > ok"))


def test_a_patch_tells_of_each_of_its_files() -> None:
    scene = with_call({"input": PATCH}, name="apply_patch")
    found = by_name(scene)
    assert {name: f.predicate for name, f in found.items()} == {
        "new.py": "made.file",
        "moved.py": "renamed.file",
        "gone.py": "deleted.file",
    }
    assert (found["new.py"].arg("added"), found["new.py"].arg("removed")) == (2, 0)
    assert (found["moved.py"].arg("was"), found["moved.py"].arg("added"), found["moved.py"].arg("removed")) == ("old.py", 2, 1)
    assert found["gone.py"].arg("removed") is None


def test_a_patch_given_to_a_shell_counts_as_one_given_to_a_tool() -> None:
    scene = with_call({"command": f"apply_patch <<'EOF'\n{PATCH}\nEOF"}, name="bash")
    assert set(by_name(scene)) == {"new.py", "moved.py", "gone.py"}


def test_a_file_written_whole_is_new_only_where_the_tool_says_so() -> None:
    args = {"file_path": "a.py", "content": "one\ntwo\n"}
    (new,) = files(with_call(args, "File created successfully at: a.py", name="write"))
    (unsure,) = files(with_call(args, "Wrote file successfully.", name="write"))
    (old,) = files(with_call(args, "The file a.py has been updated.", name="write"))
    assert [f.predicate for f in (new, unsure, old)] == ["made.file", "wrote.file", "changed.file"]
    assert [f.arg("added") for f in (new, unsure, old)] == [2, None, None]


def test_a_file_written_whole_again_tells_the_difference() -> None:
    lines = ['2 A ! write file_path=a.py content="one" > File created', '3 A ! write file_path=a.py content="two" > ok']
    (found,) = files(told("\n".join(["1 U Do it.", *lines])))
    assert (found.predicate, found.arg("added"), found.arg("removed")) == ("made.file", 2, 1)


def test_several_edits_of_one_call_add_up_and_replacing_all_leaves_them_unknown() -> None:
    edits = '[{"old_string": "a", "new_string": "b\\nc"}, {"old_string": "d\\ne", "new_string": "d"}]'
    (found,) = files(with_call({"path": "a.py", "edits": edits}, name="multiedit"))
    assert (found.arg("added"), found.arg("removed")) == (2, 2)
    (everywhere,) = files(with_call({"path": "a.py", "old_string": "a", "new_string": "b", "replace_all": "true"}))
    assert everywhere.arg("added") is None


def test_blocks_to_search_and_replace_are_edits() -> None:
    diff = "<<<<<<< SEARCH\nx = 1\n=======\nx = 2\ny = 3\n>>>>>>> REPLACE\n"
    (found,) = files(with_call({"path": "a.py", "diff": diff}, name="replace_in_file"))
    assert (found.arg("added"), found.arg("removed")) == (2, 1)


def test_a_shell_writes_appends_renames_and_removes_in_plain_sight_only() -> None:
    def of(command: str) -> list[tuple[str, object]]:
        return [(f.predicate, f.arg("file")) for f in files(with_call({"command": command}, name="bash"))]

    assert of("cat > a.py <<'EOF'\nx = 1\nEOF") == [("wrote.file", "a.py")]
    assert of("cat >> a.py <<'EOF'\nx = 1\nEOF") == [("changed.file", "a.py")]
    assert of("sed -i s/a/b/ a.py") == [("touched.file", "a.py")]
    assert of("mv a.py b.py") == [("renamed.file", "b.py")]
    assert of("rm a.py") == [("deleted.file", "a.py")]
    assert of("cd sub && cat > a.py <<'EOF'\nx\nEOF") == [("wrote.file", "sub/a.py")]
    for unsure in ("rm -f a.py", "rm *.py", "for f in *.py; do mv $f $f.bak; done", "cat a.py > /dev/null", "make > a.log"):
        assert of(unsure) == [], unsure


def test_a_file_made_and_removed_again_is_gone() -> None:
    lines = ["1 U Do it.", "2 A ! bash cat >a.py <<'EOF'\n  x\n  EOF >0", "3 A ! bash rm -f a.py >0"]
    assert [(f.predicate, f.arg("edits")) for f in files(told("\n".join(lines)))] == [("deleted.file", 2)]


def test_a_report_s_line_tells_what_was_changed() -> None:
    edit = "2 A ! edit file_path=src/a.py old_string=b new_string=c > ok"
    report = "3 A Done.\n  - `src/a.py`: Added a cap to the reader\n  - `src/b.py`: Added nothing"
    scene = told(f"1 U Do it.\n{edit}\n{report}")
    (found,) = files(scene)
    assert scene.words(found.arg("says")) == "Added a cap to the reader"
    before = told(f"0 U Plan it.\n1 A - `src/a.py`: Add a cap to the reader\n{edit}")
    assert [f.arg("says") for f in files(before)] == [None]


def test_the_first_commit_after_the_last_edit_that_took_the_file_in_tells_it_too() -> None:
    edit = "2 A ! edit file_path=a.py old_string=b new_string=c > ok"
    commit = '3 A ! bash git add {} && git commit -m "Cap the reader" > [main 1234567] Cap the reader'
    scene = told(f"1 U Do it.\n{edit}\n{commit.format('a.py')}")
    (found,) = files(scene)
    assert scene.words(found.arg("commit")) == "Cap the reader"
    assert [f.arg("commit") for f in files(told(f"1 U Do it.\n{edit}\n{commit.format('b.py')}"))] == [None]


def test_runs_and_checks_after_the_last_edit_are_told_by_their_messages() -> None:
    edit = "2 A ! edit file_path=a.py old_string=b new_string=c > ok"
    (found,) = files(told(f"1 U Do it.\n{edit}\n3 A ! bash pytest tests >0 1 passed\n4 A ! bash python a.py >0 done"))
    assert (found.arg("checks"), found.arg("run")) == (3, 4)
    assert set(found.messages) == {2, 3, 4}


def test_moved_lines_are_taken_out_and_put_in() -> None:
    assert difference("a\nb\nc", "b\nc\na") == (1, 1)
    assert difference("a", "a\nb") == (1, 0)
    assert difference("a\n", "") == (0, 1)
