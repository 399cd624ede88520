/** Going to another page, for modules that must not know the router. */

/** @param {string} address */
export function go(address) {
  dispatchEvent(new CustomEvent("quatrefoil:go", { detail: address }));
}
