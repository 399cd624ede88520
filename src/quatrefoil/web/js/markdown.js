/** A small Markdown, as elements: headings, paragraphs, lists, tables, fences, and words within. */

import { h } from "./dom.js";

const ITEM = /^(?:[-*]|\d+\.) +/;

/** What marks a reading of our own, where the printed rules leave a gap. */
const READING = /^(Our reading|Meidän tulkintamme|Tulkintamme)\b/;

/** @typedef {(kind: string, source: string) => Node|null} Fence */

/**
 * @param {string} text
 * @param {Fence} fence draws fenced blocks of a kind, or declines with null
 * @returns {Node[]}
 */
export function markdown(text, fence) {
  return blocks(text.replace(/^# .*\n/, "").split("\n"), fence);
}

/** @param {string[]} lines @param {Fence} fence */
function blocks(lines, fence) {
  /** @type {Node[]} */
  const nodes = [];
  while (lines.length) {
    const node = block(lines, fence);
    if (node) nodes.push(node);
  }
  return nodes;
}

/** Take one block off the lines. @param {string[]} lines @param {Fence} fence */
function block(lines, fence) {
  const line = lines[0];
  if (!line.trim()) return void lines.shift();
  if (line.startsWith("```")) return fenced(lines, fence);
  if (/^#{2,4} /.test(line)) return heading(/** @type {string} */ (lines.shift()));
  if (ITEM.test(line)) return list(lines, fence);
  if (line.startsWith("|")) return table(lines);
  if (line.startsWith("    ")) return drawing(lines);
  return paragraph(lines);
}

/** @param {string} line */
function heading(line) {
  const depth = line.indexOf(" ");
  return h(depth === 2 ? "h2" : "h3", {}, ...inline(line.slice(depth + 1)));
}

/** @param {string[]} lines @param {Fence} fence */
function fenced(lines, fence) {
  const kind = /** @type {string} */ (lines.shift()).slice(3).trim();
  const inside = takeWhile(lines, (line) => !line.startsWith("```"));
  lines.shift();
  return fence(kind, inside.join("\n")) ?? h("pre", {}, h("code", {}, inside.join("\n")));
}

/** Lines that are set in by four are shown as they are. @param {string[]} lines */
function drawing(lines) {
  const taken = takeWhile(lines, (line) => line.startsWith("    ") || !line.trim());
  const text = taken.map((line) => line.slice(4)).join("\n");
  return h("pre", {}, h("code", {}, text.trimEnd()));
}

/** A list; what is set in below an item belongs to it. @param {string[]} lines @param {Fence} fence */
function list(lines, fence) {
  const numbered = /^\d/.test(lines[0]);
  /** @type {HTMLElement[]} */
  const items = [];
  while (lines.length && ITEM.test(lines[0])) {
    const first = /** @type {string} */ (lines.shift()).replace(ITEM, "");
    const more = takeWhile(lines, (line, index) => /^ {2,}\S/.test(line) || follows(lines, index));
    items.push(h("li", {}, ...itemContent([first, ...more.map((line) => line.slice(2))], fence)));
  }
  return h(numbered ? "ol" : "ul", {}, ...items);
}

/** Whether an empty line stands between lines of one item. @param {string[]} lines @param {number} index */
function follows(lines, index) {
  return !lines[index].trim() && /^ {2,}\S/.test(lines[index + 1] ?? "");
}

/** One paragraph needs no element of its own. @param {string[]} lines @param {Fence} fence */
function itemContent(lines, fence) {
  const nodes = blocks(lines, fence);
  const [first, ...others] = nodes;
  return first instanceof HTMLParagraphElement ? [...first.childNodes, ...others] : nodes;
}

/** @param {string[]} lines */
function table(lines) {
  const rows = takeWhile(lines, (line) => line.startsWith("|"))
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) => line.split("|").slice(1, -1));
  const row = (/** @type {string[]} */ cells, /** @type {"th"|"td"} */ tag) =>
    h("tr", {}, ...cells.map((cell) => h(cell.trim() ? tag : "td", {}, ...inline(cell.trim()))));
  return h("table", {}, row(rows[0], "th"), ...rows.slice(1).map((cells) => row(cells, "td")));
}

/** @param {string[]} lines */
function paragraph(lines) {
  const taken = takeWhile(lines, (line, index) => index === 0 || continues(line));
  return h("p", {}, ...inline(taken.map((line) => line.trim()).join(" ")));
}

/** Whether a line goes on with the paragraph before it. @param {string} line */
function continues(line) {
  return line.trim() !== "" && !/^(```|#{2,4} |\|)/.test(line) && !ITEM.test(line);
}

/** Words within a block. @param {string} text @returns {(Node|string)[]} */
export function inline(text) {
  const pattern = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;
  /** @type {(Node|string)[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(from, found.index), piece(found));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

/** @param {RegExpMatchArray} found */
function piece([, strong, em, code, label, address]) {
  if (strong)
    return h("strong", READING.test(strong) ? { class: "reading" } : {}, ...inline(strong));
  if (em) return h("em", {}, ...inline(em));
  if (code) return h("code", {}, code);
  const safe = /^(https?:\/\/|\/)/.test(address) ? address : "#";
  const away = safe.startsWith("http") ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return h("a", { href: safe, ...away }, label);
}

/** @param {string[]} lines @param {(line: string, index: number) => boolean} fits */
function takeWhile(lines, fits) {
  const end = lines.findIndex((line, index) => !fits(line, index));
  return lines.splice(0, end === -1 ? lines.length : end);
}
