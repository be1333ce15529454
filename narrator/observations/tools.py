"""What the harnesses' own tools do: one table, from a tool's name to a kind of act, a verb, and the argument it is about.

Names are compared in lower case without `-` and `_`. A trailing `!` marks what changes files or state. A tool that hides several
behind an argument stands with that argument's value: `strreplaceeditor:view`. Tools without a row (those of MCP servers) are
judged by the words of their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from narrator.model import Part
from narrator.observations.values import Activity

_PATH = (
    "filePath file_path path filename file_name target_file absolute_path AbsolutePath notebook_path "
    "relative_workspace_path paths"
)
_PATTERN = "pattern query regex search_term search_query q name_pattern glob_pattern file_name SearchPattern Query"
_WORDS = "description subject title name prompt task objective message agent_name"

_ROWS: tuple[tuple[str, str, str, str], ...] = (
    # looking
    (
        "explore",
        "read",
        _PATH,
        (
            "read, readfile, view, viewfile, open, cat, notebookread, readmanyfiles, strreplaceeditor:view, "
            "strreplacebasededittool:view, goto, scrollup, scrolldown, fileread, readtextfile, viewfileoutline, "
            "viewcodeitem, openfile, showfile, viewcontentchunk, viewlinerange, fsread, texteditor:view, "
            "fileeditor:view, planningfileeditor:view, editor:view, readfiles"
        ),
    ),
    ("explore", "looked at", _PATH, "viewimage, readimage, screenshot"),
    (
        "explore",
        "listed",
        _PATH + " directory dir DirectoryPath",
        "ls, list, listdir, listdirectory, listfiles, tree, directorytree, listfilesrecursive",
    ),
    (
        "explore",
        "fetched",
        "url URL uri Url",
        (
            "webfetch, fetch, fetchurl, readurl, readurlcontent, openurl, browse, urlfetch, fetchwebpage, webscrape, "
            "webread, fetchwebcontent, readwebpage, agenticfetch, webscraper"
        ),
    ),
    (
        "explore",
        "loaded the skill",
        "name skill skill_name command",
        "skill, activateskill, loadskill, useskill, invokeskill, skills",
    ),
    (
        "explore",
        "looked up",
        "query libraryName context7CompatibleLibraryID libraryId name",
        (
            "toolsearch, toolsearchcall, lsp, docs, gotodefinition, findreferences, diagnostics, getdiagnostics, "
            "readlints, listmcpresources, readmcpresource, listcodedefinitionnames, fetchcopilotclidocumentation, "
            "getinternaldocs, clihelp, fetchinstructions, loadmcpdocumentation"
        ),
    ),
    # searching
    (
        "search",
        "searched for",
        _PATTERN + " name",
        (
            "grep, grepsearch, searchfilecontent, searchfiles, rg, ripgrep, codebasesearch, search, searchdir, "
            "searchfile, greptool, semanticsearch, codesearch, searchcode, filesearch, glob, find, findfile, "
            "findbyname, globfilesearch, findfiles, globtool, semanticcodesearch, "
            "sourcegraph, finder, trajectorysearch"
        ),
    ),
    (
        "search",
        "searched the web for",
        "query search_term q prompt queries",
        "websearch, websearchcall, googlewebsearch, searchweb, websearchexa, tavilysearch, bravewebsearch",
    ),
    # planning
    (
        "plan",
        "updated the plan",
        "",
        (
            "todowrite, updateplan, updatetodo, updatetodos, todo, managetodolist, writetodos, taskupdate, tasklist, "
            "taskget, todoread, settodolist, taskmanager, tasktracker, updatetodolist, "
            "tasktracking, focuschain, todolist"
        ),
    ),
    ("plan", "planned", "subject description title", "taskcreate, createplan, createtask, trackercreatetask"),
    ("plan", "proposed a plan", "", "exitplanmode, planmoderespond, planmoderesponse, proposeplan"),
    ("plan", "went into planning", "", "enterplanmode, planexit, planenter, switchmode"),
    ("plan", "thought", "", "think, sequentialthinking, reportintent, updatetopic, thinking"),
    # changing files
    (
        "edit!",
        "edited",
        _PATH,
        (
            "edit, editfile, multiedit, replace, strreplace, strreplaceeditor:strreplace, strreplaceeditor:insert, "
            "strreplacebasededittool:strreplace, strreplacebasededittool:insert, replaceinfile, searchreplace, "
            "insert, insertcontent, notebookedit, editnotebook, applydiff, replacefilecontent, "
            "multireplacefilecontent, edittool, insertedit, insertatline, replacesymbolbody, editexistingfile, "
            "strreplaceeditor:undoedit, replacelines, smartedit, searchandreplace, fileeditor:strreplace, "
            "fileeditor:insert, fileeditor:undoedit, planningfileeditor:strreplace, planningfileeditor:insert, editor, "
            "codeedit, texteditor:strreplace, texteditor:insert, texteditor:undoedit, texteditor:editfile, undoedit, formatfile"
        ),
    ),
    (
        "edit!",
        "wrote",
        _PATH,
        (
            "write, writefile, writetofile, create, createfile, strreplaceeditor:create, "
            "strreplacebasededittool:create, filewrite, savefile, newfile, writetextfile, createnewfile, "
            "fileeditor:create, planningfileeditor:create, editor:create, newrule, fswrite, texteditor:write"
        ),
    ),
    ("edit!", "patched", "", "applypatch, patch, patchfile"),
    ("edit!", "deleted", _PATH, "delete, deletefile, removefile, remove"),
    ("edit!", "made the folder", _PATH, "createdirectory, makedirectory, mkdir"),
    # running: what runs is told by the command (`shell`)
    (
        "run",
        "ran",
        "command cmd script commands code",
        (
            "bash, shell, execcommand, localshell, localshellcall, runshellcommand, shellcommand, executebash, "
            "executecommand, runterminalcmd, runcommand, runinterminal, terminal, powershell, exec, unifiedexec, "
            "bashtool, cmdrunaction, containerexec, runbash, executeshell, runshell, bashcommand, process, "
            "run, execute, executeshellcommand"
        ),
    ),
    (
        "run",
        "ran",
        "code script",
        (
            "python, executepython, ipython, executeipythoncell, runcode, codeinterpreter, jupyter, executecode, repl, "
            "runpython, jsrepl"
        ),
    ),
    (
        "operate",
        "waited for",
        "session_id shell_id task_id bash_id shellId id",
        (
            "writestdin, bashoutput, readbash, taskoutput, wait, commandstatus, getterminaloutput, readshell, "
            "waitagent, waitforagent, awaitshell, agentoutput, monitor, readagent, readpowershell, "
            "readbackgroundoutput, joboutput, sleep, readterminal"
        ),
    ),
    ("operate", "typed into", "session_id shell_id shellId", "writebash, sendcommandinput, sendtoterminal, writepowershell"),
    (
        "operate!",
        "stopped",
        "shell_id session_id task_id shellId bash_id",
        "killshell, killbash, stopbash, taskstop, killprocess, closeagent, stoppowershell, jobkill",
    ),
    (
        "operate",
        "looked at a page,",
        "url element ref action query",
        "browser, browseraction, browse, computer, computeruse, browserview, browseinteractive",
    ),
    (
        "operate!",
        "remembered",
        "fact key path command",
        "savememory, memory, remembermemory, updatememory, writememory, creatememory, storememory",
    ),
    ("operate!", "scheduled", "prompt cron", "croncreate, schedulewakeup, crondelete"),
    # others
    (
        "delegate",
        "delegated",
        _WORDS,
        (
            "task, agent, spawnagent, delegate, subagent, dispatchagent, newtask, delegatetaskto, runsubagent, "
            "launchagent, codebaseinvestigator, createagent, oracle, sendinput, sendmessage, resumeagent, agents, "
            "startagent, workflow, delegatetoagent, generalist, usesubagents, teamcreate, librarian, executetask"
        ),
    ),
    (
        "ask",
        "asked",
        "question questions prompt message",
        (
            "question, askuserquestion, askuser, askfollowupquestion, ask, askquestions, requestuserinput, elicit, "
            "vscodeaskquestions, askuserinput, askquestion"
        ),
    ),
    (
        "talk",
        "finished",
        "result message",
        (
            "attemptcompletion, submit, finish, complete, done, taskcomplete, completetask, finalanswer, returnresult, "
            "structuredoutput"
        ),
    ),
    ("talk", "reported", "response", "actmoderespond"),
    ("operate", "used", "tool_name toolName name", "usemcptool, calltoolmcp"),
    ("explore", "looked up", "uri", "accessmcpresource"),
    ("review", "reviewed", "path pr target", "review, codereview, requestcodereview, gitdiff"),
)

_NAME_WORDS: tuple[tuple[str, str], ...] = (
    ("search", "search find query lookup grep locate"),
    ("ask", "ask elicit confirm"),
    ("delegate", "delegate spawn dispatch subagent"),
    ("test", "test assert validate lint check verify"),
    (
        "operate!",
        (
            "create write update edit delete set add remove insert put post patch send push merge deploy click type "
            "fill press select drag upload "
            "start stop kill restart install close open move rename save commit comment reply execute exec "
            "run apply submit"
        ),
    ),
    (
        "explore",
        (
            "get read fetch list show view snapshot screenshot describe inspect status info resolve console network "
            "wait hover docs page"
        ),
    ),
    ("plan", "plan todo think"),
    ("operate", "navigate goto scroll resize back forward"),
)
"""Kinds of tools that have no row, by a word of their name."""


@dataclass(frozen=True, slots=True)
class Tool:
    """What a tool does."""

    kind: Activity
    verb: str
    about: tuple[str, ...]
    """Names of the arguments that may tell what it is about, the best first."""
    changes: bool
    shell: bool = False
    """Whether its argument is a shell's command line."""


def _tool(kind: str, verb: str, about: str, *, shell: bool = False) -> Tool:
    return Tool(kind.rstrip("!"), verb, tuple(about.split()), kind.endswith("!"), shell)  # type: ignore[arg-type]


TOOLS: Mapping[str, Tool] = {
    name.strip(): _tool(kind, verb, about, shell=about.startswith("command cmd"))
    for kind, verb, about, names in _ROWS
    for name in names.split(",")
}
_BY_WORD: Mapping[str, Tool] = {word: _tool(kind, "used", "") for kind, words in _NAME_WORDS for word in words.split()}
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHELLS = frozenset(("shell", "bash", "terminal", "command"))
_UNKNOWN = _tool("operate", "used", "")


def tool_of(call: Part) -> Tool:
    """Return what the tool of a call does; one without a row is judged by the first word of its name that tells something."""
    name = call.name or ""
    short = _short(name)
    row = TOOLS.get(f"{short}:{_short(call.arg('command') or '')[:40]}") or TOOLS.get(short)
    if row is not None:
        opens = row.verb == "searched the web for" and call.arg("url") and not call.arg("query")
        return TOOLS["webfetch"] if opens else row
    tail = name.rsplit("__", 1)[-1]
    own = _own(call, _short(tail)) if tail != name else None
    if own is not None:
        return own
    if call.arg("command") and short in ("strreplaceeditor", "strreplacebasededittool", "editor"):
        return TOOLS["edit"]
    words = [w.lower() for w in _PARTS.findall(tail)]
    if call.arg("command") and _SHELLS & set(words):
        return TOOLS["bash"]
    found = next((_BY_WORD[w] for w in words if w in _BY_WORD), _UNKNOWN)
    if found.kind == "search" and call.arg("query"):
        return TOOLS["websearch"] if "web" in words or "websearch" in words else TOOLS["search"]
    return found


def _own(call: Part, tail: str) -> Tool | None:
    """Return the row of a server's tool that is named like a harness's own, save a message's: a server's goes to people."""
    row = TOOLS.get(f"{tail}:{_short(call.arg('command') or '')[:40]}") or TOOLS.get(tail)
    return None if row is None or row.kind == "delegate" else row


def is_known(call: Part) -> bool:
    """Return whether the tool of a call has a row of its own."""
    short = _short(call.name or "")
    return short in TOOLS or any(key.startswith(short + ":") for key in TOOLS)


def _short(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")
