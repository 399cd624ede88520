/**
 * The data that comes from the server: view data as in core/view.py, matches as in docs/protocol.md.
 *
 * @typedef {{tag: string, attributes: Record<string, string|number>, text?: string}} Shape
 * @typedef {{key: string, values?: Record<string, string|number>}} Phrase
 * @typedef {{id: string, x: number, y: number, shapes?: Shape[], turn?: number, level?: number,
 *            parent?: string}} Place
 * @typedef {{width: number, height: number, backdrop?: Shape[], places: Place[], labels?: Shape[],
 *            symbols?: Record<string, Shape[]>, buttons?: string[], turns?: string}} BoardData
 * @typedef {{symbol: string, place: string, player?: number, text?: string}} Piece
 * @typedef {{kind: string, places?: string[], player?: number, shapes?: Shape[], words?: Phrase,
 *            on_demand?: boolean}} Mark
 * @typedef {{words: Phrase, player?: number}} Fact
 * @typedef {{pieces?: Piece[], marks?: Mark[], facts?: Fact[]}} Scene
 * @typedef {{token: string, clicks: string[]}} Path
 * @typedef {{how: string, start?: string, end?: string, via?: string[], about?: [number, number],
 *            angle?: number}} Change
 *
 * @typedef {{name: string, kind: string, allowed: string, default: any, help: string,
 *            choices?: any[], low?: number, high?: number, also?: number[]}} OptionData
 * @typedef {{name: string, options: Record<string, any>, help: string}} PresetData
 * @typedef {{name: string, title: string, authors: string, summary: string, options: OptionData[],
 *            presets: PresetData[], levels: any[]}} GameData
 * @typedef {{rules: string, options: Record<string, any>, players: number, player_names: string[],
 *            board: BoardData}} RulesData
 */

export {};
