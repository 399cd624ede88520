"""Tables of the docs that are made from the code, between two comments that name each."""

import re


def fill_tables(page, tables, text):
    """Return the text of a page with its tables, by name, as they should be."""
    for name, table in tables.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        pattern = re.compile(f"{begin}\n.*?{end}", re.DOTALL)
        assert pattern.search(text), f"{page} has no table {name}"
        text = pattern.sub(lambda _, new=f"{begin}\n{table}\n{end}": new, text)
    return text
