/**
 * The data that comes from the server: view data as in view/data.py, matches as in docs/protocol.md.
 *
 * @typedef {{tag: string, attributes: Record<string, string|number>, text?: string}} Shape
 * @typedef {{key: string, values?: Record<string, string|number>}} Phrase
 * @typedef {{id: string, x: number, y: number, shapes?: Shape[], turn?: number, level?: number,
 *            parent?: string, clicks?: string[]}} Place
 * @typedef {{width: number, height: number, backdrop?: Shape[], places: Place[], labels?: Shape[],
 *            symbols?: Record<string, Shape[]>, buttons?: string[], bar?: string[][],
 *            turns?: string, opposite?: boolean}} BoardData
 * @typedef {{symbol: string, place: string, player?: number, text?: string}} Piece
 * @typedef {{kind: string, places?: string[], player?: number, shapes?: Shape[], words?: Phrase,
 *            on_demand?: boolean, piece?: string}} Mark
 * @typedef {{words: Phrase, player?: number}} Fact
 * @typedef {{pieces?: Piece[], marks?: Mark[], facts?: Fact[]}} Scene
 * @typedef {{token: string, clicks: string[], via?: string[]}} Path
 * @typedef {{how: string, start?: string, end?: string, via?: string[], about?: [number, number],
 *            angle?: number}} Change
 * @typedef {{game: string, board: BoardData, key: string, position: any, scene: Scene, paths: Path[],
 *            words: Phrase[], turn: number|null, chance: {token: string, share: number, say: Phrase}[],
 *            over: {reason: string, scores: number[], winners: number[]}|null,
 *            changes: Change[][], say: Phrase[]}} Look what `api.look` tells of a position
 *
 * @typedef {{name: string, kind: string, allowed: string, default: any, default_text?: string,
 *            help: string, choices?: any[], suggestions?: string[],
 *            low?: number, high?: number, also?: number[]}} OptionData
 * @typedef {{name: string, options: Record<string, any>, help: string}} PresetData
 * @typedef {{name: string, rules_version: number, title: string, authors: string, summary: string, options: OptionData[],
 *            presets: PresetData[], parts: string[], resources: string[],
 *            showcase: {position: any, line: string[]}}} GameData
 * @typedef {{rules: string, options: Record<string, any>, changed?: Record<string, any>, players: number, player_names: string[],
 *            has_dice: boolean, board: BoardData, start: any}} RulesData
 *
 * @typedef {{kind: "person"|"computer"|"open", name: string, level?: number, replaced?: boolean}} Seat
 * @typedef {{how: string, reason: string, scores: number[], winners: number[], seat: number|null}} Over
 * @typedef {{left: number[], running: number|null, now: number}} ClockData
 * @typedef {{what: string, seat: number, agreed: number[]}} Offer
 * @typedef {{event: number, seat: number, phrase?: string, text?: string}} Said
 * @typedef {{scheme: number, commitment: string, hashes: (string|null)[], values: (string|null)[],
 *            seed: string|null}} DiceData
 * @typedef {{phase: string, key: string, position: any, scene: Scene, turn: number|null, moves: number,
 *            clock: ClockData|null, offers: Offer[], chat?: number[], over: Over|null, seats: Seat[], paths?: Path[],
 *            draft?: string[], drafted?: {scene: Scene, complete: boolean}, dice?: DiceData}} State
 * @typedef {{event: number, seat: number|null, tokens: string[], say: Phrase[]}} Turn
 * @typedef {{moves: number, event: number, seat: number|null, token?: string, say?: Phrase,
 *            changes?: Change[], scene: Scene}} Step
 * @typedef {{id: string, game: string, options: Record<string, any>, clock: any, phase: string,
 *            seats: Seat[], mine: number[], turn: number|null, left: number|null, moves: number,
 *            time: number, over: Over|null, rematch: string|null}} Summary
 * @typedef {{id: string, game: string, rules: string, options: Record<string, any>, mine: number[],
 *            first: string, clock: any, said?: Said[], dice: DiceData|null, practice: boolean, start: any, past: number, last: number, created: number,
 *            history: Turn[], here: boolean[], guests: number, rematch: string|null, fault?: string|null,
 *            state: State}} Snapshot
 *
 * @typedef {{id: string, symbol: string, player?: number, text?: string}} Brush
 * @typedef {{name: string, kind: string, choices?: (string|number)[], low: number, high: number,
 *            count: number, optional?: boolean, each?: boolean, when?: [string, (string|number)[]],
 *            initial?: string|number}} Control
 * @typedef {{brushes: Brush[], places?: string[], controls?: Control[], layers?: string[],
 *            rests?: Record<string, string[]>, shapes: number, names?: string[]}} Tools
 * @typedef {Record<string, string>} Layer brushes by place
 * @typedef {{pieces: Layer, values: Record<string, any>, layers: Record<string, Layer|null>}} DraftData
 * @typedef {{message: string, reason: string, values: Record<string, any>}} Fault
 * @typedef {{number: number, mirrored: boolean, degrees: number, swapped: boolean}} Image
 * @typedef {{position?: any, draft?: any, begin?: "empty"|"start", game?: string,
 *            options?: Record<string, any>, image?: number}} EditWish
 * @typedef {{position: any, draft: DraftData, scene: Scene, faults: Fault[], doubts: Fault[],
 *            possible: boolean, over: boolean, turn: number|null, words: Phrase[],
 *            options?: Record<string, any>, tools?: Tools, images?: Image[]}} Edited
 * @typedef {{option: string, value: any, draft: DraftData, board: BoardData, scene: Scene,
 *            facts: Phrase[], faults: Fault[], tools?: Tools}} Designed
 */

export {};
