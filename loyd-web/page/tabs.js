// @ts-check
/** Tabs: one section is visible at a time. */

import { h } from "./dom.js";
import { onLanguage, t } from "./words.js";

/** The name under which the browser keeps the chosen tab. */
const TAB = "loyd.tab";

class Tabs extends HTMLElement {
  /** @type {HTMLElement[]} */ #sections = [];
  #list = h("div", { role: "tablist", "data-t-label": "tab.list" });

  connectedCallback() {
    if (this.#sections.length) return;
    this.#sections = /** @type {HTMLElement[]} */ ([...this.children]);
    for (const section of this.#sections) {
      const tab = h("button", {
        type: "button",
        role: "tab",
        id: `tab-${section.id}`,
        "aria-controls": section.id,
        onclick: () => this.choose(section.id),
      });
      this.#list.append(tab);
      section.setAttribute("role", "tabpanel");
      section.setAttribute("aria-labelledby", tab.id);
      section.removeAttribute("data-t-label");
    }
    this.prepend(this.#list);
    this.#list.addEventListener("keydown", (event) => this.#walk(event));
    onLanguage(() => {
      for (const section of this.#sections) this.#tab(section.id).textContent = t(`tab.${section.id}`);
    });
    const kept = sessionStorage.getItem(TAB);
    this.choose((this.#sections.find(({ id }) => id === kept) ?? this.#sections[0]).id);
  }

  /** Shows a section. @param {string} id */
  choose(id) {
    sessionStorage.setItem(TAB, id);
    for (const section of this.#sections) {
      const chosen = section.id === id;
      section.hidden = !chosen;
      this.#tab(section.id).setAttribute("aria-selected", String(chosen));
      this.#tab(section.id).tabIndex = chosen ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const at = this.#sections.findIndex(({ hidden }) => !hidden);
    const last = this.#sections.length - 1;
    /** @type {Record<string, number>} */
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last };
    if (!(event.key in to)) return;
    event.preventDefault();
    const { id } = this.#sections[to[event.key]];
    this.choose(id);
    this.#tab(id).focus();
  }

  /** @param {string} id */
  #tab(id) {
    return /** @type {HTMLElement} */ (this.#list.querySelector(`#tab-${id}`));
  }
}

customElements.define("loyd-tabs", Tabs);
