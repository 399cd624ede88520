"""The tables of docs/protocol.md that are made from the declarations of the protocol.

python -m tests.server.protocol_tables        writes them anew, after an intended change
"""

from pathlib import Path

from tests.page_tables import fill_tables

from quatrefoil.match.errors import CODES
from quatrefoil.match.messages import CLOCK, HELLO, ID, JOIN, MESSAGES, SEAT
from quatrefoil.match.schema import Form, Forms, OneOf
from quatrefoil.server.analysis import messages as analysis
from quatrefoil.server.endpoints import ENDPOINTS
from quatrefoil.server.forms import NEW_MATCH
from quatrefoil.server.studies.study_forms import LOOK_AT_STUDY

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def table(heads, rows):
    lines = [f"| {' | '.join(cells)} |" for cells in [heads, *rows]]
    return "\n".join([lines[0], "|" + "---|" * len(heads), *lines[1:]])


def message_table(messages):
    """Return the verbs, those with the same description in one row."""
    rows = {}
    for verb, message in messages.items():
        names = ", ".join(f"`{field.name}`" for field in message.fields)
        rows.setdefault((names, message.help), []).append(f"`{verb}`")
    return table(
        ["do", "with", "what"],
        [[" ".join(verbs), names, words] for (names, words), verbs in rows.items()],
    )


def code_table():
    """Return the codes of refusals."""
    rows = [[f"`{code}`", str(row.status), row.meaning] for code, row in CODES.items()]
    return table(["code", "HTTP", "meaning"], rows)


def key_table():
    """Return every key that a client can send, where, and what it may be."""
    rows = {}
    for place, field in all_keys():
        # What a clock may be stands in rows of its own.
        words = "an object" if isinstance(field.kind, OneOf) else field.kind.words
        words += ", or null" if field.default is None else ""
        words += f": {field.help}" if field.help else ""
        name = field.name + "?" * (not field.required)
        rows.setdefault((name, words), []).append(place)
    return table(
        ["key", "in", "what"],
        [[f"`{name}`", ", ".join(places), words] for (name, words), places in rows.items()],
    )


def all_keys():
    """Yield every key with the place where it stands."""
    forms = [("a new match", NEW_MATCH)]
    seats = next(field.kind for field in NEW_MATCH.fields if field.name == "seats")
    assert isinstance(seats, Forms)
    forms.append(("a seat", seats.form))
    forms += [(f"a {name} clock", form) for name, form in CLOCK.forms.items()]
    forms.append(("message", Form("", (ID, SEAT))))
    forms += [(f"`{verb}`", message) for verb, message in MESSAGES.items()]
    forms += [(f"`{verb}`", message) for verb, message in analysis.MESSAGES.items()]
    forms += [("hello", HELLO), ("look", LOOK_AT_STUDY)]
    forms.append(("join", JOIN))
    for endpoint in ENDPOINTS:
        if endpoint.body not in (NEW_MATCH, JOIN) and isinstance(endpoint.body, Form):
            forms.append((endpoint.handler, endpoint.body))
        if endpoint.query:
            forms.append((endpoint.handler, endpoint.query))
    for place, form in forms:
        for field in form.fields:
            yield place, field


def tables():
    """Return every table by the name that marks it in the page."""
    return {
        "messages": message_table(MESSAGES),
        "analysis": message_table(analysis.MESSAGES),
        "codes": code_table(),
        "keys": key_table(),
    }


def filled(text):
    """Return the page with its tables as they should be."""
    return fill_tables(PAGE, tables(), text)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
