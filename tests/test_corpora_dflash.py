"""The shipped corpus `dflash`: what the essays attest stands at its message, figures agree, nothing bears on a cause."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from narrator.assets import folder
from narrator.readers import read

PATH = folder("corpora") / "dflash" / "session.jsonl"
GAPS = [[0, 8814], [8859, 9994], [10031, 10861]]
EMPTY = {8858: "user", 10018: "assistant", 10880: "assistant", 10881: "user"}

HEADER_FIELDS = {"narrator", "session", "agent", "title", "gaps"}
PART_FIELDS = {
    "text": {"kind", "text"},
    "reasoning": {"kind", "text"},
    "call": {"kind", "name", "call", "args"},
    "result": {"kind", "name", "call", "text"},
}

RAMP = "Noise starting at 0.0000 — the warmup fix is working! It ramps from 0 instead of jumping to 0.1."
HIGHER_LOSS = (
    "Loss values are higher in these early steps (40.9 vs 24.5 before) — "
    "likely due to gamma=10 giving more weight to later positions which are harder."
)
TREE_VALUE = "The DDTree streak metrics are already ~2.5x the vanilla streak, confirming the tree value even at this early stage."
WARNING = (
    "The fast path is not available because one of the required library is not installed. Falling back to torch implementation."
)
INSTRUCTION = "Kill the training for now, deploy with z-lab ddtree up to 16 draft len on pro6000."

ATTESTED: tuple[tuple[int, str], ...] = (
    # 8858: six changes, each with its old value, new value and reason
    (8815, "arXiv:2604.12989"),
    (8815, "fluffy"),
    (8817, "torch.exp(-k / 4.0)"),
    (8818, "hardcoded at 4.0"),
    (8818, "block_size=16 is 7.0"),
    (8820, "(0.9, 0.999)"),
    (8820, "no-op"),
    (8821, "52.0%"),
    (8821, "3296-8192"),
    (8822, "52% of the batches"),
    (8822, "rng.shuffle(order)"),
    (8823, "gradient whiplash"),
    (8823, "loss=24.5"),
    (8823, "noise=0.1000"),
    (8823, "ssh root@kpro6"),
    (8825, "queue depths 25–50"),
    (8825, "own round-robin"),
    (8827, "10.0 it is"),
    (8829, '"--gamma"'),
    (8830, "betas=(0.9, 0.95)"),
    (8831, "return self.noise_start * step / self.warmup_steps"),
    (8836, "longest run by bucket: [1, 1, 1, 1, 1, 3]"),
    (8837, "all six buckets exhaust"),
    (8837, "stride-based, proportional, at most 3 consecutive"),
    (8838, "shared by all prefetch workers"),
    (8839, "ddtree_streak4"),
    (8839, "ddtree_streak8"),
    (8841, "ddtree_streak8 3.0000"),
    (8842, "top4_acc"),
    (8842, "top8_acc"),
    (8842, "Weights & Biases"),
    (8844, "kpro6"),
    (8846, "start_training.sh"),
    (8846, "--gamma 10.0"),
    (8846, "v3-kpro6-ddtree-g10-b95"),
    (8849, "tmux kill-session"),
    (8850, "rm -rf /workspace/checkpoints/step_*"),
    (8851, "run v3-kpro6-ddtree-g10-b95"),
    (8853, "loss=40.9"),
    (8853, "noise=0.0000"),
    (8853, "q_pre=[50,50,50,50,50,50]"),
    (8854, RAMP),
    (8854, HIGHER_LOSS),
    (8854, "train/ddtree_streak8"),
    (8855, "sleep 300"),
    (8855, "loss=2.14"),
    (8856, TREE_VALUE),
    (8856, "JSONL"),
    (8856, "train_metrics.jsonl"),
    (8857, "| AdamW betas | (0.9, 0.999), PyTorch defaults | (0.9, 0.95) |"),
    (8857, "| gamma | 4.0, hardcoded | 10.0"),
    (8857, "2604.12989"),
    (8857, "max 3 consecutive same-bucket batches"),
    (8857, "bucket 5 (3296–8192) is 52% of batches"),
    (8857, "shared counter, all queues at 50"),
    (8857, "top4/top8 accuracy, ddtree_streak4/8"),
    (8857, "5.2 days"),
    (8857, "~2.5x"),
    (8857, "W&B"),
    # 10018: two bottlenecks, then the stop
    (9996, "12K tok/s"),
    (9996, "volatile"),
    (9997, "~12K tok/s with volatile GPU memory"),
    (9997, WARNING),
    (9998, "Qwen3.6-27B"),
    (9998, "48 of 64  GatedDeltaNet (linear attention)"),
    (9998, "16 of 64  full_attention"),
    (9999, "flash-linear-attention and causal-conv1d"),
    (10002, "Detected that you are using FX to symbolically trace a dynamo-optimized function"),
    (10003, "torch.compile(flex_attention"),
    (10005, "race condition in the FX tracing"),
    (10007, "one hangs"),
    (10009, "Successfully installed einops-0.8.2 fla-core-0.4.2 flash-linear-attention-0.4.2"),
    (10012, "nvcc was not found"),
    (10012, "causal-conv1d"),
    (10017, "import fla, causal_conv1d"),
    (10019, "Just stop the current bad run"),
    (10020, "tmux kill-session"),
    (10022, "verify all 8 GPUs"),
    (10022, "7, 0 MiB, 97887 MiB, 0 %"),
    (10024, "CUDA 12.8"),
    (10024, "for cu128: []"),
    (10026, "no nvcc on PATH"),
    (10026, "CUDA toolkit"),
    (10027, "apt-get install -y cuda-nvcc-12-8"),
    (10027, "E: Unable to locate package cuda-nvcc-12-8"),
    (10029, "monkey-patch transformers"),
    (10029, "NVIDIA's repository"),
    (10030, "SDPA"),
    # 10880: the comparison, the pivot, the investigation, what follows
    (10867, "fizzbuzz       DFlash  4.02  DDTree-4  7.21  DDTree-8  8.13"),
    (10868, "z-lab"),
    (10869, "graph_bfs             5.10    10.00"),
    (10871, "ten coding tasks"),
    (10871, "| fizzbuzz | 8.13 | 11.77 |"),
    (10871, "| graph_bfs | 5.10 | 10.00 |"),
    (10871, "**7.28** | **11.26**"),
    (10871, "nearly 4 tokens per step"),
    (10871, "8 RTX PRO 6000 Blackwell GPUs"),
    (10871, "NaN losses were traced to unsafe GPU streams"),
    (10871, "async-copy pipelines"),
    (10871, "W&B telemetry became low-overhead"),
    (10871, "hidden-state buffer defaults"),
    (10872, INSTRUCTION),
    (10873, "CT200"),
    (10873, "no training process"),
    (10874, "sglang-qwen.service"),
    (10874, "llm-two"),
    (10874, "--speculative-algorithm NEXTN"),
    (10874, "--speculative-num-draft-tokens 4"),
    (10874, "OpenAI-compatible API"),
    (10875, "--speculative-dflash-block-size"),
    (10875, "--speculative-dflash-draft-window-size"),
    (10876, "--speculative-algorithm DFLASH"),
    (10876, "dflash_worker.py"),
    (10877, "/root/ddtree"),
    (10878, '"architectures": ["DFlashDraftModel"]'),
    (10878, '"block_size": 16'),
    (10879, "qwen3_moe.py"),
    (10879, "def set_dflash_layers_to_capture"),
    (10882, "LXC container 200 on kpro6"),
    (10882, "Proxmox"),
    (10882, "/dev/shm/Qwen3.6-27B"),  # noqa: S108 (a path in the corpus)
    (10882, "own venv"),
    (10882, "| DDTree-8 | 7.28 | 11.26 | 3.98 |"),
    (10884, "Confirm training stopped"),
    (10884, "Switch SGLang service"),
    (10884, "Restart and verify"),
    (10884, "Run smoke test"),
)


def records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]


HEADER, *MESSAGES = records()
BY_INDEX: dict[int, dict[str, Any]] = {m["index"]: m for m in MESSAGES}


def words(value: object) -> Iterator[str]:
    """Yield every string in a JSON value, as it was written."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)


def text(index: int, *kinds: str) -> str:
    """Return what message `index` says, or only its parts of these kinds, joined by newlines."""
    parts = [p for p in BY_INDEX[index]["parts"] if not kinds or p["kind"] in kinds]
    return "\n".join(said for p in parts for said in words([p.get("text"), p.get("args")]))


def streaks(index: int) -> dict[str, tuple[Decimal, Decimal]]:
    """Return (step-4000, z-lab) by task from the Markdown table of message `index`."""
    rows = re.findall(r"^\| (\w+) \| (\d+\.\d\d) \| (\d+\.\d\d) \| \d+\.\d\d \|$", text(index), re.MULTILINE)
    return {task: (Decimal(ours), Decimal(theirs)) for task, ours, theirs in rows}


def test_each_line_is_one_compact_object_and_the_file_is_small() -> None:
    lines = PATH.read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    assert [json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in records()] == lines
    assert PATH.stat().st_size < 450_000


def test_header_declares_the_gaps_and_nothing_else() -> None:
    assert set(HEADER) == HEADER_FIELDS
    assert (HEADER["narrator"], HEADER["session"], HEADER["agent"], HEADER["gaps"]) == (1, "dflash", "opencode", GAPS)


def test_indices_fill_all_but_the_gaps() -> None:
    missing = {i for first, last in GAPS for i in range(first, last + 1)}
    assert [m["index"] for m in MESSAGES] == [i for i in range(10891) if i not in missing]


def test_no_field_bears_on_a_cause() -> None:
    for message in MESSAGES:
        assert set(message) == {"index", "role", "parts"}, message["index"]
        assert message["role"] in ("user", "assistant")
        for part in message["parts"]:
            assert set(part) == PART_FIELDS[part["kind"]], message["index"]


def test_only_the_four_messages_are_empty() -> None:
    assert {m["index"]: m["role"] for m in MESSAGES if not m["parts"]} == EMPTY


def test_users_only_speak_and_assistants_only_pause_where_attested() -> None:
    for message in MESSAGES:
        kinds = {p["kind"] for p in message["parts"]}
        assert message["role"] == "assistant" or kinds <= {"text"}, message["index"]
        assert message["index"] in EMPTY or kinds, message["index"]


def test_results_answer_the_call_before_them() -> None:
    seen: list[str] = []
    for message in MESSAGES:
        parts = message["parts"]
        for before, part in zip([None, *parts], parts, strict=False):
            if part["kind"] == "call":
                seen.append(part["call"])
            elif part["kind"] == "result":
                assert before is not None
                assert (before["kind"], before["call"], before["name"]) == ("call", part["call"], part["name"])
        assert sum(p["kind"] == "call" for p in parts) == sum(p["kind"] == "result" for p in parts)
    assert seen == [f"c{n}" for n in range(1, len(seen) + 1)]


@pytest.mark.parametrize(("index", "words_of_it"), ATTESTED)
def test_attested(index: int, words_of_it: str) -> None:
    assert words_of_it in text(index)


def test_the_table_covers_enough() -> None:
    assert len(ATTESTED) == len(set(ATTESTED)) >= 80


@pytest.mark.parametrize(("index", "quotation"), [(8854, RAMP), (8854, HIGHER_LOSS), (8856, TREE_VALUE)])
def test_quoted_thoughts_are_reasoning(index: int, quotation: str) -> None:
    assert quotation in text(index, "reasoning")


def test_user_instructions_are_verbatim_and_whole() -> None:
    assert text(10019) == "Just stop the current bad run"
    assert text(10872) == INSTRUCTION
    assert BY_INDEX[10019]["role"] == BY_INDEX[10872]["role"] == "user"


def test_the_repeated_instruction_is_almost_the_same() -> None:
    def letters(said: str) -> set[str]:
        return set(re.findall(r"\w+", said.lower()))

    again = text(10883)
    assert BY_INDEX[10883]["role"] == "user"
    assert again.strip() != INSTRUCTION.strip()
    assert letters(again) == letters(INSTRUCTION)


def test_the_import_check_has_no_output() -> None:
    results = [p for p in BY_INDEX[10017]["parts"] if p["kind"] == "result"]
    assert [p["text"] for p in results] == [""]
    assert "causal_conv1d" in text(10017, "call")


def test_the_blocked_ways_come_after_the_stop() -> None:
    for needle, index in (("for cu128", 10024), ("/usr/local/cuda", 10026), ("apt-get install", 10027)):
        assert [m["index"] for m in MESSAGES if needle in text(m["index"])] == [index]


def test_the_ten_tasks_have_the_attested_means() -> None:
    table = streaks(10871)
    assert len(table) == 10
    assert sum(ours for ours, _ in table.values()) / 10 == Decimal("7.28")
    assert sum(theirs for _, theirs in table.values()) / 10 == Decimal("11.26")
    assert all(ours < theirs for ours, theirs in table.values())
    assert table["fizzbuzz"] == (Decimal("8.13"), Decimal("11.77"))
    assert table["graph_bfs"] == (Decimal("5.10"), Decimal("10.00"))


def test_the_tasks_agree_wherever_they_stand() -> None:
    for task, (ours, theirs) in streaks(10871).items():
        assert re.search(rf"^{task} .* DDTree-8 +{ours}$", text(10867, "result"), re.MULTILINE)
        assert re.search(rf"^{task} .* DDTree-8 +{theirs}$", text(10868, "result"), re.MULTILINE)
        assert re.search(rf"^{task} +{ours} +{theirs} +{theirs - ours} ", text(10869, "result"), re.MULTILINE)
        assert f"| {task} | {ours} | {theirs} |" in text(10882)


def test_the_accuracy_by_position_multiplies_to_the_means() -> None:
    rows = re.findall(r"^ +\d+ +(0\.\d{3}) +0\.\d{3} +(0\.\d{3}) +0\.\d{3}$", text(10870), re.MULTILINE)
    assert len(rows) == 15
    for column, mean in ((0, 7.28), (1, 11.26)):
        reached, streak = 1.0, 0.0
        for row in rows:
            reached *= float(row[column])
            streak += reached
        assert round(streak, 2) == mean


def test_the_tree_streaks_are_about_two_and_a_half_times_the_vanilla() -> None:
    row = json.loads(next(line for line in text(8856, "result").splitlines() if line.startswith("{")))
    vanilla = row["train/avg_streak"]
    ratios = [row[f"train/ddtree_streak{k}"] / vanilla for k in (4, 8)]
    assert 2.3 <= min(ratios) <= 2.5 <= max(ratios) <= 2.7
    assert row["train/loss"] == 2.14


def test_buckets_add_up() -> None:
    rows = re.findall(r"^ +\d +\d+-\d+ +\d+ +\d+ +(\d+) ", text(8821, "result"), re.MULTILINE)
    batches = [int(n) for n in rows]
    assert len(batches) == 6
    assert f"{sum(batches)} batches an epoch" in text(8821, "result")
    assert round(100 * batches[5] / sum(batches)) == 52


def test_the_to_do_list_has_priorities_and_statuses() -> None:
    calls = [p for i in range(10884, 10888) for p in BY_INDEX[i]["parts"] if p["kind"] == "call" and p["name"] == "todowrite"]
    assert calls
    for call in calls:
        assert len(call["args"]["todos"]) == 4
        assert all(set(t) == {"content", "status", "priority"} for t in call["args"]["todos"])


def test_the_summary_is_long_and_has_the_headings_of_its_time() -> None:
    summary = text(10882)
    assert summary.count("\n") >= 200
    headings = re.findall(r"^##+ .*$", summary, re.MULTILINE)
    assert headings == [
        "## Goal",
        "## Constraints & Preferences",
        "## Progress",
        "### Done",
        "### In Progress",
        "### Blocked",
        "## Key Decisions",
        "## Next Steps",
        "## Critical Context",
        "## Relevant Files",
    ]


def test_the_summary_decides_nothing_about_the_silence_before_it() -> None:
    summary = text(10882).lower()
    for telling in ("kill the training", "no training process", "nextn", "compact", "abort", "interrupt", "step 4420"):
        assert telling not in summary, telling


def test_the_reader_takes_it_without_a_complaint() -> None:
    transcript = read(PATH)
    assert transcript.problems == ()
    assert [list(g) for g in transcript.gaps] == GAPS
    assert [m.index for m in transcript.messages if m.is_silent] == sorted(EMPTY)
    assert all(m.at is None and m.error is None and m.finish is None for m in transcript.messages)
