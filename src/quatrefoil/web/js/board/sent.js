/** A move that is on its way to the server, as far as clicks alone tell what it will look like. */

import { drawPiece, drawPlace } from "./draw.js";

/** @typedef {import("./state.js").BoardState} BoardState */

/** @param {BoardState} state */
export function drawSent(state) {
  const places = state.sent.filter((id) => state.places.has(id));
  const piece = sentPiece(state, places);
  return [
    ...places.map((id) => drawPlace(state, id, "sent")),
    ...(piece ? [drawPiece(state, piece, "ghost sent")] : []),
  ];
}

/**
 * What is put on the last place: the symbol that was chosen, or what stood on the first one.
 * @param {BoardState} state @param {string[]} places
 */
function sentPiece(state, places) {
  const place = places.at(-1);
  const symbol = state.sent.find((id) => id in (state.board.symbols ?? {}));
  if (!place) return null;
  if (symbol) return { symbol, place };
  const moved = state.scene.pieces?.find((piece) => piece.place === places[0]);
  return moved && place !== places[0] ? { ...moved, place } : null;
}
