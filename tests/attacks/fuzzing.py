"""Requests at random, from the declarations that the server itself reads them by.

`sample` gives what a form allows, `mutated` changes some of it into what nobody sends, `written`
makes JSON of it, now and then not quite. All of it comes from one `random.Random`, so that the seed
that an attack prints repeats it.
"""

import copy
import json
import os
import random
import secrets

from attack_tools import THOROUGH, note

from quatrefoil.match.schema import Choice, Form, Forms, Hex, Object, OneOf, Strings, Text, Whole

#: The seed of the short form, so that `make test` does the same every time.
SEED = 12

#: What nobody sends.
ODD = [
    *(None, True, False, 0, -1, 1.0, 0.5, -0.0, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 1e308),
    *(float("nan"), float("inf"), float("-inf")),
    *(
        "",
        " ",
        "x",
        "1",
        "x" * 300,
        "\ud800",
        "a\udfffb",
        "\0",
        "\x1b[2J",
        "\u202e",
        "😀",
        "é" * 70,
    ),
    *("__proto__", "constructor", "null", "../../etc/passwd", "%00", "' OR 1=1 --", "{{7*7}}"),
    *([], {}, [[]], [None] * 70, {"": {}}, {"a": {"\ud800": "\0"}}, [[[[[[[[1]]]]]]]]),
]
#: Keys that may turn up anywhere.
KEYS = [
    "id",
    "do",
    "seat",
    "tokens",
    "at",
    "game",
    "options",
    "secret",
    "x",
    "",
    "\ud800",
    "a" * 99,
]


def seeded():
    """Return the source of all that happens at random, and say its seed."""
    given = os.environ.get("QUATREFOIL_SEED")
    seed = int(given) if given else secrets.randbelow(10**9) if THOROUGH else SEED
    note("seed (repeat it by QUATREFOIL_SEED)", seed)
    return random.Random(seed)


def sample(kind, rng, words=("x",)):
    """Return a value that a kind or a form allows; `words` are texts that may mean something."""
    if isinstance(kind, Form):
        chosen = [field for field in kind.fields if field.required or rng.random() < 0.6]
        return {field.name: sample(field.kind, rng, words) for field in chosen}
    if isinstance(kind, Text):
        return rng.choice(words)[: kind.longest] or "x"
    if isinstance(kind, Whole):
        return rng.choice([kind.low, kind.high, min(kind.high, kind.low + rng.randrange(8))])
    if isinstance(kind, Hex):
        return rng.choice([rng.randbytes(kind.digits // 2).hex(), "0" * kind.digits])
    if isinstance(kind, Choice):
        return rng.choice(kind.choices)
    if isinstance(kind, Strings):
        return [rng.choice(words) for _ in range(rng.choice([0, 1, 1, 1, 2, 5]))]
    if isinstance(kind, Forms):
        return [sample(kind.form, rng, words) for _ in range(rng.choice([1, 2, 2, 2, 3]))]
    if isinstance(kind, OneOf):
        name = rng.choice(list(kind.forms))
        return {kind.by: name, **sample(kind.forms[name], rng, words)}
    assert isinstance(kind, Object), kind
    return {rng.choice(words): rng.randrange(9)} if rng.random() < 0.2 else {}


def mutated(data, rng):
    """Return a copy of plain data in which some things are what nobody sends."""
    data = json.loads(json.dumps(data))
    for _ in range(rng.choice([0, 1, 1, 1, 2, 4])):
        data = _changed(data, rng)
    return data


def _odd(rng):
    return copy.deepcopy(rng.choice(ODD))


def _changed(data, rng):
    """Change one thing, somewhere in the data."""
    if not isinstance(data, dict | list) or not data or rng.random() < 0.05:
        return _odd(rng)
    if isinstance(data, list):
        index = rng.randrange(len(data))
        how = rng.random()
        if how < 0.6:
            data[index] = _changed(data[index], rng)
        elif how < 0.8:
            del data[index]
        else:
            data += [data[index]] * rng.choice([1, 2, 70])
        return data
    key = rng.choice(list(data))
    how = rng.random()
    if how < 0.5:
        data[key] = _odd(rng)
    elif how < 0.75:
        data[key] = _changed(data[key], rng)
    elif how < 0.85:
        del data[key]
    else:
        data[rng.choice(KEYS)] = _odd(rng)
    return data


def written(data, rng, torn=0.01):
    """Return data as the bytes of JSON; one in ten is spoilt, and a share is `torn`: no UTF-8."""
    text = json.dumps(data, ensure_ascii=rng.random() < 0.8)
    if rng.random() < 0.02:
        text = text.replace("{", '{"id":"twice",', 1)
    found = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.08:
        found = spoilt(found, rng)
    return found if rng.random() < torn else found.decode("utf-8", "replace").encode()


def spoilt(data, rng):
    """Return bytes with something cut, doubled, turned round or put in."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice([1, 2, 9]))
        how = rng.randrange(4)
        if how == 0:
            del data[start:end]
        elif how == 1:
            data[start:start] = rng.randbytes(rng.choice([1, 3]))
        elif how == 2:
            data[start:start] = data[start:end] * rng.choice([1, 9])
        else:
            data[start:end] = bytes(byte ^ (1 << rng.randrange(8)) for byte in data[start:end])
    return bytes(data)
