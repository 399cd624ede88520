"""A running match, the same for every front end.

queues       a queue that is fair to all clients
crew         threads that take their jobs from it
switching    how often threads take turns while some of them do much in Python
thinkers     the computer: searches in threads of lower priority
reviews      reviews of matches and verdicts on turns, as lines of JSON
present      what people are told: states, events and snapshots as JSON
analyses     what an analyst says of a position, as JSON
live         a position that is thought about in slices, for who looks at it
history      the turns of a match in words, each put into words once
steady       a clock that goes on evenly, whatever the clock on the wall does
contracts    what a host needs: storage, audience, services
sharing      a client's part in the dice: what it sends, keeps and compares
asked        one request under way, decided again where somebody else was faster
commits      what is being stored, and who waits for it
held         who waits until the log was read
decision     what was decided, and how everybody is told of it
alarm        rings when a clock may have run out
drafts       drafts that come from a store
questions    what is asked about a match, and the draft
answers      answers to requests, given once they are stored
computer     the computer in one match: its turns, and hints
host         one match: requests in, presented events out
local        a match on this machine: a host whose storage is memory
"""
