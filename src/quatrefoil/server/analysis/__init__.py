"""Live analysis: a socket on which the computer says what it thinks, better and better.

messages    what a client may send, and how much of it
door        lets a client in, as far as the limits allow
talk        what one client asks, and what it is told
"""
