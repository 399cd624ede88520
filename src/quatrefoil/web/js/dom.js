/** Making elements: HTML and SVG, without markup in strings. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element. Attributes that begin with `on` are listeners; true and false set and
 * leave out; null leaves out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...present(children));
  return element;
}

/**
 * Make an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {any} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...present(children));
  return element;
}

/**
 * An icon: one path in a 24 by 24 box, drawn with the pen of the text.
 * @param {string} d
 */
export function icon(d) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d }));
}

/**
 * A button with a text.
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attributes]
 * @param {Node} [before] an icon
 */
export function button(label, onclick, attributes = {}, before) {
  return h("button", { type: "button", ...attributes, onclick }, before, h("span", {}, label));
}

/**
 * Words that break, if they must, after a comma or a dot between two facts: names stay whole, and no
 * line begins with a dot.
 * @param {string} text
 */
export function inParts(text) {
  const parts = text.split(/(?<=[,;·]) /);
  return parts.flatMap((part, index) => [index > 0 && " ", h("span", { class: "whole" }, part)]);
}

/**
 * Buttons that share a place: it is as large as the largest of them, whichever is offered.
 * @param {...HTMLElement} buttons
 */
export function slot(...buttons) {
  return h("span", { class: "slot" }, ...buttons);
}

/**
 * Show a button in its place, or not: what stands beside it never moves.
 * @param {HTMLElement} made @param {boolean} shown
 */
export function offer(made, shown) {
  made.toggleAttribute("data-off", !shown);
}

/**
 * Replace what an element holds. The keyboard stays on what is there again, or else near it.
 * @param {Element} element
 * @param {...(Node|string|null|undefined|false)} children
 */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...present(children));
  if (!focused || focused === document.activeElement) return;
  const buttons = [...element.querySelectorAll("a, button")];
  const again = buttons.find((one) => one.textContent === focused.textContent);
  let next = focused.isConnected ? focused : (again ?? element.closest("[tabindex]"));
  while (next && next !== document.activeElement) {
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
    if (next !== document.activeElement) next = next.parentElement?.closest("[tabindex]") ?? null;
  }
}

/** From a button that can't be pressed any more the keyboard goes to the nearest that can. @param {Element} row */
export function leaveDisabled(row) {
  const all = [...row.querySelectorAll("button")];
  const at = all.findIndex((one) => one.disabled && one === document.activeElement);
  if (at < 0) return;
  const far = (/** @type {HTMLButtonElement} */ one) => Math.abs(all.indexOf(one) - at);
  const able = all.filter((one) => !one.disabled).sort((one, other) => far(one) - far(other));
  able[0]?.focus({ preventScroll: true });
}

/** @param {Element} element @param {string} name @param {any} value */
function setAttribute(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined)
    element.setAttribute(name, String(value));
}

/** @param {(Node|string|null|undefined|false)[]} children */
function present(children) {
  return /** @type {(Node|string)[]} */ (
    children.filter((child) => child !== null && child !== undefined && child !== false)
  );
}
