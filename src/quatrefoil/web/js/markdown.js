/** A small Markdown, as elements: headings, paragraphs, lists, tables, fences, and words within. */

import { h } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {(kind: string, source: string) => Node|null} Fence */

/**
 * @param {string} text
 * @param {Fence} fence draws fenced blocks of a kind, or declines with null
 * @returns {Node[]}
 */
export function markdown(text, fence) {
  const lines = text.replace(/^# .*\n/, "").split("\n");
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
  if (/^\s*([-*]|\d+\.) /.test(line)) return list(lines);
  if (line.startsWith("|")) return table(lines);
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

/** @param {string[]} lines */
function list(lines) {
  const numbered = /^\s*\d/.test(lines[0]);
  const taken = takeWhile(
    lines,
    (line) => /^\s*([-*]|\d+\.) /.test(line) || /^\s{2,}\S/.test(line),
  );
  /** @type {string[]} */
  const items = [];
  for (const line of taken) {
    const begins = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    if (begins) items.push(begins[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(numbered ? "ol" : "ul", {}, ...items.map((item) => h("li", {}, ...inline(item))));
}

/** @param {string[]} lines */
function table(lines) {
  const rows = takeWhile(lines, (line) => line.startsWith("|"))
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) => line.split("|").slice(1, -1));
  const row = (/** @type {string[]} */ cells, /** @type {"th"|"td"} */ tag) =>
    h("tr", {}, ...cells.map((cell) => h(tag, {}, ...inline(cell.trim()))));
  return h("table", {}, row(rows[0], "th"), ...rows.slice(1).map((cells) => row(cells, "td")));
}

/** @param {string[]} lines */
function paragraph(lines) {
  const taken = takeWhile(lines, (line) => line.trim() !== "" && !/^(```|#{2,4} |\|)/.test(line));
  const text = taken.join(" ");
  const reading = /^\*\*Our reading\.\*\*|^\*\*Meidän tulkintamme\.\*\*/.test(text);
  const attributes = reading ? { class: "reading", title: t("rules.reading") } : {};
  return h("p", attributes, ...inline(text));
}

/** Words within a block. @param {string} text @returns {(Node|string)[]} */
function inline(text) {
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
  if (strong) return h("strong", {}, ...inline(strong));
  if (em) return h("em", {}, ...inline(em));
  if (code) return h("code", {}, code);
  const safe = /^(https?:\/\/|\/)/.test(address) ? address : "#";
  const away = safe.startsWith("http") ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return h("a", { href: safe, ...away }, label);
}

/** @param {string[]} lines @param {(line: string) => boolean} fits */
function takeWhile(lines, fits) {
  const end = lines.findIndex((line) => !fits(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}
