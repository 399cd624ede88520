"""The terminal front end: all games on a character screen, with Textual.

    shapes, board_style, layout, canvas   the shapes of a view, painted with characters
    colours                               colours that can be read on one another
    picking                               a move as a walk along paths of clicks
    turn                                  clicks become moves, moves a draft, a draft is sent
    words, sentences                      texts in the reader's language, sentences about a match
    state, client, local, remote          a match as the protocol tells it: here or on a server
    links, understood                     addresses; what a server says, looked through
    coach                                 looks at a turn before it is played
    past, saving, talk                    earlier moves; the record as a file; what people say
    board, screens, app                   what Textual shows

No rule and no game's name stands here: what a game looks like in characters is in its own
`terminal.json`, and everything else in its view.
"""

from quatrefoil.core.errors import MissingExtraError

try:
    import textual as _textual  # noqa: F401 - asked for here, so that it is said once
except ImportError as error:
    raise MissingExtraError.of("terminal", error) from None
