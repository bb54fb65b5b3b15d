// @ts-check
/** The gallery as a sheet over a narrow page. A choice closes it onto the board. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";
import { gallery, markCurrent } from "./gallery.js";

class Sheet extends HTMLElement {
  /** Opens the sheet; it is removed when it is closed. @param {import("../game.js").Game} game */
  open(game) {
    const trying = async (/** @type {() => Promise<void>} */ work) => {
      sheet.close();
      scrollTo({ top: 0 });
      /** @type {HTMLElement | null} */ (document.querySelector("loyd-board .stage"))?.focus({ preventScroll: true });
      await work().catch((fault) => game.dispatchEvent(new CustomEvent("fault", { detail: fault })));
    };
    const more = () => {
      sheet.close();
      /** @type {any} */ (document.querySelector("loyd-tabs")).choose("newgame");
      /** @type {any} */ (document.querySelector("loyd-newgame")).openMore();
    };
    const close = h("button", { type: "button", class: "sheet-close", "aria-label": t("win.close") }, icon("close"));
    const sheet = h(
      "dialog",
      { class: "gallery-sheet", "aria-label": t("gallery.label"), onclose: () => this.remove() },
      close,
      gallery(game, trying),
      h("button", { type: "button", class: "sheet-more", onclick: more }, t("newgame.more")),
    );
    close.addEventListener("click", () => sheet.close());
    // A tap beside the sheet closes it, and its keys make no moves.
    sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
    sheet.addEventListener("keydown", (event) => event.stopPropagation());
    markCurrent(sheet, game);
    this.append(sheet);
    document.body.append(this);
    sheet.showModal();
    /** @type {HTMLElement} */ (sheet.querySelector(".gallery-daily")).focus();
  }
}

customElements.define("loyd-sheet", Sheet);
