"""docs/protocol.md says what the declarations of the protocol say."""

import ast
import re
from pathlib import Path

import pytest
from server_tools import bearer, new_duel
from tests.server import protocol_tables

import quatrefoil
from quatrefoil.match.errors import CODES
from quatrefoil.match.messages import MAX_NAME, MESSAGES, Verb
from quatrefoil.match.schema import Form
from quatrefoil.server.endpoint import Endpoint
from quatrefoil.server.endpoints import ENDPOINTS
from quatrefoil.server.pages import _ADDRESSES, _EMBEDDED

SOURCE = Path(quatrefoil.__file__).parent
PAGE = protocol_tables.PAGE.read_text(encoding="utf-8")


def rows():
    """Return the rows of the table of HTTP requests: by method and path, what is sent and said."""
    found = {}
    for line in PAGE.splitlines():
        row = re.match(r"\| `(GET|POST|DELETE) ([^`?]+)(?:\?([^`]*))?`(.*?) \| (.*) \|$", line)
        if row:
            method, path, query, body, answer = row.groups()
            names = re.findall(r"(\w+)=", query or "")
            path = path.replace("{id}", "{study}" if "/studies/" in path else "{match}")
            found[method, path] = (names, body.strip(), answer)
    return found


def test_generated_tables_are_up_to_date():
    assert protocol_tables.filled(PAGE) == PAGE, "python -m tests.server.protocol_tables"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.handler)
def test_every_request_is_described(endpoint: Endpoint):
    query, body, answer = rows()[endpoint.method, endpoint.path]
    assert query == [field.name for field in (endpoint.query.fields if endpoint.query else ())]
    if isinstance(endpoint.body, Form):
        assert body == f"`{endpoint.body.keys()}`"
    if answer.startswith("`{"):
        assert set(endpoint.answer) <= set(re.findall(r"\w+", answer))


def test_only_requests_that_there_are_are_described():
    described = {(method, path) for method, path in rows() if path.startswith("/api/")}
    assert described == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}


def test_the_page_asks_for_names_that_are_kept_whole():
    script = (SOURCE / "web" / "js" / "settings.js").read_text(encoding="utf-8")
    assert f"LONGEST_NAME = {MAX_NAME};" in script


def test_every_key_of_a_snapshot_and_its_state_is_described(client):
    match, ada, _ = new_duel(client)
    found = client.get(f"/api/matches/{match}", headers=bearer(ada)).json()
    (snapshot,) = re.findall(r"^A \*\*snapshot\*\* is `(.*)$", PAGE, re.MULTILINE)
    (state,) = re.findall(r"^`STATE` is .*\n.*$", PAGE, re.MULTILINE)
    for text, data in ((snapshot, found), (state, found["state"])):
        assert set(data) <= set(re.findall(r"\w+", text))


def test_every_address_of_the_page_is_described():
    (told,) = re.findall(r"^Pages: .*$", PAGE, re.MULTILINE)
    for pattern, _ in (*_ADDRESSES, _EMBEDDED):
        page = re.sub(r"\W.*", "", pattern.removeprefix("("))
        assert f"`/{page}/" in told or not page, page


# ---- events -----------------------------------------------------------------------------------


def emitted_types():
    """Yield the type of every event that the source makes."""
    for path in sorted(SOURCE.glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).rpartition(".")[2]
            place = {"emit": 0, "Event": 2}.get(called)
            if place is not None and len(node.args) > place:
                kind = node.args[place]
                if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                    yield kind.value


def test_every_type_of_event_is_described():
    table = PAGE.partition("| type | with |")[2].partition("(*not in the log")[0]
    first = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    described = {name for cell in first if "*" not in cell for name in re.findall(r"`(\w+)`", cell)}
    assert described == set(emitted_types())


# ---- verbs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", Verb)
def test_every_verb_is_understood_and_takes_its_own_keys_alone(client, verb):
    match, ada, _ = new_duel(client)
    keys = {field.name: example(field) for field in MESSAGES[verb].fields}

    def said(**more):
        message = {"do": verb, **keys, **more}
        return client.post(f"/api/matches/{match}/do", json=message, headers=bearer(ada)).json()

    wrong = said(surplus=1)
    assert (wrong["code"], wrong["message"][:35]) == (
        "bad-request",
        "a message has no key 'surplus'; its",
    )
    assert said().get("code") != "bad-request"
    seated = said(seat=0)
    assert (seated.get("code") == "bad-request") is not MESSAGES[verb].seated


def example(field):
    share = "00" * 32
    examples = {"tokens": [], "at": 1, "sign": "rock", "name": "Ada", "hash": share, "value": share}
    examples |= {"what": "draw", "phrase": "hello", "text": None, "on": 1, "lines": []}
    return (examples | {"moves": 0, "level": 1})[field.name]


# ---- codes ------------------------------------------------------------------------------------


def raised_codes():
    """Yield the code of every refusal in the source, with its place; None if it is computed."""
    for path in sorted(SOURCE.glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("RefusedError"):
                code = node.args[0]
                place = str(path.relative_to(SOURCE))
                yield place, code.value if isinstance(code, ast.Constant) else None


def test_every_code_that_is_raised_is_in_the_table_and_every_code_of_the_table_is_raised():
    raised = list(raised_codes())
    # A client reads the code from a server's answer, and looks it up in the table.
    computed = [place for place, code in raised if code is None]
    assert computed == [
        place
        for place in computed
        if place.startswith(("terminal/", "play/local.py", "play/host.py"))
    ]
    assert {code for _, code in raised if code} == set(CODES)


def test_statuses_are_those_of_http_errors():
    assert all(400 <= code.status < 600 and code.meaning for code in CODES.values())


def test_openapi_knows_every_code(client):
    described = client.get("/api/openapi.json").json()
    refusal = described["components"]["schemas"]["Refusal"]
    assert refusal["properties"]["code"]["enum"] == list(CODES)
    do = described["paths"]["/api/matches/{match}/do"]["post"]
    assert {str(code.status) for code in CODES.values()} < set(do["responses"])
    verbs = [
        form["properties"]["do"]["const"]
        for form in do["requestBody"]["content"]["application/json"]["schema"]["oneOf"]
    ]
    assert verbs == list(Verb)
