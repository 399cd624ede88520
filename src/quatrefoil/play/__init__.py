"""A running match, the same for every front end.

queues       a queue that is fair to all clients
crew         threads that take their jobs from it
thinkers     the computer: searches in threads of lower priority
present      what people are told: states, events and snapshots as JSON
history      the turns of a match in words, each put into words once
steady       a clock that goes on evenly, whatever the clock on the wall does
contracts    what a host needs: storage, audience, services
sharing      a client's part in the dice: what it sends, keeps and compares
commits      what is being stored, and who waits for it
host         one match: requests in, presented events out
local        a match on this machine: a host whose storage is memory
"""
