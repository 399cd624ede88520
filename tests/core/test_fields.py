"""Reading JSON from elsewhere: everything odd is refused in one sentence, and nothing else is."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quatrefoil import FormatError, RecordError
from quatrefoil.core import fields
from quatrefoil.core.fields import Fields, is_whole, read_file, read_json

#: Text that is taken: `test_text.py` says which is not.
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=10,
)


@given(PLAIN)
def test_json_comes_back(data):
    assert read_json(json.dumps(data)) == data


@given(st.text())
def test_any_text_is_data_or_a_format_error(text):
    try:
        data = read_json(text)
    except FormatError:
        return
    assert json.loads(text) == data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: Expecting value at line 1 column 1"),
        ('{"a":1,}', "not JSON: .* at line 1 column"),
        ('{"a":1,"b":2,"a":3}', "the key 'a' stands twice in one JSON object"),
        ("[NaN]", "NaN is not JSON"),
        ("-Infinity", "-Infinity is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * 10_000, "immense number"),
        ("[1e999]", "the number '1e999' is immense"),
        (r'["\ud83d"]', "half of a surrogate pair"),
        (r'{"a\u0000": 1}', "a null character"),
        ('["\ud800"]', "half of a surrogate pair"),
        ("x" * (fields.MAX_JSON + 1), "at most 4000000 are read"),
    ],
    ids=str.split(
        "empty comma twice nan infinity deep-list deep-object digits immense"
        " surrogate null raw-surrogate long"
    ),
)
def test_refused_json(text, message):
    with pytest.raises(FormatError, match=message):
        read_json(text)
    with pytest.raises(RecordError):
        read_json(text, RecordError)


def test_files_are_read_up_to_a_bound(tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text("[½]", encoding="utf-8")
    bad.write_bytes(b"\xff\xfe")
    assert read_file(good) == "[½]"
    with pytest.raises(FormatError, match=r"bad\.json is not UTF-8 text"):
        read_file(bad)
    with pytest.raises(FormatError, match=r"cannot read .*absent\.json: No such file"):
        read_file(tmp_path / "absent.json")
    with pytest.raises(FormatError, match=r"cannot read .*: (Is a directory|Permission denied)"):
        read_file(tmp_path)  # what Windows says of a folder is the latter
    if sys.platform != "win32":
        with pytest.raises(RecordError, match="too long"):
            read_file("/dev/zero", RecordError)
    with pytest.raises(FormatError, match="no path"):
        read_file("a\0b")


class TestFields:
    def test_takes_each_kind(self):
        data = {"s": "x", "c": "red", "n": 3, "f": True, "m": {"k": 1}, "a": [1], "t": ["x"]}
        each = Fields(data, "a thing")
        assert each.string("s") == "x"
        assert each.choice("c", ["red", "blue"]) == "red"
        assert each.whole("n", 0, 3) == 3
        assert each.flag("f") is True
        assert each.mapping("m") == {"k": 1}
        assert each.array("a", 1) == [1]
        assert each.strings("t", 1) == ["x"]
        each.finish()

    def test_defaults(self):
        each = Fields({}, "a thing")
        assert each.string("s", "x") == "x"
        assert each.whole("n", 0, 3, default=2) == 2
        assert each.array("a", 3, default=[]) == []
        assert each.take("x", None) is None

    @pytest.mark.parametrize(
        ("take", "message"),
        [
            (lambda f: f.string("v"), "'v' of a thing is a string, not"),
            (lambda f: f.choice("v", ["red", "blue"]), "is one of red, blue, not"),
            (lambda f: f.whole("v", 2, 9), "is a whole number from 2 to 9, not"),
            (lambda f: f.flag("v"), "is true or false, not"),
            (lambda f: f.mapping("v"), "is an object, not"),
            (lambda f: f.array("v", 2), "is a list of at most 2 entries, not"),
            (lambda f: f.strings("v", 3), "is a list of "),
        ],
        ids=str.split("string choice whole flag mapping array strings"),
    )
    @pytest.mark.parametrize("value", [None, 1.5, [1, 2, 3], 10], ids=str)
    def test_refuses_other_kinds(self, take, message, value):
        with pytest.raises(FormatError, match=message):
            take(Fields({"v": value}, "a thing"))

    def test_a_missing_key_is_named(self):
        with pytest.raises(FormatError, match="a thing has no 'turn'"):
            Fields({}, "a thing").string("turn")

    def test_unknown_keys_are_refused_with_the_known_ones(self):
        each = Fields({"a": "1", "odd": 2}, "a thing")
        each.string("a")
        each.string("b", "")
        with pytest.raises(FormatError, match="a thing has no key 'odd'; its keys are a, b"):
            each.finish()

    @pytest.mark.parametrize("data", [None, 3, "x", [1]])
    def test_only_objects_have_fields(self, data):
        with pytest.raises(RecordError, match="a thing is a JSON object, not"):
            Fields(data, "a thing", RecordError)

    def test_a_mapping_has_text_for_keys(self):
        with pytest.raises(FormatError, match="an object"):
            Fields({"m": {1: 2}}, "a thing").mapping("m")


def test_truth_is_no_number():
    assert is_whole(1, 0, 1)
    assert not is_whole(True, 0, 1)
    assert not is_whole(1.0, 0, 1)
    assert not is_whole(2, 0, 1)
