"""Links to studies, and what a browser keeps of them: the right to edit, and what was edited."""

from __future__ import annotations

import json
import urllib.request

from driver import wait_for_answer
from test_stored_studies import comment_on, make_study

OWN = "(id) => JSON.parse(localStorage['quatrefoil.studies']).find((one) => one.id === id)?.secret"


def follow(page, link: str) -> None:
    """Open a link as one that somebody sent."""
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".kept")


def test_nobody_takes_the_right_to_edit_from_a_browser(visit, server):
    made = make_study(server)
    page = visit(made["edit_link"])
    page.wait_for_selector(".kept input.study-title")
    follow(page, f"{made['link']}#{'made-up-' * 4}")
    assert page.locator(".kept input.study-title").count(), "one's own secret still holds"
    assert page.evaluate(OWN, made["id"]) == made["secret"]
    assert page.evaluate("location.hash") == ""

    # Nor do those that somebody only looks at push one's own ones out.
    page.evaluate(
        """async () => {
          const { rememberStudy } = await import("/static/js/study/mine.js");
          for (let number = 0; number < 300; number++)
            rememberStudy(`other-${number}`, { game: "blinq", title: "Other", secret: null });
        }"""
    )
    assert page.evaluate(OWN, made["id"]) == made["secret"]
    assert page.evaluate("() => JSON.parse(localStorage['quatrefoil.studies']).length") < 100


def test_a_browser_that_keeps_nothing_edits_its_new_study(visit, server):
    page = visit("/analysis/trickle#moves=f8-f9+f4-f3")
    page.evaluate(
        """() => (Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        })"""
    )
    page.get_by_role("button", name="Save as study").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Save as study").click()
    page.wait_for_url("**/s/*")
    page.wait_for_selector(".kept input.study-title")
    assert "#" not in page.url
    before = page.url
    page.get_by_role("button", name="Clone").click()
    page.wait_for_function("(before) => location.href !== before", arg=before)
    page.wait_for_selector(".kept input.study-title")


def test_who_closes_the_page_loses_no_word(visit, server):
    made = make_study(server)
    page = visit(made["edit_link"])
    page.wait_for_selector(".kept input.study-title")
    comment_on(page, 2, "The last word")
    page.close()
    reader = visit(made["link"])
    reader.wait_for_selector(".kept")
    wait_for_answer(
        reader, "() => document.querySelector('.tree').textContent.includes('The last word')"
    )
    with urllib.request.urlopen(f"{server.url}/api/studies/{made['id']}") as answer:
        assert json.load(answer)["tree"]["notes"]["2"]["comment"] == "The last word"
