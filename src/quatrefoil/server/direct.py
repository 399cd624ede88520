"""Sockets without detours: a message goes from the wire to its handler in one call, and back.

Through ASGI each message takes a queue, two tasks and some dictionaries, which together cost as
much as deciding a move. The protocol here is uvicorn's own; a socket that the application has
accepted may ask it, by an extension in the ASGI scope, to hear and to send by itself:

    ASGI      wire ─▶ frame ─▶ queue ─▶ task: receive() ─▶ …        … ─▶ task: send() ─▶ wire
    directly  wire ─▶ frame ─▶ hear(message, arrived)                   write(message) ─▶ wire

Frames are read and written by the library `websockets`, which uvicorn uses, but for the usual ones:
texts that are sent, and short ones that come alone in a packet (`frames`). Ours is what a stranger
may not do to others: take the event loop for long, send frames without end, leave answers unread.
Where the extension is missing (another server, a test without one) everything goes by ASGI.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from quatrefoil.server.connections import CLOSING_SECONDS, ServerConfig, refusal_of_request
from quatrefoil.server.frames import is_short_frame, text_frame, text_of
from quatrefoil.server.limits import Bucket

_EXTENSION = "quatrefoil.direct"

#: Why a socket is closed here, as RFC 6455 and its registry number it.
_NO_TEXT, _REFUSED = 1007, 1008

#: Bytes of one client that are read at a time, two or three messages, and seconds before the next
#: ones. A loop that never rests keeps the interpreter from the thread that commits.
_AT_A_TIME = 256
_PAUSE_SECONDS = 0.001
#: Bytes for one client that are collected before they are sent.
_TOGETHER = 65_536
#: Pieces in which one message may come. Browsers send one.
_PIECES = 100

#: Takes a message, and when its last byte came: seconds by `time.monotonic()`.
Hear = Callable[[str | bytes, float], None]


class DirectProtocol(WebSocketsSansIOProtocol):
    """The server's end of a socket, for `uvicorn.Config(ws=…)`."""

    config: ServerConfig

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._limits = self.config.limits
        self._hear: Hear | None = None
        #: When the latest bytes came, and what of them waits for its turn.
        self._arrived = monotonic()
        self._unread = bytearray()
        #: Whether every packet so far was whole frames: then the library waits for no rest of one.
        self._in_step = False
        #: Every frame counts, whatever it is.
        self._frames = Bucket(self._limits.frames_at_once, self._arrived)
        #: How many bytes go out together at the end of this turn of the event loop.
        self._written = 0
        #: Bytes of the largest message so far.
        self._largest = 0
        #: When the sweep first saw it closing.
        self._closing_since: float | None = None

    async def run_asgi(self) -> None:
        """Run the application, and let it know that it can have the wire to itself."""
        self.scope["extensions"][_EXTENSION] = self  # type: ignore[index, assignment]
        await super().run_asgi()

    def listen(self, hear: Hear) -> None:
        """Give every message from now on to `hear`; what came before is still with ASGI."""
        self._hear = hear

    # ---- to the client ------------------------------------------------------------------------

    def write(self, message: bytes) -> None:
        """Send a text; what is written in one turn of the event loop goes out together."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.conn.writes.append(text_frame(message))
        size = len(message)
        if size > self._largest:
            self._largest = size
            # From there on `pause_writing` is called. One message is never too much by itself: a
            # long match has a snapshot that takes a slow client a while.
            self.transport.set_write_buffer_limits(high=self._limits.backlog + self._largest)
        if not self._written:
            self.loop.call_soon(self._flush)
        self._written += size
        if self._written > _TOGETHER:
            self._flush()

    @property
    def pending(self) -> int:
        """How many bytes wait here for the client to read."""
        return self._written + self.transport.get_write_buffer_size()

    def _flush(self) -> None:
        """Send what was written: often an answer and the event that it is about, at once."""
        self._written = 0
        output = self.conn.data_to_send()
        if not self.transport.is_closing():
            self.transport.write(b"".join(output))

    def pause_writing(self) -> None:
        """Cut off a client that does not read: it can come back and catch up."""
        self.config.connections.cut_off(self.transport)

    # ---- from the client ----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take bytes: at first the request for a socket, then frames."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse_handshake()
            self._in_step = data.endswith(b"\r\n\r\n")
            return
        self._arrived = monotonic()
        if self._in_step and is_short_frame(data):
            self._take(data)
            return
        self._in_step = False
        if self._unread or len(data) > _AT_A_TIME:
            if not self._unread:
                self.loop.call_soon(self._read_on)
            # ASGI may have resumed it meanwhile: what waits must not grow.
            self.transport.pause_reading()
            self._unread += data
        else:
            super().data_received(data)

    def _take(self, frame: bytes) -> None:
        """Hear a text that came in one packet; what else a frame can be the library knows."""
        usual = self._hear and not self.frames and not self.close_sent
        text = text_of(frame) if usual and self.conn.state is State.OPEN else None
        limits = self._limits
        if text is None or not self._hear:
            super().data_received(frame)
        elif self._frames.take(limits.frames, limits.frames_at_once, self._arrived):
            self._refuse(_REFUSED, "too many frames")
        else:
            self._hear(text, self._arrived)

    def _refuse_handshake(self) -> None:
        """Answer a request for a socket that is none; uvicorn would leave its sender waiting."""
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or refusal_of_request(400))
        self.transport.close()

    def _read_on(self) -> None:
        """Read a little of what waits, and rest, so that nobody else waits for long."""
        some = bytes(self._unread[:_AT_A_TIME])
        del self._unread[:_AT_A_TIME]
        if self.transport.is_closing():
            self._unread.clear()
            return
        super().data_received(some)
        if self._unread:
            self.loop.call_later(_PAUSE_SECONDS, self._read_on)
        elif not self.read_paused:
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Count what was read; too much closes the socket, whatever it was."""
        limits = self._limits
        for _ in self.conn.events if self.handshake_initiated else ():
            if self._frames.take(limits.frames, limits.frames_at_once, self._arrived):
                self._refuse(_REFUSED, "too many frames")
                return
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message, unless there is no end of them."""
        if len(self.frames) < _PIECES:
            super().handle_cont(event)
        else:
            self._refuse(_REFUSED, "too many pieces")

    def send_receive_event_to_app(self) -> None:
        """Take a message that is whole."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        message: str | bytes = data
        if self.curr_msg_data_type == "text":
            try:
                message = data.decode()
            except UnicodeDecodeError:
                self._refuse(_NO_TEXT, "not UTF-8")
                return
        if self._hear is None:
            super().send_receive_event_to_app()
            return
        self.frames = []
        if not self.close_sent:
            self._hear(message, self._arrived)

    # ---- is anybody there? --------------------------------------------------------------------

    def send_keepalive_ping(self) -> None:
        """Ask a client whether it is there, unless it has just said something."""
        assert self.ping_interval is not None
        left = self._arrived + self.ping_interval - monotonic()
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    # ---- the end ------------------------------------------------------------------------------

    def _refuse(self, code: int, reason: str) -> None:
        """Close a socket that does what it should not."""
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Say why what came is no frame; before the handshake there is nobody to say it to."""
        if self.conn.close_sent is None:
            self.config.connections.cut_off(self.transport)
        elif not self.transport.is_closing():
            super().handle_parser_exception()

    def overdue(self, now: float) -> bool:
        """Whether a socket that is closing waits for a client that does not let it go."""
        if not self.transport.is_closing():
            return False
        if self._closing_since is None:
            self._closing_since = now
        return now - self._closing_since > CLOSING_SECONDS


def direct_wire(scope: Scope) -> DirectProtocol | None:
    """Return the wire under a socket, where there is one to be had."""
    return cast(DirectProtocol | None, scope.get("extensions", {}).get(_EXTENSION))
