/** What happens when the server tells something: words, sounds, notices. */

import { announce, notify, toast } from "../notify.js";
import { remember } from "../memory.js";
import { playSound } from "../sound.js";
import { t, tell } from "../texts.js";
import { drawDie, tumble } from "./dice.js";
import { isMyTurn, calledName, statusLine } from "./names.js";
import { hasCompany, isMuted, mayWrite, saidText } from "./talk.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, (table: Table, event: any) => void>} */
const NEWS = {
  turn(table, { seat }) {
    soundOfMove(table, seat);
  },
  rolled(table) {
    drawDie(table);
    tumble(table.parts.die);
    playSound("roll");
  },
  tied(_, { signs }) {
    toast(t("throw.tied", { sign: t(`throw.${Object.values(signs)[0]}`) }));
  },
  begun({ match }, { by, winner, signs }) {
    const player = calledName(match, match.state?.turn ?? 0);
    if (by === "roll") toast(t("throw.rolled", { player }));
    if (by !== "rps") return;
    const [winning, losing] = [signs[winner], signs[1 - winner]].map((sign) => t(`throw.${sign}`));
    toast(t("throw.begins", { winning, losing, player }));
  },
  left({ match }, { seat, name, why }) {
    const player = name || calledName(match, seat);
    if (why === "time") toast(t("match.left.time", { player }));
  },
  offered({ match }, { seat, what }) {
    if (!match.mine.length || !hasCompany(match)) return;
    if (match.mine.includes(seat)) announce(t(`match.${what}.offered`));
    else toast(t(`match.${what}.got`, { player: calledName(match, seat) }));
  },
  joined({ match }, { seat }) {
    if (!match.mine.includes(seat) && !match.joining)
      toast(t("match.joined", { player: calledName(match, seat) }));
  },
  chat({ match }, { seat, on }) {
    if (!on || mayWrite(match)) return;
    if (match.mine.includes(seat)) announce(t("talk.chat.waits"));
    else if (match.mine.length && !isMuted(match)) toast(t("talk.chat.wanted"));
  },
  withdrawn({ match }, { seat }) {
    toast(t(`match.withdrawn${own(match, seat)}`, { player: calledName(match, seat) }));
  },
  said({ match }, said) {
    const words = `${calledName(match, said.seat)}: ${saidText(said)}`;
    if (match.mine.includes(said.seat)) announce(words);
    else if (!isMuted(match)) toast(words);
  },
  declined({ match }, { seat }) {
    toast(t(`match.declined${own(match, seat)}`, { player: calledName(match, seat) }));
  },
  replaced({ match }, { seat, why }) {
    const reason = t(`match.how.${why}`, { player: calledName(match, seat) });
    toast(`${reason}. ${t("match.replaced.news")}`);
  },
  takenback() {
    toast(t("match.takenback"));
  },
  ended({ match }) {
    remember(match.id, { over: true });
    const won = match.state?.over?.winners.some((seat) => match.mine.includes(seat));
    playSound(won ? "win" : "end");
  },
};

/** The end of a text's key, where the reader did it alone. @param {import("./state.js").Match} match @param {number} seat */
function own({ mine, state }, seat) {
  return mine.includes(seat) && mine.length < (state?.seats.length ?? 0) ? ".own" : "";
}

/** @param {Table} table @param {number|null} seat */
export function soundOfMove({ match }, seat) {
  playSound(seat !== null && match.mine.includes(seat) ? "place" : "opponent");
}

/**
 * Make an event known.
 * @param {Table} table @param {any} event @param {boolean} wasMine whether it was the reader's turn
 */
export function makeKnown(table, event, wasMine) {
  const { match } = table;
  if (event.say)
    announce(event.say.map((/** @type {any} */ phrase) => tell(match.game, phrase)).join(". "));
  NEWS[event.type]?.(table, event);
  if (!wasMine && isMyTurn(match)) notify(statusLine(match), match.id);
}
