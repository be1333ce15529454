"""What every page must be: valid, whole, harmless, and to be used without eyes, mouse or network."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from itertools import pairwise
from xml.etree.ElementTree import Element

import html5lib

RUNS = (
    "script",
    "iframe",
    "object",
    "embed",
    "base",
    "form",
    "img",
    "image",
    "video",
    "audio",
    "source",
    "link",
    "foreignobject",
    "use",
)
"""Elements that run, load or send something; no page has one."""
SAFE = re.compile(r"#[\w-]+\Z|https?://[^\s]+\Z|mailto:[^\s]+\Z")


def parsed(page: str) -> Element:
    """Return the page's tree; a strict parser finds no fault in it."""
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)
    assert isinstance(tree, Element)
    return tree


def words(element: Element) -> str:
    """Return an element's text, blanks joined."""
    return " ".join("".join(element.itertext()).split())


def faults(page: str) -> list[str]:
    """Return what is wrong with a page; nothing where all is well."""
    tree = parsed(page)
    ids = [e.attrib["id"] for e in tree.iter() if "id" in e.attrib]
    found = [f"twice: {i}" for i in sorted(set(ids)) if ids.count(i) > 1]
    for element in tree.iter():
        tag = str(element.tag).rpartition("}")[2].lower()
        found += [f"an element that acts: {tag}"] if tag in RUNS else []
        found += [f"{tag} {name}" for name in element.attrib if name.lower().startswith("on") or name == "style"]
        found += [f"loads {value}" for name, value in element.attrib.items() if name in ("src", "srcset", "srcdoc", "action")]
        found += [
            f"leads to {value}" for name, value in element.attrib.items() if name.endswith("href") and not SAFE.match(value)
        ]
        for name in ("popovertarget", "aria-labelledby", "aria-describedby", "for"):
            found += [f"{tag} {name}: {i}" for i in element.attrib.get(name, "").split() if i not in ids]
        target = element.attrib.get("href", "")
        found += [f"leads nowhere: {target}"] if target.startswith("#") and target[1:] not in ids else []
        if tag in ("a", "button", "summary") and not (words(element) or element.attrib.get("aria-label")):
            found.append(f"{tag} without words")
        if tag == "svg" and (element.find("title") is None and element.find("{http://www.w3.org/2000/svg}title") is None):
            found.append("svg without a title")
    return found + _headings(tree) + _policy(tree)


def _headings(tree: Element) -> list[str]:
    ranks = [int(str(e.tag)[1]) for e in tree.iter() if re.fullmatch("h[1-6]", str(e.tag))]
    jumps = [f"h{b} after h{a}" for a, b in pairwise(ranks) if b > a + 1]
    return jumps + ([] if ranks[:1] == [1] and ranks.count(1) == 1 else [f"headings {ranks}"])


def _policy(tree: Element) -> list[str]:
    sheets = [e.text or "" for e in tree.iter("style")]
    policy = next(e.attrib["content"] for e in tree.iter("meta") if e.attrib.get("http-equiv") == "Content-Security-Policy")
    hashes = [f"'sha256-{b64encode(sha256(s.encode()).digest()).decode()}'" for s in sheets]
    wanted = f"default-src 'none'; style-src {hashes[0]}; base-uri 'none'; form-action 'none'"
    loads = [s for s in sheets if re.search(r"url\(|@import|expression|javascript", s)]
    return ([] if len(sheets) == 1 and policy == wanted else [f"policy {policy}"]) + loads
