"""The server: HTTP and WebSocket around `play`, with everything stored before it is answered.

serve           runs uvicorn; `settings` has every default, `addresses` what people can open
app             the ASGI application: routes, and what lives as long as they do
endpoints       every HTTP request, declared once, each as an `endpoint`; `forms` is what they carry
openapi         their description, made from the declarations
api             what they do; `answers` writes JSON and refusals
review_api      reviews as they are found out, and verdicts on single turns
workers         a thread beside the event loop; `blocking` is what it does
lobby           all live matches: found, made, loaded, let go
room            one live match: its host, who listens, how it is stored
neighbours      the other processes on the same database; `news` is how they tell each other
reader          looks at many logs in one query: where they end, and what is new in them
timekeeper      the server's time, and what of it was lost to outages
stalls          what is an outage where several processes share a database
sockets         one WebSocket for each client; `direct` and `frames` are the wire under it
editing         requests of the editors: positions and boards that are being put together
analysis        live analysis: a WebSocket on which the computer says what it thinks
connections     how many connections there may be, how long they may take; `open_files` makes room
store           every event, in SQLite or PostgreSQL, before anybody is told of it
loading         from a log to its match, or as far as the log is whole
studies         trees that people keep here, read live and edited by several
monitor         whether it can store, whether the loop keeps up
catalogue       the games and their options as data, for menus
static          the page's files, in memory
offline         what lessons and rules ask, answered beforehand for the service worker
pages           the page at each address, with what link previews show; `previews` has the words
push            Web Push: who looks elsewhere is told of their turn, if the host set it up
explore_api     requests about openings, proofs and variants; `openings` counts the matches here
picture_api     requests for pictures; `pictures` draws them
puzzle_api      requests about puzzles: lists, tries with refutations, new ones from a record
limits, crowd   how often one may ask, and how many may be connected; `throttle` stands at the door
proxies         who a client is, where a proxy stands in front
expiry          ends what was left behind
security        headers of every answer, and which pages may ask
metrics, logs   for whoever runs the server
"""
