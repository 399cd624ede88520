/** A new match: variants first, every option behind "more", checked before it is sent. */

import * as api from "../api.js";
import { CLOCKS, clockText } from "../clocks.js";
import { fill, h, button } from "../dom.js";
import { go } from "../go.js";
import { levelName, levels, loadLevels, portrait } from "../levels.js";
import { remember } from "../memory.js";
import { setTitle, toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { LONGEST_NAME, change, settings } from "../settings.js";
import { gameText, loadGameTexts, t } from "../texts.js";
import { hashOf, newShare } from "../match/share.js";
import { choiceRow } from "./choices.js";
import { makeVariant } from "./variant.js";

/** @typedef {import("../types.js").GameData} GameData */

/**
 * What is being put together: a plain object.
 * @typedef {{game: GameData, way: string, options: Record<string, any>, start: any,
 *            level: number, clock: import("../clocks.js").Clock|null, first: string, kinds: string[],
 *            players: number, names: string[], refusal: string, openings?: boolean}} Wish
 */

/** @param {HTMLElement} main @param {string} name */
export async function show(main, name) {
  const game = await api.gameNamed(name);
  if (!game) throw new api.ApiError("not-found", name, 404);
  await loadGameTexts(name);
  await loadLevels();
  // Study pages hand rules and positions on in the address.
  const { hash } = location;
  const place = hash ? (await import("../address.js")).readFragment(name, hash) : null;
  const way = new URLSearchParams(location.search).get("with") ?? "computer";
  /** @type {Wish} */
  const wish = {
    game,
    way,
    options: place?.options ?? { ...(game.presets[0]?.options ?? {}) },
    start: place?.start ?? null,
    level: settings.level,
    clock: null,
    first: "rules",
    kinds: [],
    players: 2,
    names: [],
    refusal: "",
  };
  const title = gameText(name, "title", game.title);
  main.className = "narrow";
  setTitle(t("new.title", { game: title }));
  const problem = h("p", { class: "note", role: "alert", hidden: true });
  const start = button("", () => send(wish), { class: "primary" });
  const seats = h("div", { class: "stack" });
  const level = h("div");
  const first = h("div");
  const me = nameField();
  const shown = h("div"); // who invites somebody says who invites
  const folded = h("div");

  /** Check the options with the server, and show what depends on them. */
  async function check() {
    try {
      const checked = await api.rules(name, wish.options);
      wish.players = checked.players;
      wish.names = checked.player_names.map((_, seat) =>
        gameText(name, `player.${seat}`, checked.player_names[seat]),
      );
      wish.kinds = seatKinds(wish.way, checked.players, wish.kinds);
      wish.refusal = "";
    } catch (refusal) {
      wish.refusal = refusalText(refusal, name);
    }
    draw();
  }

  function draw() {
    problem.hidden = !wish.refusal;
    problem.textContent = wish.refusal;
    start.disabled = Boolean(wish.refusal);
    const waits = wish.kinds.includes("open");
    start.firstElementChild?.replaceChildren(t(waits ? "new.go.friend" : "new.go.computer"));
    fill(seats, ...seatFields(wish, draw));
    fill(first, wish.start ? null : firstField(wish));
    fill(level, wish.kinds.includes("computer") ? levelField(wish) : null);
    const around = waits ? shown : folded;
    if (me.parentElement !== around) around.append(me); // who types there goes on
  }

  const variant = makeVariant(game, wish.options, (options) => {
    wish.options = options;
    check();
  });
  const ways = choiceRow(
    "with",
    t("new.with"),
    ["computer", "friend", "screen"].map((value) => ({ value, title: t(`new.with.${value}`) })),
    wish.way,
    (value) => {
      wish.way = value;
      wish.kinds = [];
      check();
    },
    "segments",
  );
  fill(
    main,
    h("h1", {}, t("new.title", { game: title })),
    ways,
    shown,
    level,
    place?.start ? await pictureOf(place.start) : variant.presets,
    place?.start ? null : h("details", {}, h("summary", {}, t("new.more")), variant.fields),
    h(
      "details",
      {},
      h("summary", {}, t("new.more.seats")),
      h("div", { class: "stack" }, folded, seats, clockField(wish), first, openingsField(wish)),
    ),
    problem,
    h("div", { class: "go" }, start),
  );
  await check();
}

/** The position from which a match is to go on. @param {any} position */
async function pictureOf(position) {
  const [{ picture, loadStyle }] = await Promise.all([import("../board/board.js")]);
  const [seen] = await Promise.all([api.look(position), loadStyle(position.game)]);
  return h(
    "fieldset",
    { class: "from-here" },
    h("legend", {}, t("new.from-here")),
    picture(position.game, seen.board, seen.scene, t("new.from-here")),
  );
}

/** Who sits where, unless the reader has already said so. */
function seatKinds(
  /** @type {string} */ way,
  /** @type {number} */ players,
  /** @type {string[]} */ chosen,
) {
  if (chosen.length === players) return chosen;
  const other = { computer: "computer", friend: "open", screen: "me" }[way] ?? "computer";
  return Array.from({ length: players }, (_, seat) => (seat === 0 ? "me" : other));
}

/** @param {Wish} wish @param {() => void} redraw */
function seatFields(wish, redraw) {
  return wish.kinds.map((kind, seat) => {
    const id = `seat-${seat}`;
    const options = ["me", "open", "computer"].map((value) =>
      h("option", { value, selected: value === kind }, t(`new.seat.${value}`)),
    );
    const onchange = (/** @type {Event} */ event) => {
      wish.kinds[seat] = /** @type {HTMLSelectElement} */ (event.target).value;
      redraw();
    };
    return h(
      "div",
      { class: "option" },
      h("label", { for: id }, t("new.seat", { number: seat + 1, player: wish.names[seat] })),
      h("select", { id, onchange }, ...options),
    );
  });
}

/** @param {Wish} wish */
function levelField(wish) {
  return choiceRow(
    "level",
    t("new.level"),
    levels().map(({ level }) => ({
      value: String(level),
      title: levelName(level),
      help: String(level),
      picture: portrait(level),
    })),
    String(wish.level),
    (value) => {
      wish.level = Number(value);
      change({ level: wish.level });
    },
    "segments levels",
  );
}

function nameField() {
  const oninput = (/** @type {Event} */ event) =>
    change({ name: /** @type {HTMLInputElement} */ (event.target).value.trim() });
  return h(
    "div",
    { class: "option" },
    h("label", { for: "name" }, t("new.name")),
    h("input", {
      id: "name",
      maxlength: LONGEST_NAME,
      value: settings.name,
      autocomplete: "nickname",
      oninput,
    }),
    h("p", { class: "help" }, t("new.name.help")),
  );
}

/** A clock of the list, or one's own. @param {Wish} wish */
function clockField(wish) {
  const own = ownClock((clock) => {
    wish.clock = clock;
  });
  own.element.hidden = true;
  const titles = [...CLOCKS.map(clockText), t("new.own")];
  const menu = selectField("clock", titles, 0, (index) => {
    own.element.hidden = index < CLOCKS.length;
    wish.clock = own.element.hidden ? CLOCKS[index] : own.read();
  });
  menu.append(own.element);
  return menu;
}

/** Minutes and seconds, seconds a move, or days a move. @param {(clock: import("../clocks.js").Clock) => void} set */
function ownClock(set) {
  const number = (
    /** @type {string} */ key,
    /** @type {number} */ value,
    /** @type {number} */ min,
    /** @type {number} */ max,
  ) =>
    h("input", { type: "number", "aria-label": t(key), title: t(key), value, min, max, oninput });
  const oninput = () => set(read());
  const minutes = number("new.clock.own.minutes", 10, 0, 1440);
  const increment = number("new.clock.own.increment", 5, 0, 3600);
  const seconds = number("new.clock.own.seconds", 60, 1, 3600);
  const days = number("new.clock.own.days", 7, 1, 60);
  /** What stands behind each number. */
  const unit = (/** @type {string} */ key) => h("span", { class: "soft" }, t(key));
  const ways = {
    realtime: [
      minutes,
      unit("new.clock.unit.minutes"),
      increment,
      unit("new.clock.unit.increment"),
    ],
    move: [seconds, unit("new.clock.unit.seconds")],
    correspondence: [days, unit("new.clock.unit.days")],
  };
  const fields = h("span", { class: "row" }, ...ways.realtime);
  const kind = h(
    "select",
    {
      "aria-label": t("new.clock.own"),
      onchange: () => {
        fill(fields, ...ways[/** @type {"move"} */ (kind.value)]);
        set(read());
      },
    },
    ...Object.keys(ways).map((value) => h("option", { value }, t(`new.clock.own.${value}`))),
  );
  /** @param {HTMLInputElement} field */
  const within = ({ value, min, max }) =>
    Math.min(Number(max), Math.max(Number(min), Math.round(Number(value) || 0)));
  /** @returns {import("../clocks.js").Clock} */
  function read() {
    if (kind.value === "move") return { kind: "move", seconds: within(seconds) };
    if (kind.value === "correspondence") return { kind: "correspondence", days: within(days) };
    const [base, more] = [60 * within(minutes), within(increment)];
    return { kind: "realtime", base: base || (more ? 0 : 60), increment: more };
  }
  return { element: h("div", { class: "row own-clock" }, kind, fields), read };
}

/** Who begins: rock, paper, scissors is for two. @param {Wish} wish */
function firstField(wish) {
  const values = wish.players === 2 ? ["rules", "roll", "rps"] : ["rules", "roll"];
  if (!values.includes(wish.first)) wish.first = "rules";
  const titles = values.map((value) => t(`new.first.${value}`));
  return selectField("first", titles, values.indexOf(wish.first), (index) => {
    wish.first = values[index];
  });
}

/** Whether the match may be counted in the openings explorer: only if its maker says so. @param {Wish} wish */
function openingsField(wish) {
  const titles = ["no", "yes"].map((value) => t(`new.openings.${value}`));
  return selectField("openings", titles, 0, (index) => {
    wish.openings = index === 1;
  });
}

/** @param {string} id @param {string[]} titles @param {number} now @param {(index: number) => void} set */
function selectField(id, titles, now, set) {
  const options = titles.map((title, index) =>
    h("option", { value: index, selected: index === now }, title),
  );
  const onchange = (/** @type {Event} */ event) =>
    set(/** @type {HTMLSelectElement} */ (event.target).selectedIndex);
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, t(`new.${id}`)),
    h("select", { id, onchange, "aria-describedby": `${id}-help` }, ...options),
    h("p", { class: "help", id: `${id}-help` }, t(`new.${id}.help`)),
  );
}

/** @param {Wish} wish */
async function send(wish) {
  const share = newShare();
  try {
    const made = await api.newMatch({
      ...(wish.start ? { position: wish.start } : { game: wish.game.name, options: wish.options }),
      seats: wish.kinds.map((kind, seat) => seatWish(wish, kind, seat)),
      clock: wish.clock,
      first: wish.first,
      ...(wish.openings && { openings: 1 }),
      hash: hashOf(share),
    });
    const kinds = wish.kinds.includes("open") ? "friend" : wish.way;
    remember(made.id, { game: wish.game.name, secret: made.secret, with: kinds, share });
    go(`/m/${made.id}`);
  } catch (refusal) {
    toast(refusalText(refusal, wish.game.name));
  }
}

/** @param {Wish} wish @param {string} kind @param {number} seat */
function seatWish(wish, kind, seat) {
  if (kind === "computer") return { kind, level: wish.level };
  const mine = kind === "me" && wish.kinds.indexOf("me") === seat;
  return mine && settings.name ? { kind, name: settings.name } : { kind };
}
