"""All studies of a server: made, found, edited, deleted. The database is the truth about each.

    edit ─▶ read the tree that was sent, in pieces ─▶ merge ─▶ compare-and-set on the version
                                                       ▲            │ somebody was quicker
                                                       └────────────┘

Whoever edits says what they edited: a version, or that tree itself. What others did since then is
merged with it (`core/merging.py`), and what everybody did is stored as the next version. It can be
decided again and again without harm, as an edit that is there already changes nothing.

Rows and trees are kept in memory within bounds, whoever asks for how many.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import orjson

from quatrefoil.core.errors import QuatrefoilError, RecordError
from quatrefoil.core.merging import merge
from quatrefoil.core.text import on_one_line
from quatrefoil.core.tree import Tree
from quatrefoil.match import RefusedError
from quatrefoil.match.clock import DAY
from quatrefoil.match.messages import MATCH_ID
from quatrefoil.play.answers import unavailable
from quatrefoil.server.limits import Gate
from quatrefoil.server.store.contract import UnavailableError
from quatrefoil.server.store.studies import StudyChange, StudyRow
from quatrefoil.server.studies.desk import Desk
from quatrefoil.server.studies.outline import Outline, damaged
from quatrefoil.server.studies.study_forms import MAX_TITLE

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

log = logging.getLogger(__name__)

#: Characters of the rows, nodes of the trees, and movers that are kept in memory.
_MOST_TEXT, _MOST_NODES, _MOST_MOVERS = 32_000_000, 60_000, 1_000_000
#: How often an edit is decided again because others were quicker.
_MOST_TRIES = 10
#: Seconds between two sweeps for what expires; how many go at a time, and seconds to the next ones.
_SWEEP_SECONDS, _PIECE, _BREATH = 600.0, 20, 0.5
#: Seconds between two looks at what other processes did.
_COUNT_SECONDS = 60.0


class Shelf:
    """The studies of one server. All methods run on the event loop."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._store = lobby.store.studies
        limits = lobby.settings.limits
        self._making = (
            Gate("new studies", limits.studies_a_minute / 60, limits.studies_at_once),
            Gate("new studies today", limits.studies_a_day / 86_400, limits.studies_a_day),
        )
        self._editing = Gate("edits", limits.edits_a_minute / 60, limits.edits_at_once)
        #: How many there are, counted when a server starts, and again now and then.
        self.count = 0
        #: Those that somebody looks at.
        self.desks: dict[str, Desk] = {}
        self._rows: _Bounded[str, StudyRow] = _Bounded(_MOST_TEXT, lambda row: len(row.tree))
        self._trees: _Bounded[tuple[str, int], Tree] = _Bounded(
            _MOST_NODES, lambda tree: len(tree.nodes)
        )
        self._movers: _Bounded[tuple[str, int], list[int | None]] = _Bounded(_MOST_MOVERS, len)
        #: Edits of one study in this process are decided one after the other.
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    # ---- reading ------------------------------------------------------------------------------

    async def find(self, study: str) -> StudyRow:
        """Return a study that somebody names: who makes an id up takes no more than the look."""
        _must_be_id(study)
        return await self.read(study)

    async def find_even_damaged(self, study: str) -> StudyRow:
        """Return a study whatever has become of its tree: it can still be deleted."""
        _must_be_id(study)
        row = await self._store.find(study)
        if row is None:
            raise not_found()
        return row

    async def read(self, study: str) -> StudyRow:
        """Return a study as it is now, or refuse."""
        row = self._rows.get(study)
        if row is not None and self.lobby.store.shared:
            version = (await self._store.versions([study])).get(study)
            if version != row.version:
                row = None
        return row or await self._load(study)

    async def _load(self, study: str) -> StudyRow:
        row = await self._store.find(study)
        if row is None:
            self._rows.drop(study)
            raise not_found()
        # What is stored was whole. If it is not any more, that is said, and stops nobody else.
        await self.lobby.workers.load(study, _must_be_json, row.tree)
        self._keep(row)
        return row

    def _keep(self, row: StudyRow) -> None:
        known = self._rows.get(row.id)
        if known is None or known.version <= row.version:
            self._rows.keep(row.id, row)

    async def movers(self, row: StudyRow, client: str) -> list[int | None]:
        """Return who makes each move of a study, None for a roll, in the order of its nodes."""
        found = self._movers.get((row.id, row.version))
        if found is None:
            work = lambda: Outline(row.tree).finding_movers()
            found = await self.lobby.workers.in_pieces(client, work)
            self._movers.keep((row.id, row.version), found)
        return found

    def look(self, row: StudyRow) -> None:
        """Note that somebody looks at a study; once a day is enough, and nobody waits for it."""
        now = self.lobby.now()
        if now - row.seen > DAY:
            self._keep(row._replace(seen=now))
            self.lobby.start(self._see(row.id, now))

    async def _see(self, study: str, now: int) -> None:
        try:
            await self._store.see([study], now)
        except UnavailableError as problem:
            log.warning("a look was not noted", extra={"data": {"why": problem.message}})

    async def tree(self, row: StudyRow, client: str) -> Tree:
        """Return the tree of a study, played."""
        found = self._trees.get((row.id, row.version))
        if found is None:
            try:
                found = await self.lobby.workers.in_pieces(client, lambda: _reading(row.tree))
            except RefusedError:
                raise
            except QuatrefoilError:
                raise damaged() from None
            self._trees.keep((row.id, row.version), found)
        return found

    # ---- making -------------------------------------------------------------------------------

    def admit(self, client: str) -> None:
        """Let an address make one more study, or refuse it."""
        if self.count >= self.lobby.settings.limits.studies:
            raise RefusedError("too-many", "there are too many studies here", 3600)
        for gate in self._making:
            gate.enter(client)

    async def make(self, study: str, holder: str, title: str, game: str, tree: str) -> StudyRow:
        """Store a new study."""
        now = self.lobby.now()
        row = StudyRow(study, holder, game, title, tree, 1, now, now, now)
        await self._store.add(row)
        self.count += 1
        self._keep(row)
        log.info("study made", extra={"data": {"study": study}})
        return row

    async def delete(self, row: StudyRow) -> None:
        """Forget a study; who looks at it is told."""
        await self._store.delete(row.id)
        self.count = max(0, self.count - 1)
        self._gone(row.id)
        self._tell(row.id, 0)

    # ---- editing ------------------------------------------------------------------------------

    def admit_edit(self, client: str) -> None:
        """Let an address edit once more, or refuse it."""
        self._editing.enter(client)

    async def edit(
        self, study: str, client: str, mine: Tree, base: Tree | int, title: str | None
    ) -> StudyRow:
        """Store what somebody made of a tree, merged with what others did; return what there is."""
        async with self._turn(study):
            for _ in range(_MOST_TRIES):
                row = await self.read(study)
                theirs = await self.tree(row, client)
                began = base if isinstance(base, Tree) else self._base(row, theirs, base)
                merged, text = await self.lobby.workers.run(client, _merged, began, mine, theirs)
                self.must_fit(text, len(merged.nodes))
                wanted = row.title if title is None else title
                if (text, wanted) == (row.tree, row.title):
                    return row
                now = self.lobby.now()
                change = StudyChange(study, row.version, wanted, text, now)
                if await self.lobby.store.study_commits.change(change):
                    new = row._replace(
                        title=wanted, tree=text, version=row.version + 1, changed=now, seen=now
                    )
                    self._keep(new)
                    self._trees.keep((study, new.version), merged)
                    self._hear(study, new.version)
                    self._tell(study, new.version)
                    return new
                self._rows.drop(study)
        raise unavailable()

    def _base(self, row: StudyRow, theirs: Tree, version: int) -> Tree:
        """Return the tree of a version, if it is still known."""
        found = theirs if version == row.version else self._trees.get((row.id, version))
        if found is None:
            raise RefusedError(
                "out-of-date",
                f"version {version} is not known any more: send `base`, the tree that was edited",
            )
        return found

    def must_fit(self, text: str, nodes: int) -> None:
        """Refuse a tree that is too large to be kept here."""
        limits = self.lobby.settings.limits
        if nodes > limits.study_moves + 1:
            raise RefusedError("too-large", f"a study has at most {limits.study_moves} moves")
        if len(text.encode()) > limits.study:
            raise RefusedError("too-large", f"a study has at most {limits.study} bytes")

    def _turn(self, study: str) -> _Turn:
        return _Turn(self._locks, study)

    # ---- who looks ----------------------------------------------------------------------------

    def desk(self, row: StudyRow) -> Desk:
        """Return the desk of a study."""
        found = self.desks.get(row.id)
        if found is None:
            found = self.desks[row.id] = Desk(row.id, row.version, lambda: self._telling(row.id))
        return found

    async def _telling(self, study: str) -> tuple[StudyRow, list[int | None]]:
        row = await self.read(study)
        return row, await self.movers(row, study)

    def leave(self, desk: Desk) -> None:
        """Clear a desk that nobody looks at any more."""
        if not desk.viewers and self.desks.get(desk.study) is desk:
            desk.close()
            del self.desks[desk.study]

    def _hear(self, study: str, version: int) -> None:
        if desk := self.desks.get(study):
            desk.hear(version)

    def _tell(self, study: str, version: int) -> None:
        if self.lobby.neighbours:
            self.lobby.neighbours.news.tell_study(study, version)

    def _gone(self, study: str) -> None:
        self._rows.drop(study)
        if desk := self.desks.get(study):
            desk.farewell()

    # ---- other processes, and time ------------------------------------------------------------

    def hear(self, study: str, version: int) -> None:
        """Hear from another process that a study has a version; 0 is gone."""
        if not version:
            self._gone(study)
            return
        row = self._rows.get(study)
        if row and row.version < version:
            self._rows.drop(study)
        self._hear(study, version)

    async def look_at_all(self) -> None:
        """Look for what no news have told, of all studies that somebody looks at."""
        if self.desks:
            versions = await self._store.versions(list(self.desks))
            for study in list(self.desks):
                self.hear(study, versions.get(study, 0))

    async def keep(self) -> None:
        """Count what there is and forget what nobody looks at, again and again."""
        days = self.lobby.settings.expire_studies
        swept = -_SWEEP_SECONDS
        loop = asyncio.get_running_loop()
        while True:
            try:
                self.count = await self._store.count()
                if days and loop.time() - swept >= _SWEEP_SECONDS:
                    swept = loop.time()
                    await self._sweep(self.lobby.ago(int(days * DAY)))
            except UnavailableError as problem:
                log.warning("studies were not counted", extra={"data": {"why": problem.message}})
            except Exception:
                log.exception("studies were not counted")
            await asyncio.sleep(_COUNT_SECONDS)

    async def _sweep(self, before: int) -> None:
        while gone := await self._store.expire(before, _PIECE):
            log.info("studies expired", extra={"data": {"studies": gone}})
            for study in gone:
                self._gone(study)
                self._tell(study, 0)
            await asyncio.sleep(_BREATH)

    def close(self) -> None:
        """Let everybody go who looks."""
        for desk in list(self.desks.values()):
            desk.close()
            for viewer in list(desk.viewers):
                viewer.let_go()


class _Turn:
    """The right to edit one study; others wait. Studies that nobody edits take no room."""

    def __init__(self, locks: dict[str, tuple[asyncio.Lock, int]], study: str) -> None:
        self._locks, self._study = locks, study

    async def __aenter__(self) -> None:
        lock, waiting = self._locks.get(self._study, (asyncio.Lock(), 0))
        self._locks[self._study] = lock, waiting + 1
        self._lock = lock
        try:
            await lock.acquire()
        except BaseException:
            self._leave()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self._lock.release()
        self._leave()

    def _leave(self) -> None:
        lock, waiting = self._locks.pop(self._study)
        if waiting > 1:
            self._locks[self._study] = lock, waiting - 1


Key = TypeVar("Key")
Value = TypeVar("Value")


class _Bounded(Generic[Key, Value]):
    """Things that were used lately, as many as there is room for."""

    def __init__(self, most: int, size: Callable[[Value], int]) -> None:
        self._most = most
        self._size = size
        self._taken = 0
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: Key, value: Value) -> None:
        self.drop(key)
        self._kept[key] = value
        self._taken += self._size(value)
        while self._taken > self._most and len(self._kept) > 1:
            self.drop(next(iter(self._kept)))

    def drop(self, key: Key) -> None:
        found = self._kept.pop(key, None)
        if found is not None:
            self._taken -= self._size(found)


def _must_be_id(study: str) -> None:
    if not re.fullmatch(MATCH_ID, study):
        raise not_found()


def not_found() -> RefusedError:
    """Return the refusal of a study that does not exist."""
    return RefusedError("not-found", "there is no study with this id")


def clean_title(text: str) -> str:
    """Return a title without what cannot be seen or breaks a line, cut to its length."""
    return " ".join(on_one_line(text, instead=" ").split())[:MAX_TITLE].strip()


def written(tree: Tree) -> str:
    """Return a tree as it is stored."""
    try:
        return orjson.dumps(tree.to_json()).decode()
    except TypeError as problem:  # half a character of UTF-16, for one
        raise RecordError(f"this cannot be stored: {problem}") from None


def _merged(base: Tree, mine: Tree, theirs: Tree) -> tuple[Tree, str]:
    found = merge(base, mine, theirs)
    return found, written(found)


def _reading(text: str) -> Iterator[Tree | None]:
    _must_be_json(text)
    return Tree.reading(orjson.loads(text))


def _must_be_json(text: str) -> None:
    try:
        found: Any = orjson.loads(text)
    except ValueError:
        raise damaged() from None
    if not isinstance(found, dict):
        raise damaged()
