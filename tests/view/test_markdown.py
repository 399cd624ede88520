"""Markdown as HTML for the page: what it shows, and that no markup of its own gets through."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quatrefoil
from quatrefoil.view.markdown import diagram_of, read, to_html


def html(text):
    return to_html(text).strip().replace("\n", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# Title\n\nText.", "<p>Text.</p>"),
        ("## A\n\n### B\n\n#### C", "<h2>A</h2><h3>B</h3><h3>C</h3>"),
        ("a **b** *c* `d`", "<p>a <strong>b</strong> <em>c</em> <code>d</code></p>"),
        ("- a\n- b\n\n  more", "<ul><li>a</li><li>b<p>more</p></li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("    as it\n    is", "<pre><code>as itis</code></pre>"),
        ("```\na < b\n```", "<pre><code>a &lt; b</code></pre>"),
        ("**Our reading:** x", '<p><strong class="reading">Our reading:</strong> x</p>'),
        ("**Tulkintamme:** x", '<p><strong class="reading">Tulkintamme:</strong> x</p>'),
        ("**Our readings** x", "<p><strong>Our readings</strong> x</p>"),
        ("[a](/learn)", '<p><a href="/learn">a</a></p>'),
        ("[a](b)", '<p><a href="#">a</a></p>'),
        (
            "[a](https://b.c)",
            '<p><a href="https://b.c" target="_blank" rel="noopener noreferrer">a</a></p>',
        ),
        ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>"),
        ("<b onclick=x>a</b>", "<p>&lt;b onclick=x&gt;a&lt;/b&gt;</p>"),
        ("<script>\nx\n</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>"),
    ],
)
def test_what_the_page_shows(text, shown):
    assert html(text) == shown


def test_an_empty_cell_heads_nothing():
    assert html("| | a |\n|---|---|\n| b | c |") == (
        "<table><thead><tr><td></td><th>a</th></tr></thead>"
        "<tbody><tr><td>b</td><td>c</td></tr></tbody></table>"
    )


DIAGRAM = """```position
{"game": "x", "note": "\\"<",
 "arrows": [["a", "b"]]}
See **here**.
```"""


def test_a_diagram_has_a_position_arrows_and_a_caption():
    (block,) = read(DIAGRAM)
    diagram = diagram_of(block)
    assert diagram.position == {"game": "x", "note": '"<'}
    assert diagram.arrows == (("a", "b"),)
    assert diagram.caption == "See **here**."


def test_the_page_gets_a_diagram_as_a_figure():
    assert html(DIAGRAM) == (
        '<figure data-position="{&quot;game&quot;: &quot;x&quot;,'
        ' &quot;note&quot;: &quot;\\&quot;&lt;&quot;}" data-arrows="a&gt;b">'
        "<figcaption>See <strong>here</strong>.</figcaption></figure>"
    )
    assert html('```position\n{"game": "x"}\n```').endswith('}"></figure>')


class Elements(HTMLParser):
    """Collects elements with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found |= {(tag, name) for name, _ in attributes} or {(tag, "")}
        for name, value in attributes:
            if name == "href":
                assert value.startswith(("http://", "https://", "/", "#")), value


#: What the page lets in.
KNOWN = {
    *((tag, "") for tag in ("p", "h2", "h3", "strong", "em", "code", "pre", "ul", "ol", "li")),
    *((tag, "") for tag in ("table", "thead", "tbody", "tr", "th", "td", "blockquote", "br", "hr")),
    *((tag, "") for tag in ("h1", "figure", "figcaption")),
    *(("a", name) for name in ("href", "target", "rel", "title")),
    *{("strong", "class"), ("ol", "start"), ("th", "style"), ("td", "style")},
    ("figure", "data-position"),
    ("figure", "data-arrows"),
}
PIECES = [
    *("<script>", "</p>", "<img src=x onerror=y>", "<!--", "<a:b>", "&lt;", "&#60;", '"', "\\"),
    *("[a](", "![a](", "[a]: ", ")", "javascript:x", "data:x", "http://x.y", "/z"),
    *("*", "**", "`", "~~~\n", "> ", "- ", "1. ", "# ", "| ", "|---|\n", "    ", "\n", "\n\n"),
    *("Our reading", "word "),
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=30))
def test_nothing_but_known_elements_comes_out(pieces):
    assert Elements(to_html("".join(pieces))).found <= KNOWN


@pytest.mark.parametrize("name", ["rules.md", "rules.fi.md"])
@pytest.mark.parametrize("game", [g.name for g in quatrefoil.all_games() if g.has("rules.fi.md")])
def test_rules_pages_keep_to_what_the_page_styles(game, name):
    found = Elements(to_html(quatrefoil.game(game).resource(name).read_text("utf-8"))).found
    assert found <= KNOWN - {("h1", ""), ("blockquote", ""), ("hr", "")}
    assert ("figure", "data-position") in found
    assert ("strong", "class") in found
