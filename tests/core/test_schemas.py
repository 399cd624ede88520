"""Schemas: what we write fits them, and what does not fit is refused by our readers too."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil import Line, QuatrefoilError, Record, Rng
from quatrefoil.core.documents import document_from_json
from quatrefoil.core.record import Ending
from quatrefoil.core.schemas import SCHEMAS, schema_text
from quatrefoil.core.tree import ROOT, Note, Shape, Tree
from quatrefoil.view.markdown import diagram_of, read

jsonschema = pytest.importorskip("jsonschema")

ROOT_FOLDER = Path(__file__).parents[2]
GAMES = [game for game in quatrefoil.all_games() if game.has("position.schema.json")]


def validator(name):
    return jsonschema.Draft202012Validator(json.loads(schema_text(name)))


def played(rules, seed):
    line, rng = Line(rules.start()), Rng(seed=seed)
    yield line
    while not line.position.is_over and len(line) < 60:
        line.push(line.position.random_move(rng))
        yield line


@pytest.mark.parametrize("name", [*SCHEMAS, *(game.name for game in GAMES)])
def test_a_schema_is_one(name):
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text(name)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_written_fits(game):
    positions, records, trees = validator(game.name), validator("record"), validator("tree")
    for preset in game.presets:
        rules = game.preset(preset.name)
        for line in played(rules, seed=1):
            positions.validate(line.position.to_json())
        record = Record.of(line, red="Ada")
        records.validate(record.to_json())
        resigned = Ending("resignation", (1.0,) + (0.0,) * (rules.players - 1), 1)
        records.validate(Record(rules, (), resigned).to_json())
        note = Note("Why?", ("?!",), (Shape("ring", ("a1",)), Shape("arrow", ("a1", "a2"))))
        trees.validate(Tree.of(record).annotate(ROOT, note).to_json())
        trees.validate(Tree(rules, line.position).to_json())


SPOILT = (None, True, -1, 1.5, "", "x y", [], {}, [None], {"a": 1}, 10**9)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_does_not_fit_is_refused(game):
    """A field is spoilt or taken away, at random: where the schema says no, so do we."""
    rng = random.Random(game.name)
    line = list(played(game.rules(), seed=2))[-1]
    record = Record.of(line)
    documents = {
        game.name: line.position.to_json(),
        "record": record.to_json(),
        "tree": Tree.of(record).annotate(ROOT, Note("Why?")).to_json(),
    }
    refused = 0
    for name, document in documents.items():
        checker = validator(name)
        for _ in range(60):
            spoilt = json.loads(json.dumps(document))
            key = rng.choice([*spoilt, "another"])
            if rng.random() < 0.2:
                spoilt.pop(key, None)
            else:
                spoilt[key] = rng.choice(SPOILT)
            if checker.is_valid(spoilt):
                continue
            refused += 1
            with pytest.raises(QuatrefoilError):
                document_from_json(spoilt)
    assert refused > 60


def test_examples_and_docs_fit():
    """Every document of ours that is shown anywhere: examples, the handbook, the games' pages."""
    examples = ROOT_FOLDER.glob("examples/*.json")
    found = [json.loads(path.read_text(encoding="utf-8")) for path in examples]
    pages = [*ROOT_FOLDER.glob("*.md"), *ROOT_FOLDER.glob("docs/**/*.md")]
    for page in [*pages, *ROOT_FOLDER.glob("src/quatrefoil/games/*/*.md")]:
        blocks = [each for each in read(page.read_text(encoding="utf-8")) if each.type == "fence"]
        found += [diagram.position for diagram in map(diagram_of, blocks) if diagram]
        whole = [each.content for each in blocks if each.info == "json" and "…" not in each.content]
        found += map(json.loads, whole)
    ours = [data for data in found if "game" in data]
    kinds = Counter(map(fits, ours))
    assert {"record", "tree", *quatrefoil.names()} <= set(kinds)
    assert kinds.total() > 80


def fits(data):
    """Check a document against the schema of its kind; return the kind."""
    kind = data.get("format", f"quatrefoil-{data.get('game', '')}")
    name = kind.removeprefix("quatrefoil-")
    validator(name).validate(data)
    return name
