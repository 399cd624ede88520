/**
 * The state of one board: a plain object, all defaults visible. Free functions read and change it.
 *
 * @typedef {import("../types.js").BoardData} BoardData
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Path} Path
 * @typedef {import("../types.js").Place} Place
 *
 * @typedef {{
 *   game: string,
 *   board: BoardData,
 *   places: Map<string, Place>,
 *   scene: Scene,
 *   paths: Path[],
 *   picked: string[],
 *   choice: string|null,
 *   hover: string|null,
 *   cursor: string|null,
 *   last: string[],
 *   arrows: import("./arrows.js").Arrow[],
 *   hint: string[],
 *   hinted: import("./arrows.js").Arrow[],
 *   pointed: boolean,
 *   sent: string[],
 *   turn: number|string|null,
 *   over: boolean,
 *   winners: number[],
 *   flipped: boolean,
 *   tilted: boolean,
 *   demand: boolean,
 * }} BoardState
 */

/**
 * @param {string} game @param {BoardData} board
 * @returns {BoardState}
 */
export function boardState(game, board) {
  return {
    game,
    board,
    places: new Map(board.places.map((place) => [place.id, place])),
    scene: {},
    paths: [], // the legal moves, each as its clicks; none where this reader does not move
    picked: [], // the clicks of the move that is being made
    choice: null, // the button that is shown as a ghost, where the next click is a choice
    hover: null, // what the mouse is over
    cursor: null, // where the keyboard is
    last: [], // the places of the last move
    arrows: [], // from where to where its pieces went
    hint: [], // the clicks of a move that the computer suggests
    hinted: [], // from where to where its pieces would go
    pointed: false, // whether mouse or finger brought the focus here, not the keyboard
    sent: [], // the clicks of a move that is on its way to the server
    turn: null,
    over: false,
    winners: [], // who has won; nobody where it is a draw
    flipped: false,
    tilted: false,
    demand: false, // whether marks are shown that are there for the asking
  };
}

/** Whether some pieces stand on others. @param {BoardState} state */
export function hasLevels(state) {
  return state.board.places.some((place) => (place.level ?? 0) > 0);
}

/** Whether some marks wait to be asked for. @param {BoardState} state */
export function hasDemand(state) {
  return (state.scene.marks ?? []).some((mark) => mark.on_demand);
}
