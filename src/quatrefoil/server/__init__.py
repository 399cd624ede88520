"""The server: HTTP and WebSocket around `match`, with everything stored before it is answered."""
