"""Acts: kind, verb, object, files, place, whether something changes."""

from __future__ import annotations

import pytest

from narrator.observations import acts
from narrator.observations.values import Act
from tests.observations.build import SESSION, called, shell, words


def only(found: tuple[Act, ...]) -> Act:
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("command", "kind", "verb", "object_", "changes"),
    [
        ("git add -A && git commit -m 'fix: a' && git push origin main", "operate", "pushed", "origin main", True),
        ("git commit -m \"$(cat <<'EOF'\nfix: the parser\n\nbody\nEOF\n)\"", "operate", "committed", "fix: the parser", True),
        ("git status --short && git log -3", "explore", "ran", "git status", False),
        ("git diff HEAD~1 | head -50", "review", "ran", "git diff", False),
        ("git checkout -b feature/x", "operate", "switched to", "feature/x", True),
        ("git branch -D old", "operate", "deleted the branch", "old", True),
        ("pytest -q tests/test_a.py 2>&1 | tail -5", "test", "ran", "pytest", False),
        ("pnpm --filter web test", "test", "ran", "pnpm test", False),
        ("npm run build", "run", "ran", "npm run build", False),
        ("mise run lint", "test", "ran", "mise run lint", False),
        ("make", "run", "ran", "make", False),
        ("cargo fmt && cargo check 2>&1", "test", "ran", "cargo check", False),
        ("npm run dev", "operate", "ran", "npm run dev", True),
        ("nohup python server.py > log 2>&1 &", "operate", "ran", "server.py", True),
        ("pip install -q torch flash-attn", "operate", "installed", "torch flash-attn", True),
        ("pip install --dry-run torch", "operate", "installed", "torch", False),
        ("sed -n '1,80p' src/app.py", "explore", "read", "src/app.py", False),
        ("sed -i 's/a/b/' src/app.py", "edit", "edited", "src/app.py", True),
        ("cat src/app.py | grep -n def", "search", "searched for", "def", False),
        ("cat > run.sh <<'EOF'\nls\nEOF", "edit", "wrote", "run.sh", True),
        ("echo x | tee -a notes.md", "edit", "wrote", "notes.md", True),
        ("rg -n 'foo|bar' src", "search", "searched for", "foo|bar", False),
        ("find . -name '*.py' | xargs grep -l x", "search", "searched for", "x", False),
        ("find . -maxdepth 2 -type f | sort", "explore", "listed", ".", False),
        ("find . -type f -name '*.go' | head", "search", "searched for", "*.go", False),
        ("find . -not -path './out/*' -name '*.ts'", "search", "searched for", "*.ts", False),
        ("find . -name '*.pyc' -delete", "operate", "removed", "*.pyc", True),
        ("find . -name '*.py' -exec grep -n total {} +", "search", "searched for", "total", False),
        ("find . -name '*.py' -exec cat {} \\;", "search", "searched for", "*.py", False),
        ("grep -rl old src | xargs sed -i 's/old/new/'", "edit", "ran", "sed", True),
        ("perl -0pi -e 's/a/b/' src/cart.py", "edit", "edited", "src/cart.py", True),
        ("sed -Ei.bak 's/a/b/' src/cart.py", "edit", "edited", "src/cart.py", True),
        ("ruby -ryaml -e 'puts 1'", "run", "ran", "ruby -e", False),
        ("rtk git diff", "review", "ran", "git diff", False),
        ("doppler run -- npm test", "test", "ran", "npm test", False),
        ("su - build -c 'make test'", "test", "ran", "make test", False),
        ("mytool show git", "explore", "ran", "mytool show git", False),
        ("pip install -e . && python train.py", "run", "ran", "train.py", False),
        ("apt-get update && apt-get install -y llvm", "operate", "installed", "llvm", True),
        ("make clean && make", "run", "ran", "make", False),
        ("make clean", "operate", "ran", "make clean", True),
        ("tool --path /srv/site plugin list", "explore", "ran", "tool plugin list", False),
        ("foreach($l in $lines) { If($l -match 'x') { $n += 1 } }; Get-Content a.txt", "explore", "read", "a.txt", False),
        ("$db = 'C:\\data\\.ht.sqlite'; Get-Item $db", "explore", "checked", "$db", False),
        ("cd src", "operate", "ran", "cd src", False),
        ("ls -la src", "explore", "listed", "src", False),
        ("nvidia-smi --query-gpu=index --format=csv", "operate", "ran", "nvidia-smi", False),
        ("tmux kill-session -t train; sleep 3; tmux ls", "operate", "stopped", "train", True),
        ("systemctl restart nginx && systemctl is-active nginx", "operate", "restarted", "nginx", True),
        ("docker compose -f x.yml logs web --tail 20", "debug", "read the logs of", "web", False),
        ("curl -s http://localhost:8080/health", "operate", "checked", "localhost:8080", False),
        ("curl -sL https://example.org/a.json", "explore", "fetched", "example.org", False),
        ("curl -X POST -d '{}' https://example.org/a", "operate", "sent a request to", "example.org", True),
        ("rm -rf build && make", "run", "ran", "make", False),
        ("rm -rf checkpoints/old; df -h", "operate", "removed", "checkpoints/old", True),
        ("python repro.py", "debug", "ran", "repro.py", False),
        ("python tests/test_a.py", "test", "ran", "tests/test_a.py", False),
        ("python -c 'import x'", "run", "ran", "python -c", False),
        ("somecli item list --json", "explore", "ran", "somecli item list", False),
        ("somecli item create --name x", "operate", "ran", "somecli item create", True),
        ("anything --help", "explore", "ran", "anything --help", False),
        ("sleep 300; tail -9 train.log", "explore", "read", "train.log", False),
        ("git push", "operate", "ran", "git push", True),
        ("git commit -qm 'docs edit'", "operate", "committed", "docs edit", True),
        ("git commit -m 'fix \\`x\\`'; true", "operate", "committed", "fix \\`x\\`", True),
        ('git commit -m "fix \\`x\\` now"', "operate", "committed", "the changes", True),
        ("bun install", "operate", "installed", "the dependencies", True),
        ("uv pip install -r requirements.txt", "operate", "installed", "requirements.txt", True),
        ("apt update", "operate", "ran", "apt update", True),
        ("go mod tidy", "operate", "ran", "go mod tidy", True),
        ("systemctl daemon-reload", "operate", "ran", "systemctl daemon-reload", True),
        ("kubectl rollout restart deploy/web", "operate", "restarted", "deploy/web", True),
        (
            "cat <<'EOF' | sudo tee /etc/a.conf\nx\nEOF\nsystemctl daemon-reload && systemctl restart a",
            "edit",
            "wrote",
            "/etc/a.conf",
            True,
        ),
        ("sudo tee /etc/a.conf <<'EOF'\nx\nEOF", "edit", "wrote", "/etc/a.conf", True),
        ("echo first | tee notes.md\nsecond", "edit", "wrote", "notes.md", True),
        ("echo 'all done'", "talk", "ran", "echo", False),
        ("sleep 30", "operate", "ran", "sleep 30", False),
        ("ls -la", "explore", "listed", "files", False),
        ("rg --files | head", "explore", "listed", "files", False),
        ("pwd && git status --short", "explore", "ran", "git status", False),
        ("gh pr create --title 'Add x' --body y", "operate", "opened a pull request,", "Add x", True),
        ("Get-ChildItem -Path 'C:\\x' | Select-Object Name", "explore", "listed", "C:\\x", False),
    ],
)
def test_a_command_line_is_named_by_its_main_command(command: str, kind: str, verb: str, object_: str, changes: bool) -> None:
    act = only(acts(shell(command), SESSION))
    assert (act.kind, act.verb, act.object, act.changes) == (kind, verb, object_, changes)


@pytest.mark.parametrize(
    ("tool", "args", "kind", "verb", "object_", "changes"),
    [
        ("read", {"filePath": "/a/b.py"}, "explore", "read", "/a/b.py", False),
        ("Read", {"file_path": "/a/b.py", "offset": "5"}, "explore", "read", "/a/b.py", False),
        ("str_replace_editor", {"command": "view", "path": "/a"}, "explore", "read", "/a", False),
        ("str_replace_editor", {"command": "create", "path": "/a", "file_text": "x"}, "edit", "wrote", "/a", True),
        ("MultiEdit", {"file_path": "a.py", "edits": "[]"}, "edit", "edited", "a.py", True),
        ("Grep", {"pattern": "def \\w+", "path": "/a"}, "search", "searched for", "def \\w+", False),
        ("webfetch", {"url": "https://docs.example.org/a/b"}, "explore", "fetched", "docs.example.org", False),
        ("WebSearch", {"query": "how to"}, "search", "searched the web for", "how to", False),
        ("TodoWrite", {"todos": "[]"}, "plan", "updated the plan", "", False),
        ("update_plan", {"plan": "[]"}, "plan", "updated the plan", "", False),
        ("Task", {"description": "Look at x", "prompt": "…"}, "delegate", "delegated", "Look at x", False),
        ("question", {"questions": '[{"question":"Which one?","header":"h"}]'}, "ask", "asked", "Which one?", False),
        ("skill", {"name": "commit"}, "explore", "loaded the skill", "commit", False),
        ("mcp__browser__click", {"element": "x"}, "operate", "used", "browser's click (x)", True),
        (
            "mcp__x__browser__open_tab",
            {"url": "https://example.org/a?b"},
            "operate",
            "used",
            "browser's open tab (example.org)",
            True,
        ),
        ("docs_resolve-library", {"libraryName": "protobuf"}, "explore", "used", "docs resolve library (protobuf)", False),
        ("mcp__chat__send_message", {"text": "hi"}, "operate", "used", "chat's send message (hi)", True),
        (
            "mcp__chrome__navigate_page",
            {"url": "https://a.example/x"},
            "operate",
            "used",
            "chrome's navigate page (a.example)",
            False,
        ),
        ("mcp__code__execute_shell_command", {"command": "git push"}, "operate", "ran", "git push", True),
        ("text_editor", {"command": "write", "path": "a.py"}, "edit", "wrote", "a.py", True),
        ("developer__text_editor", {"command": "view", "path": "a.py"}, "explore", "read", "a.py", False),
        ("Execute", {"command": "npm test"}, "test", "ran", "npm test", False),
        ("fs_read", {"path": "a.py"}, "explore", "read", "a.py", False),
        ("mcp__tracker__list_issues", {}, "explore", "used", "tracker's list issues", False),
        ("Ls", {}, "explore", "listed", "files", False),
        ("TaskOutput", {"task_id": "b1"}, "operate", "waited for", "a running command", False),
        ("write_stdin", {"session_id": "7", "chars": "\x03"}, "operate", "interrupted", "a running command", False),
        ("web_search", {"type": "open_page", "url": "https://example.org/a"}, "explore", "fetched", "example.org", False),
    ],
)
def test_a_tool_is_named_by_its_row(tool: str, args: dict[str, str], kind: str, verb: str, object_: str, changes: bool) -> None:
    act = only(acts(called(tool, args), SESSION))
    assert (act.kind, act.verb, act.object, act.changes) == (kind, verb, object_, changes)


def test_objects_are_found_where_they_stand() -> None:
    message = shell("cd app && rg -n needle src/a.py")
    act = only(acts(message, SESSION))
    assert words(message, act.object_span) == "needle"
    assert act.files == ("src/a.py",)
    assert act.program == "rg"


def test_an_object_put_together_has_no_place() -> None:
    assert only(acts(shell("pnpm --filter web test"), SESSION)).object_span is None


def test_an_object_worded_here_has_no_place_even_where_its_word_stands() -> None:
    assert only(acts(shell("rg --files"), SESSION)).object_span is None


def test_all_files_of_one_kind_of_command_are_named() -> None:
    act = only(acts(shell("sed -n 1,5p a.py && sed -n 1,5p b.py && git status"), SESSION))
    assert act.files == ("a.py", "b.py")


def test_a_patch_names_its_files() -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Add File: src/b.py\n+z\n*** End Patch"
    message = called("apply_patch", {"input": patch})
    act = only(acts(message, SESSION))
    assert (act.verb, act.files) == ("edited", ("src/a.py", "src/b.py"))
    assert words(message, act.object_span) == "src/a.py"


def test_a_command_given_as_words_is_read() -> None:
    act = only(acts(called("shell", {"command": '["bash","-lc","cd x && pytest -q"]'}), SESSION))
    assert (act.kind, act.object) == ("test", "pytest")


def test_the_place_of_a_command_is_told() -> None:
    act = only(acts(shell("ssh deploy@web1 'cd /srv && docker compose up -d api'"), SESSION))
    assert (act.host, act.verb, act.changes) == ("deploy@web1", "started", True)


def test_the_description_is_kept_and_the_call_cited() -> None:
    message = called("Bash", {"command": "ls", "description": "List the files"})
    act = only(acts(message, SESSION))
    assert act.description == "List the files"
    assert act.span.part == act.part == 0


def test_a_call_without_arguments_is_an_act() -> None:
    assert only(acts(called("bash"), SESSION)).kind == "run"
