/**
 * What the page knows of a match: one plain object, kept up by what the server says.
 *
 * @typedef {{
 *   id: string,
 *   secret: string|null,
 *   game: string,
 *   options: Record<string, any>,
 *   rules: import("../types.js").RulesData|null,
 *   resources: string[],
 *   mine: number[],
 *   last: number,
 *   state: import("../types.js").State|null,
 *   history: import("../types.js").Turn[],
 *   here: boolean[],
 *   guests: number,
 *   presets: import("../types.js").PresetData[],
 *   control: import("../clocks.js").Clock|null,
 *   said: import("../types.js").Said[],
 *   planned: number,
 *   rematch: string|null,
 *   past: number,
 *   hint: {at: string, words: string}|null,
 *   fault: string|null,
 *   practice: boolean,
 *   first: string,
 *   thrown: number[],
 *   joining: boolean,
 *   share: import("./share.js").Share|null,
 *   next: import("./share.js").Share|null,
 *   asked: string,
 *   waited: ReturnType<typeof setTimeout>|null,
 *   lasting: boolean,
 *   connection: import("./connection.js").ConnectionState,
 *   sending: string[]|null,
 *   late: boolean,
 *   ahead: number,
 *   viewing: number|null,
 *   studied: number|null,
 *   showing: {moves: number, listed: number, seat: number|null}|null,
 *   flipped: boolean|null,
 *   steps: import("../types.js").Step[],
 *   reviewed: boolean,
 *   marks: Record<number, string>,
 * }} Match
 */

/** @param {string} id @param {string|null} secret @returns {Match} */
export function matchState(id, secret) {
  return {
    id,
    secret,
    game: "",
    options: {},
    rules: null,
    resources: [], // what the game has, such as a page of rules
    mine: [], // the seats that this browser holds
    last: 0, // the number of the latest event
    state: null,
    history: [],
    here: [],
    guests: 0,
    presets: [], // the variants of the game that have a name
    control: null, // what the clock gives
    said: [], // the latest that people said
    planned: 0, // how often somebody has planned: then it may be worth asking
    rematch: null,
    past: 0, // how many moves were made before this match
    hint: null, // what the computer suggests, and about what was shown then
    fault: null, // what is wrong with a match that can only be looked at
    practice: false,
    first: "rules",
    share: null, // what this browser shares in the dice, and in those of the rematch
    next: null,
    asked: "", // what was asked for the dice last, so that it is asked once
    waited: null, // runs while the dice wait for somebody,
    lasting: false, // and then it has become worth saying
    thrown: [], // seats that have chosen their sign, while who begins is being decided
    joining: false, // whether a seat is being taken here
    connection: "connecting",
    sending: null, // the moves that are on their way to the server
    late: false, // and that has become worth saying
    ahead: -Infinity, // milliseconds by which the server's time is ahead of performance.now()
    viewing: null, // the move after which the board is shown, or null for now
    studied: null, // and that of a turning point, while one is shown in place of it
    // While a turn of others is shown: after how many moves the board is, how many are in the list,
    // and whose turn it is there.
    showing: null,
    flipped: null, // how the reader turned the board, or null for as they sit
    steps: [], // the match move by move, as far as it was asked for
    reviewed: false, // whether the review was asked for
    marks: {}, // what it says of turns, by the number of their last move
  };
}

/** @param {Match} match @param {import("../types.js").Snapshot} snapshot */
export function takeSnapshot(match, snapshot) {
  const { game, options, mine, last, history, here, guests, rematch, practice, first, state } =
    snapshot;
  Object.assign(match, { game, options, mine, last, history, rematch, practice, first });
  match.fault = snapshot.fault ?? null;
  match.past = snapshot.past ?? 0;
  match.here = here ?? [];
  match.guests = guests ?? 0;
  match.control = snapshot.clock ?? null;
  match.said = snapshot.said ?? [];
  match.steps = [];
  takeState(match, state);
}

/** @param {Match} match @param {import("../types.js").State} state */
export function takeState(match, state) {
  match.state = state;
  // What comes late, or is told again, says less than what is known.
  if (state.clock) match.ahead = Math.max(match.ahead, state.clock.now - performance.now());
}

/** Hear what time it is for the server: a new one may count anew. @param {Match} match @param {number} now */
export function takeTime(match, now) {
  match.ahead = now - performance.now();
}

/** Milliseconds that a seat has left this moment. @param {Match} match @param {number} seat */
export function timeLeft(match, seat) {
  const clock = match.state?.clock;
  if (!clock) return 0;
  const gone = clock.running === seat ? performance.now() + match.ahead - clock.now : 0;
  return Math.max(0, clock.left[seat] - gone);
}

/**
 * Take in one event.
 * @param {Match} match @param {any} event
 * @returns {import("../types.js").Change[][]} what it did to the pieces, move by move
 */
export function takeEvent(match, event) {
  if (event.event !== undefined) match.last = event.event;
  const act = EVENTS[event.type];
  act?.(match, event);
  if (event.state) takeState(match, event.state);
  return event.changes ?? [];
}

/** What events do besides bringing the new state. @type {Record<string, (match: Match, event: any) => void>} */
const EVENTS = {
  turn: remember,
  rolled: remember,
  takenback(match, event) {
    match.steps = match.steps.slice(0, event.moves + 1);
    match.viewing = null;
    let moves = 0;
    match.history = match.history.filter((turn) => (moves += turn.tokens.length) <= event.moves);
  },
  left(match, event) {
    match.mine = match.mine.filter((seat) => seat !== event.seat);
  },
  replaced(match, event) {
    match.mine = match.mine.filter((seat) => seat !== event.seat);
  },
  ended(match) {
    match.viewing = null; // the end is worth looking up for
  },
  thrown(match, event) {
    match.thrown = [...match.thrown, event.seat];
  },
  tied(match) {
    match.thrown = [];
  },
  begun(match, event) {
    match.thrown = [];
    if (event.order) match.mine = indices(event.order, (seat) => match.mine.includes(seat));
  },
  said(match, { event, seat, phrase, text }) {
    match.said = [...match.said, { event, seat, phrase, text }];
  },
  planned(match) {
    match.planned += 1;
  },
  rematch(match, event) {
    match.rematch = event.match;
  },
  presence(match, event) {
    match.here = event.here;
    match.guests = event.guests;
  },
};

/** @param {Match} match @param {any} event */
function remember(match, event) {
  const { event: number, seat = null, tokens, say } = event;
  match.history = [...match.history, { event: number, seat, tokens, say }];
}

/** @param {number[]} list @param {(item: number) => boolean} fits */
function indices(list, fits) {
  return list.map((item, index) => (fits(item) ? index : -1)).filter((index) => index >= 0);
}
