"""The table of shell programs, read top to bottom: from a program (and subcommand) to a kind of act, a verb, an object.

Where the object is the head of the command the verb is "ran", and the kind says what for. A trailing `!` marks what changes
files or state, then `~` housekeeping, `-` what is mostly done in aid of something else, `+` what prepares for a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import narrator.observations.objects as of
from narrator.observations.tasks import INTERPRETERS, TASK_RUNNERS
from narrator.observations.values import Activity
from narrator.observations.wrappers import Words

Naming = Callable[[Words, str], str]
"""Names what a command is about, from its words and the program whose words it takes."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a program does, and how what it is about is named."""

    kind: Activity
    verb: str
    naming: Naming
    changes: bool = False
    weight: str = ""


FAMILY: Mapping[str, str] = {
    **dict.fromkeys(("rg", "egrep", "fgrep", "ag", "ack", "ripgrep", "zgrep", "ugrep"), "grep"),
    **dict.fromkeys(("fd", "fdfind"), "find"),
    **dict.fromkeys(("pnpm", "yarn", "bun", "cnpm", "ni"), "npm"),
    **dict.fromkeys(("podman", "docker-compose", "nerdctl"), "docker"),
    **dict.fromkeys(("oc", "k", "k3s"), "kubectl"),
    **dict.fromkeys(("pip", "pipx"), "pip"),
    **dict.fromkeys(("apt-get", "aptitude"), "apt"),
    **dict.fromkeys(("gmake", "ninja"), "make"),
    **dict.fromkeys(("gawk", "mawk"), "awk"),
    **dict.fromkeys(("gsed",), "sed"),
    **dict.fromkeys(("irm", "iwr", "invoke-restmethod"), "invoke-webrequest"),
    **dict.fromkeys(("gc", "type"), "get-content"),
    **dict.fromkeys(("gci", "dir"), "get-childitem"),
    **dict.fromkeys(("sls", "findstr"), "select-string"),
    **dict.fromkeys(("gradlew",), "gradle"),
    **dict.fromkeys(("mvnw",), "mvn"),
    **dict.fromkeys(("py", "pypy", "ipython"), "python"),
    **dict.fromkeys(("mamba", "micromamba"), "conda"),
    **dict.fromkeys(("gsutil",), "gcloud"),
}
"""Programs that take the same words as another."""

_ROWS: tuple[tuple[str, str, Naming, str], ...] = (
    # looking
    (
        "explore",
        "read",
        of.path,
        (
            "cat, tac, less, more, head, tail, nl, bat, batcat, sed, awk, cut, strings, xxd, hexdump, od, jq, yq, "
            "get-content, view, zcat, column, sort, uniq, pandoc, pdftotext"
        ),
    ),
    ("explore", "listed", of.folder, "ls, tree, exa, eza, lsd, du, get-childitem, rg --files"),
    ("explore~", "ran", of.program, "pwd, dirs"),
    (
        "explore",
        "checked",
        of.path,
        (
            "stat, file, wc, md5sum, sha256sum, sha1sum, test-path, get-item, measure-object, realpath, readlink, "
            "basename, dirname, cksum"
        ),
    ),
    ("explore~", "checked", of.path, "test, [, [["),
    ("explore", "looked for", of.first, "which, whereis, command, get-command, where, hash, man, info, apropos"),
    ("search", "searched for", of.pattern, "grep, select-string, git grep, ast-grep, sg, comby, semgrep"),
    ("search", "searched for", of.found, "find, locate, mdfind"),
    (
        "explore",
        "ran",
        of.head,
        (
            "git log, git status, git branch, git remote, git blame, git reflog, git rev-parse, git ls-files, "
            "git ls-remote, git describe, git config, git stash list, git worktree list, git rev-list, git shortlog, "
            "git cat-file, git check-ignore, git tag, git ls-tree, git merge-base, git cherry, git for-each-ref, "
            "git show-ref, git name-rev, git symbolic-ref, git submodule"
        ),
    ),
    (
        "review",
        "ran",
        of.head,
        (
            "git diff, git show, git range-diff, git whatchanged, gh pr view, gh pr diff, gh pr checks, gh pr list, "
            "gh pr status, tig, delta"
        ),
    ),
    ("review", "compared", of.path, "diff, cmp, comm, colordiff, compare-object"),
    (
        "explore",
        "ran",
        of.head,
        (
            "gh issue view, gh issue list, gh run list, gh run view, gh repo view, gh repo list, gh search, "
            "gh release list, gh workflow list, gh auth status, gh api, glab"
        ),
    ),
    # changing files
    (
        "edit!",
        "edited",
        of.path,
        (
            "sed -i, perl -i, perl -pi, awk -i, ed, ex, patch, apply_patch, applypatch, git apply, git am, sponge, "
            "codemod, jscodeshift, set-content, add-content, out-file, clear-content, tee"
        ),
    ),
    (
        "edit!",
        "ran",
        of.head,
        (
            "cargo fmt, gofmt, goimports, go fmt, prettier, black, isort, ruff format, rustfmt, clang-format, shfmt, "
            "biome format, dprint, stylua, eslint --fix, biome check --write, ruff check --fix, autopep8, yapf, "
            "terraform fmt"
        ),
    ),
    ("operate!~", "made the folder", of.folder, "mkdir, md"),
    ("operate!~", "created", of.folder, "touch, ln, new-item, mktemp"),
    ("operate!-", "copied", of.path, "cp, copy-item, scp, rsync, install, dd, copy, xcopy, robocopy"),
    ("operate!-", "moved", of.path, "mv, move-item, rename-item, git mv, move"),
    ("operate!-", "removed", of.found, "find -delete"),
    ("operate!-", "removed", of.path, "rm, rmdir, remove-item, unlink, shred, git rm, git clean, del, erase, trash"),
    ("operate!-", "changed the rights of", of.path, "chmod, chown, chgrp, icacls, xattr"),
    ("operate!-", "unpacked", of.path, "tar, unzip, gunzip, gzip, 7z, zip, expand-archive, compress-archive, unxz, zstd"),
    # git and its hosts
    ("operate!~", "staged", of.arguments, "git add, git stage"),
    ("operate!", "committed", of.subject, "git commit"),
    ("operate!", "pushed", of.arguments, "git push"),
    ("operate!", "ran", of.head, "gh api -X, gh api -f, gh api --method, gh api -F, gh api --input"),
    ("operate!", "pulled", of.arguments, "git pull"),
    ("operate!~", "fetched", of.arguments, "git fetch, git remote add, git remote set-url, git remote update"),
    ("operate!", "merged", of.arguments, "git merge, git cherry-pick, gh pr merge"),
    ("operate!", "rebased on", of.arguments, "git rebase"),
    ("operate!", "switched to", of.arguments, "git checkout, git switch, gh pr checkout"),
    ("operate!", "undid", of.arguments, "git restore, git reset, git revert, git checkout --"),
    ("operate!", "cloned", of.arguments, "git clone, gh repo clone, gh repo fork"),
    ("operate!", "ran", of.head, "git stash"),
    ("operate!", "created", of.arguments, "git init, git worktree add, git tag -a, git submodule add, git branch -b"),
    ("operate!", "deleted the branch", of.arguments, "git branch -d, git branch -D, git branch --delete"),
    ("operate!", "removed", of.arguments, "git worktree remove, git worktree prune, git filter-branch, git filter-repo"),
    ("operate!", "renamed the branch to", of.arguments, "git branch -M, git branch -m"),
    ("operate!", "opened a pull request,", of.title, "gh pr create, glab mr create, hub pull-request"),
    ("operate!", "opened an issue,", of.title, "gh issue create"),
    (
        "operate!",
        "commented on",
        of.arguments,
        "gh pr comment, gh issue comment, gh pr review, gh pr edit, gh issue edit, gh pr ready",
    ),
    ("operate!", "closed", of.arguments, "gh issue close, gh pr close"),
    ("operate", "ran", of.head, "gh run watch, gh run rerun"),
    # testing and checking
    (
        "test",
        "ran",
        of.head,
        (
            "pytest, py.test, unittest, nosetests, nose2, tox, nox, jest, vitest, mocha, ava, karma, cypress, "
            "playwright, playwright test, rspec, minitest, phpunit, pest, ctest, go test, cargo test, cargo nextest, "
            "dotnet test, swift test, bun test, npm test, npm t, npm tst, yarn test, deno test, node --test, "
            "mvn test, mvn verify, gradle test, gradle check, mix test, sbt test, rake test, rake spec, rails test, "
            "flutter test, dart test, zig test, stack test, cabal test, bats, behave, robot, xcodebuild test, "
            "make test, make check, coverage, hypothesis, gotestsum, elixir, busted, manage.py test, ginkgo, testthat"
        ),
    ),
    (
        "test",
        "ran",
        of.head,
        (
            "mypy, pyright, ruff, ruff check, flake8, pylint, pycodestyle, bandit, eslint, tslint, oxlint, biome, "
            "biome check, biome ci, biome lint, tsc, vue-tsc, svelte-check, golangci-lint, go vet, staticcheck, "
            "cargo check, cargo clippy, clippy, shellcheck, hadolint, yamllint, markdownlint, rubocop, phpstan, "
            "psalm, ktlint, detekt, swiftlint, stylelint, prettier --check, black --check, ruff format --check, "
            "gofmt -l, pre-commit, prek, py_compile, compileall, json.tool, luacheck, actionlint, "
            "terraform validate, terraform plan, ty, pyre, knip, depcheck, deptry, npm audit, cargo audit, "
            "cargo deny, git diff --check, xmllint, nginx -t, visudo -c, vulture, import-linter, lint-imports, "
            "promtool, tflint, helm lint, buf lint, tsgo, attw, publint, gitleaks, trivy, sqlfluff, ansible-lint"
        ),
    ),
    # building, running
    (
        "run",
        "ran",
        of.head,
        (
            "make, cmake, ninja, meson, gcc, g++, clang, clang++, cc, javac, rustc, nvcc, cargo build, go build, "
            "go install, go generate, mvn, mvn package, mvn compile, mvn install, gradle, gradle build, "
            "dotnet build, webpack, vite build, rollup, esbuild, tsup, next build, docker build, "
            "docker compose build, docker buildx, swift build, zig build, bazel, buck, hatch build, build, "
            "pyinstaller, protoc, buf generate, sphinx-build, mkdocs build, jekyll build, hugo, latexmk, pdflatex, "
            "xelatex, ld, ar, configure, autoconf, swiftc, kotlinc, wasm-pack, xcodebuild, flutter build, "
            "tauri build, electron-builder, npm pack, nix build, ghc, stack build, cabal build, dune build, "
            "mix compile, stack, sbt"
        ),
    ),
    (
        "run",
        "ran",
        of.head,
        (
            "cargo run, go run, dotnet run, java, streamlit, jupyter, torchrun, accelerate, deepspeed, mpirun, srun, "
            "sqlite3, psql, mysql, duckdb, redis-cli, mongosh, wrk, ab, hey, k6, hyperfine, ffmpeg, convert, magick, "
            "gnuplot, bc, expr, seq, date, cargo bench, go tool, npm exec, ollama run, huggingface-cli, llama-cli, "
            "osascript, xdg-open, open, start-process"
        ),
    ),
    # packages
    (
        "operate!+",
        "installed",
        of.packages,
        (
            "pip install, pip3 install, npm install, npm i, npm ci, npm add, apt install, "
            "brew install, cargo install, cargo add, go get, "
            "gem install, bundle install, bundle, composer install, composer require, conda install, "
            "uv pip install, uv add, uv sync, uv tool install, "
            "poetry add, poetry install, pdm add, pdm install, dnf install, yum install, "
            "apk add, snap install, choco install, winget install, scoop install, mise install, mise use, asdf install, "
            "dotnet restore, mix deps.get, cpan"
        ),
    ),
    (
        "operate!+",
        "ran",
        of.head,
        (
            "apt update, apt upgrade, brew upgrade, cargo fetch, cargo update, go mod, conda create, conda env, uv pip, uv lock, "
            "uv venv, poetry lock, pacman, dpkg, rpm, rustup, nvm, pyenv, playwright install, venv, virtualenv, "
            "pre-commit install, npm create, npm init, npm link, dotnet add, nix-env, flutter pub, dart pub, "
            "luarocks, cargo init, cargo new, helm repo, opam, add-apt-repository"
        ),
    ),
    (
        "operate!",
        "removed",
        of.packages,
        (
            "pip uninstall, npm uninstall, npm remove, npm rm, apt remove, apt purge, apt autoremove, "
            "brew uninstall, cargo remove, uv remove, poetry remove, conda remove, uv pip uninstall"
        ),
    ),
    (
        "explore",
        "ran",
        of.head,
        (
            "pip list, pip show, pip freeze, pip index, pip download, npm ls, npm list, npm view, npm outdated, "
            "npm why, apt list, apt show, apt search, apt-cache, brew list, brew info, cargo tree, cargo metadata, "
            "cargo search, conda list, go list, go doc, go env, go version, rustup show, npm info, npm config, "
            "uv pip list, uv tree, dpkg -l, dpkg -L, gem list, mise ls, mise list, mise tasks, poetry show, "
            "rustup target, pip config, pip cache, npm pkg"
        ),
    ),
    # processes, services, machines
    (
        "operate",
        "ran",
        of.head,
        (
            "ps, top, htop, pgrep, nvidia-smi, nvidia-smi.exe, rocm-smi, gpustat, df, free, uptime, lsof, netstat, "
            "ss, lsblk, lscpu, lspci, uname, hostname, whoami, id, vmstat, iostat, ifconfig, ip, ping, dig, "
            "nslookup, host, nc, telnet, traceroute, systemctl status, systemctl list-units, systemctl is-active, "
            "systemctl show, systemctl cat, service status, docker ps, docker images, docker inspect, docker stats, "
            "docker compose ps, docker top, docker info, docker port, docker network ls, docker volume ls, "
            "kubectl get, kubectl describe, kubectl top, kubectl config, tmux ls, tmux list-sessions, "
            "tmux capture-pane, tmux list-panes, tmux list-windows, tmux has-session, tmux display-message, "
            "screen -ls, crontab -l, env, printenv, get-process, get-service, get-netipaddress, jobs, last, w, who, "
            "tasklist, sw_vers, sysctl, getconf, nproc, lsmod, mount, blkid, squeue, sinfo, pct list, pct status, "
            "pct config, qm list, launchctl list, get-ciminstance, test-netconnection, locale, ulimit, arch, "
            "lsb_release, ldd, ldconfig, ipconfig, pm2 list, pm2 status, supervisorctl status"
        ),
    ),
    (
        "operate!",
        "stopped",
        of.target,
        (
            "kill, pkill, killall, stop-process, taskkill, fuser, systemctl stop, systemctl disable, service stop, "
            "docker stop, docker kill, docker rm, docker compose down, docker compose stop, docker compose rm, "
            "tmux kill-session, tmux kill-server, tmux kill-window, tmux kill-pane, scancel, pm2 stop, pm2 delete, "
            "kubectl delete, stop-service, supervisorctl stop, skill, xkill, launchctl unload"
        ),
    ),
    (
        "operate!",
        "restarted",
        of.target,
        (
            "systemctl restart, systemctl reload, service restart, docker restart, docker compose restart, "
            "pm2 restart, pm2 reload, kubectl rollout restart, restart-service, supervisorctl restart"
        ),
    ),
    ("operate!", "ran", of.head, "reboot, systemctl daemon-reload, nginx, apachectl"),
    ("operate", "ran", of.head, "kubectl rollout"),
    (
        "operate!",
        "started",
        of.target,
        (
            "systemctl start, systemctl enable, service start, docker start, docker run, docker compose up, "
            "tmux new-session, tmux new, tmux new-window, tmux split-window, screen, pm2 start, http.server, "
            "uvicorn, gunicorn, flask, hypercorn, daphne, serve, http-server, nodemon, next dev, vite, vite dev, "
            "next start, manage.py runserver, ngrok, cloudflared, sbatch, start-service, at, launchctl load, "
            "supervisorctl start, redis-server, mongod, postgres, mysqld, ollama serve, tensorboard, mlflow, caddy, "
            "sshd, vite preview, astro dev, webpack-dev-server, sglang.launch_server, vllm serve, "
            "vllm.entrypoints.openai.api_server"
        ),
    ),
    ("operate!", "typed into", of.target, "tmux send-keys, tmux paste-buffer, tmux send"),
    (
        "operate!",
        "ran",
        of.head,
        (
            "kubectl apply, kubectl create, kubectl set, helm install, helm upgrade, helm uninstall, "
            "terraform apply, terraform destroy, vercel, netlify, fly, flyctl, heroku, serverless, sls deploy, cdk, "
            "pulumi, wrangler, firebase, gcloud, aws, az, ansible, ansible-playbook, npm publish, cargo publish, "
            "twine, docker push, gh release create, railway, eas, fastlane"
        ),
    ),
    (
        "operate!",
        "set up",
        of.target,
        (
            "crontab, useradd, usermod, groupadd, passwd, iptables, ufw, mkfs, fdisk, umount, swapon, "
            "update-alternatives, timedatectl, hostnamectl, ssh-keygen, ssh-copy-id, ssh-add, openssl, gpg, git lfs, "
            "git config --global, gh auth, gh secret, gh repo create, gh repo edit, docker login, docker volume, "
            "docker network, docker image, docker system, docker cp, docker pull, docker tag, docker exec, "
            "systemctl, defaults, setx, set-itemproperty"
        ),
    ),
    (
        "debug",
        "ran",
        of.head,
        (
            "gdb, lldb, pdb, ipdb, strace, ltrace, dtrace, valgrind, perf, py-spy, rr, bpftrace, git bisect, dlv, "
            "node --inspect, cuda-gdb, compute-sanitizer, nsys, ncu, cProfile, cprofile, line_profiler, scalene, "
            "addr2line, nm, objdump, readelf"
        ),
    ),
    (
        "debug",
        "read the logs of",
        of.target,
        (
            "journalctl, dmesg, docker logs, docker compose logs, kubectl logs, pm2 logs, heroku logs, "
            "gh run view --log, gh run view --log-failed, vercel logs, fly logs, supervisorctl tail, get-eventlog, "
            "get-winevent, log"
        ),
    ),
    ("operate", "followed", of.path, "tail -f"),
    ("operate", "ran", of.head, "wait, kubectl wait"),
    ("operate~", "ran", of.wait, "sleep, start-sleep, timeout"),
    ("operate", "connected to", of.first, "ssh, mosh, sftp, ftp"),
    (
        "talk~",
        "ran",
        of.program,
        (
            "echo, printf, write-host, write-output, write-error, print, cls, clear, convertto-json, "
            "convertfrom-json, format-list, format-table, sort-object, where-object, foreach-object, tr, rev, xargs, "
            "select-object, out-string, out-null, out-default, fold, fmt, expand, paste, join, get-date, get-member, "
            "yes, tput, banner, history, new-object, split-path, join-path, resolve-path, convert-path"
        ),
    ),
)

TABLE: Mapping[str, Rule] = {
    name.strip(): Rule(kind.rstrip("!~-+"), verb, naming, "!" in kind, kind.lstrip("abcdefghijklmnopqrstuvwxyz!"))  # type: ignore[arg-type]
    for kind, verb, naming, names in _ROWS
    for name in names.split(",")
}
"""Program, or program and subcommand or flag → what it does."""

_PROGRAMS = frozenset(name.split()[0] for name in TABLE) | frozenset(FAMILY) | TASK_RUNNERS | INTERPRETERS


def is_known(program: str) -> bool:
    """Return whether the table, or a rule for runners and interpreters, knows what a program does."""
    return program in _PROGRAMS
