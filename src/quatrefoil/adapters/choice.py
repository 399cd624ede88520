"""Rules as adapters take them: a game, a preset by name, and options on top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quatrefoil.core.game import Rules
from quatrefoil.core.registry import preset_options
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.core.ruletext import parse_rules_text


def choose_rules(text: str, preset: str, options: Mapping[str, Any]) -> Rules:
    """Return the rules of a game or of a text like `trickle(players=3)` or `blinq:basic`.

    Options that are given win over those of the text, and these over the preset's.
    """
    name, named, written = parse_rules_text(text)
    return rules_of(name, {**preset_options(name, preset or named), **written, **options})
