"""`quatrefoil completion`: lets a shell complete commands, options, games, rules, moves and files.

A shell's script asks the program itself (`--line`), so what is offered is what the parser takes,
with the games that are installed. The answer is one line a candidate, with its description after a
tab; the first line says what else fits (`files`, `folders` or `words`) and which word is being
completed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.common import Commands, read_line
from quatrefoil.core.options import Choice, Flag, Option, Whole
from quatrefoil.core.schemas import SCHEMAS
from quatrefoil.core.text import on_one_line

if TYPE_CHECKING:
    from quatrefoil.study.puzzles.puzzle import Puzzle

_BASH = r"""
# quatrefoil: completion for bash
_quatrefoil() {
    local first="" rest="" line text kind="" word="" kept=""
    COMPREPLY=()
    while IFS= read -r line; do
        text=${line%%$'\t'*}
        if [[ -z $kind ]]; then
            kind=$text
            word=${line#*$'\t'}
            # Bash completes only what follows a colon or an equals sign.
            [[ $word == *[:=]* && $COMP_WORDBREAKS == *:* ]] && kept=${word%"${word##*[:=]}"}
            [[ ${COMP_WORDS[COMP_CWORD]} == [\"\']* ]] && kept=""
        else
            COMPREPLY+=("${text#"$kept"}")
        fi
    done < <(quatrefoil completion --line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    if [[ $kind == files || $kind == folders ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen -"$([[ $kind == files ]] && echo f || echo d)" -- "${word#"$kept"}")
    fi
    # What goes on is not followed by a space.
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=\(] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _quatrefoil quatrefoil
"""

_ZSH = r"""
#compdef quatrefoil
# quatrefoil: completion for zsh
_quatrefoil() {
    local line kind text about
    local -a whole begun
    for line in "${(@f)$(quatrefoil completion --line "$LBUFFER" 2>/dev/null)}"; do
        text=${line%%$'\t'*}
        about=${line#*$'\t'}
        if [[ -z $kind ]]; then
            kind=$text
        elif [[ $text == *[=\(] ]]; then
            begun+=("${text//:/\\:}${about:+:$about}")
        else
            whole+=("${text//:/\\:}${about:+:$about}")
        fi
    done
    # What goes on is not followed by a space.
    (( $#whole + $#begun )) && _describe -V quatrefoil whole -- begun -S ''
    [[ $kind == files ]] && _files
    [[ $kind == folders ]] && _files -/
    return 0
}
if [[ $funcstack[1] == _quatrefoil ]]; then
    _quatrefoil "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u }
    compdef _quatrefoil quatrefoil
fi
"""

_FISH = r"""
# quatrefoil: completion for fish
function __quatrefoil_candidates
    set -l lines (quatrefoil completion --line (commandline -cp) 2>/dev/null)
    printf '%s\n' $lines[2..-1]
    # What fish itself completes after a command that it does not know: files.
    switch "$lines[1]"
        case 'files*'
            complete -C "'' "(commandline -ct)
        case 'folders*'
            complete -C "'' "(commandline -ct) | string match -r '.*/$'
    end
end
complete -c quatrefoil -f -k -a '(__quatrefoil_candidates)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

#: What a file or folder is called in the help texts; other words are looked up by `_named`.
_FILES = ("FILE", "INPUT", "FILE|URL", "FROM", "TO")
_FOLDERS = ("FOLDER",)


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    parser = commands.add(
        "completion",
        _completion,
        "Print what lets a shell complete our commands.",
        """
        source <(quatrefoil completion bash)          # in ~/.bashrc
        source <(quatrefoil completion zsh)           # in ~/.zshrc
        quatrefoil completion fish | source           # in ~/.config/fish/config.fish
        """,
    )
    parser.add_argument("shell", nargs="?", choices=tuple(SCRIPTS), help="which shell")
    parser.add_argument("--line", metavar="TEXT", help=argparse.SUPPRESS)


def _completion(arguments: argparse.Namespace) -> int:
    if arguments.line is not None:
        print("\n".join(answer(arguments.line)))
        return 0
    if arguments.shell is None:
        raise quatrefoil.QuatrefoilError(f"say for which shell: {', '.join(SCRIPTS)}")
    print(SCRIPTS[arguments.shell].lstrip("\n"), end="")
    return 0


def answer(line: str) -> list[str]:
    """Return what a shell is told about a line that ends where the cursor is."""
    from quatrefoil.cli.app import parser

    words, current = split(line)
    found = complete(parser(), words[1:], current)
    fitting = {text: about for text, about in found.words if text.startswith(current)}
    lines = [f"{text}\t{on_one_line(about)}" for text, about in fitting.items()]
    return [f"{found.kind}\t{current}", *lines]


def split(line: str) -> tuple[list[str], str]:
    """Return the whole words of an unfinished line, and the word that is being written.

    >>> split('quatrefoil show "blinq(si')
    (['quatrefoil', 'show'], 'blinq(si')
    """
    words: list[str] = []
    current, quote, begun = "", "", False
    signs = iter(line)
    for sign in signs:
        if sign == quote:
            quote = ""
        elif sign == "\\" and quote != "'":
            current += next(signs, "")
        elif quote:
            current += sign
        elif sign in "\"'":
            quote, begun = sign, True
        elif sign.isspace():
            if current or begun:
                words.append(current)
            current, begun = "", False
        else:
            current += sign
    return words, current


@dataclass
class Found:
    """Words that fit, each with its description, and whether files or folders do as well."""

    kind: str = "words"
    words: list[tuple[str, str]] = field(default_factory=list)


def complete(parser: argparse.ArgumentParser, words: list[str], current: str) -> Found:
    """Return what may stand where the current word does, after these words."""
    place = _Place(parser)
    for word in words:
        place.pass_by(word)
    if current.startswith("--") and "=" in current:
        option, _, value = current.partition("=")
        action = place.options.get(option)
        found = _values(action, value, place) if action else Found()
        return Found("words", [(f"{option}={text}", about) for text, about in found.words])
    if current.startswith("-"):
        return Found("words", list(place.offered_options()))
    return _values(place.next, current, place)


class _Place:
    """Where one is on a command line: which command, and what it takes next."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._enter(parser)

    def _enter(self, parser: argparse.ArgumentParser) -> None:
        self.options = {
            text: action for action in parser._actions for text in action.option_strings
        }
        self._positional = [action for action in parser._actions if not action.option_strings]
        #: The option whose values come, how many more it takes, and all that were given.
        self._option: argparse.Action | None = None
        self._more = 0.0
        self.given: dict[str, list[str]] = {}

    @property
    def next(self) -> argparse.Action | None:
        """What the next word is a value of."""
        if self._option and self._more > 0:
            return self._option
        return self._positional[0] if self._positional else None

    def pass_by(self, word: str) -> None:
        """Read a word that stands before the current one."""
        if word in self.options:
            self._option = self.options[word]
            self._more = _takes(self._option)
            return
        action = self.next
        if action is None or word.startswith("--"):
            return
        if isinstance(action, argparse._SubParsersAction):
            parser = action.choices.get(word)
            if parser is not None:
                self._enter(parser)
            return
        self.given.setdefault(action.dest, []).append(word)
        if action is self._option:
            self._more -= 1
        elif _takes(action) <= 1:
            self._positional.pop(0)

    def offered_options(self) -> Iterator[tuple[str, str]]:
        """Yield the options of this command; of several spellings the longest."""
        for action in dict.fromkeys(self.options.values()):
            if action.help != argparse.SUPPRESS:
                yield max(action.option_strings, key=len), _help(action)


def _takes(action: argparse.Action) -> float:
    """Return how many words an argument takes at most."""
    if action.nargs in ("*", "+"):
        return float("inf")
    if action.nargs in (None, "?"):
        return 1
    return int(action.nargs) if isinstance(action.nargs, int) else 1


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%")


# ---- what an argument may be --------------------------------------------------------------------


def _values(action: argparse.Action | None, current: str, place: _Place) -> Found:
    """Return what fits an argument, by its choices or by its name in the help text."""
    if action is None:
        return Found("words", list(place.offered_options()))
    if isinstance(action, argparse._SubParsersAction):
        return Found("words", [(each.dest, _help(each)) for each in action._choices_actions])
    if action.choices is not None:
        return Found("words", [(str(choice), "") for choice in action.choices])
    name = action.metavar if isinstance(action.metavar, str) else ""
    words = list(_named(name, current, place))
    if words and any(mark in current for mark in ":("):  # rules that are begun are no file
        return Found("words", words)
    kind = "files" if name in _FILES else "folders" if name in _FOLDERS else "words"
    return Found(kind, words)


def _named(name: str, current: str, place: _Place) -> Iterator[tuple[str, str]]:
    if name in ("GAME", "NAME", "ID|GAME"):
        yield from ((game.name, game.summary) for game in quatrefoil.all_games())
    if name == "NAME":
        yield from ((schema, "") for schema in SCHEMAS)
    if name in ("RULES", "INPUT", "RULES|LINK"):
        yield from _rules(current)
    if name in ("A", "B"):
        yield from ((name, "") for name in ("random", "greedy"))
        yield from ((f"level{number}", called) for number, called in _levels())
    if name == "L":
        yield from _levels()
    if name == "TOKEN":
        yield from _tokens(place)
    if name == "BOARD":
        yield from _boards(place)
    if name in ("ID", "ID|GAME") and current:  # there are a thousand
        for puzzle in _puzzles(place):
            yield puzzle.id, f"{puzzle.game}, grade {puzzle.grade}: {', '.join(puzzle.themes)}"
    if name == "THEME":
        themes = {theme for puzzle in _puzzles(place) for theme in puzzle.themes}
        yield from ((theme, "") for theme in sorted(themes))


def _levels() -> Iterator[tuple[str, str]]:
    from quatrefoil.search import LEVELS

    return ((str(number), level.name) for number, level in enumerate(LEVELS, 1))


def _rules(current: str) -> Iterator[tuple[str, str]]:
    """Yield rules that begin like this: games, then presets or options of the one that is named."""
    name, bracket, inside = current.partition("(")
    if bracket:
        yield from _options(name, inside)
        return
    name, colon, _ = current.partition(":")
    for game in quatrefoil.all_games():
        if not colon:
            yield game.name, game.summary
        elif game.name == name:
            yield from ((f"{name}:{preset.name}", preset.help) for preset in game.presets)


def _options(name: str, inside: str) -> Iterator[tuple[str, str]]:
    """Yield `game(option=`, or `game(option=value)` where one option is left that can be listed.

    So a quote stays open until the last bracket: shells close it behind the only word that fits.
    """
    if name not in quatrefoil.names():
        return
    before, comma, last = inside.rpartition(",")
    start = f"{name}({before}{comma}"
    option_name, equals, _ = last.partition("=")
    fitting = [
        option
        for option in quatrefoil.game(name).options
        if (option.name == option_name if equals else option.name.startswith(option_name))
    ]
    values = list(_values_of(fitting[0])) if len(fitting) == 1 else []
    yield from ((f"{start}{fitting[0].name}={value})", "") for value in values)
    if not values:
        yield from ((f"{start}{option.name}=", option.help) for option in fitting)


def _values_of(option: Option) -> Iterable[str]:
    """Return the values of an option, as far as they can be listed."""
    if isinstance(option, Flag):
        return ("true", "false")
    if isinstance(option, Choice):
        return map(str, option.choices)
    if isinstance(option, Whole) and option.high - option.low <= 20:
        return map(str, (*option.also, *range(option.low, option.high + 1)))
    return option.suggestions


def _tokens(place: _Place) -> Iterator[tuple[str, str]]:
    """Yield the legal moves after those that are written; none where nothing can be read."""
    given = place.given.get("subject", [""])[-1]
    if given == "-":  # what comes from there is for the command
        return
    try:
        line = read_line(given, place.given.get("moves", []))
    except quatrefoil.QuatrefoilError:
        return
    yield from ((token, "") for token in line.position.legal_tokens())


def _boards(place: _Place) -> Iterator[tuple[str, str]]:
    """Yield the boards that a game itself has to print."""
    from quatrefoil.draw.print.sheet import STANDARD, sheet_of

    name = place.given.get("subject", [""])[-1]
    if name in quatrefoil.names() and quatrefoil.game(name).has("sheet"):
        for leaf in sheet_of(quatrefoil.game(name)).boards(STANDARD):
            yield from ((side.name, str(side.rules)) for side in leaf.sides if side.name)


def _puzzles(place: _Place) -> Iterator[Puzzle]:
    """Yield the puzzles of the game that is written, or of all."""
    from quatrefoil.study.puzzles.puzzle import puzzles_of

    written = place.given.get("game", []) + place.given.get("what", [])
    for name in quatrefoil.names():
        if name in written or not set(written) & set(quatrefoil.names()):
            yield from puzzles_of(name)
