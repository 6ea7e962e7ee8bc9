/** The only file that turns text into HTML: fragments that our own server rendered and cleaned. */

/** @param {string} html with one element around it @returns {Element} */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {Element} */ (document.importNode(template.content, true).firstElementChild);
}
