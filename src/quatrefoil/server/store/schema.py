"""The tables of the database. `migrations/` brings an older database to this schema."""

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text

metadata = MetaData()

#: One row a match: what must be found without reading its log.
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("phase", Text, nullable=False),
    #: When somebody's time is used up; null where no clock runs.
    Column("deadline", BigInteger),
    #: The number of the last event: where the log ends, and what a write is compared with.
    Column("last", Integer, nullable=False, server_default="0"),
    #: When something is to be done without anybody asking for it: a clock to stop, a computer to
    #: move. Whoever takes it over moves it forward.
    Column("due", BigInteger),
    Index("matches_by_due", "due"),
    Index("matches_by_phase", "phase"),
    sqlite_with_rowid=False,
)

#: The logs: the truth about every match.
events = Table(
    "events",
    metadata,
    Column("match", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("type", Text, nullable=False),
    Column("data", Text, nullable=False),
    #: What never leaves the server: seeds, holders, signs thrown in secret.
    Column("hidden", Text, nullable=False),
    #: The request that caused it.
    Column("request", Text, nullable=False),
    sqlite_with_rowid=False,
)

#: Unconfirmed turns, good as long as the position is that of event `number`.
drafts = Table(
    "drafts",
    metadata,
    Column("match", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("tokens", Text, nullable=False),
    sqlite_with_rowid=False,
)

#: One row: when the server last ran. Clocks resume from it.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
)

#: When nothing could be heard or stored, in milliseconds. A match that was not in memory gets the
#: time back when it is loaded.
outages = Table(
    "outages",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("begin", BigInteger, nullable=False),
    Column("end", BigInteger, nullable=False),
)

#: Devices that are told when it is the turn of a holder's seats, by Web Push.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("match", Text, primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("endpoint", Text, primary_key=True),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("subscriptions_by_endpoint", "endpoint"),
)

#: Matches that are to be counted among the openings once they are over, and are not yet.
opening_matches = Table(
    "opening_matches",
    metadata,
    Column("match", Text, primary_key=True),
    Column("made", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

#: How finished matches began, turn by turn: what the openings explorer counts.
opening_parts = Table(
    "opening_parts",
    metadata,
    Column("match", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    #: A digest of the rules: their text can be long.
    Column("rules", Text, nullable=False),
    #: The canonical key of the position before, and what tells the one after from others.
    Column("key", BigInteger, nullable=False),
    Column("after", BigInteger, nullable=False),
    #: Who made it: 0 is a person, else the level of the computer; −1 is a roll.
    Column("by", Integer, nullable=False),
    Column("tokens", Text, nullable=False),
    #: What each player got of the point, as JSON.
    Column("shares", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index("opening_parts_by_key", "rules", "key", "ended"),
    Index("opening_parts_by_end", "ended"),
    sqlite_with_rowid=False,
)

#: Trees that people keep here, to edit by a secret and to read by a link.
studies = Table(
    "studies",
    metadata,
    Column("id", Text, primary_key=True),
    #: What is kept of the secret to edit it: its hash.
    Column("holder", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    #: The tree as JSON.
    Column("tree", Text, nullable=False),
    #: Counts its changes: what a write is compared with.
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    #: When somebody last looked at it, to the day: what nobody looks at expires.
    Column("seen", BigInteger, nullable=False),
    Index("studies_by_seen", "seen"),
)
