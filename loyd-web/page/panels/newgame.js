// @ts-check
/** The panel of new games: the puzzle, and the distance from its goal. */

import { ask, get } from "../api.js";
import { boardsOf, gallery, markCurrent } from "../gallery/gallery.js";
import { rulesOf } from "../play/rules.js";
import { currentLanguage, hasText, puzzleName, t } from "../words.js";
import { censusOf } from "../play/census.js";
import { censusBars, censusOptions } from "../charts/censuschart.js";
import { fill, h, newId } from "../dom.js";
import { number, whole } from "../charts/numbers.js";
import { faultParts } from "../fault.js";
import { chooser } from "./chooser.js";
import { Panel } from "./panel.js";

/** @typedef {{alias: string, puzzle: string}} Alias */
/** @typedef {{family: string, syntax: string, aliases: Alias[], examples: string[]}} Family */

/** The limit of a scramble, in seconds. */
const SECONDS = 15;

export class NewGame extends Panel {
  /** @type {Family[]} */ #families = [];
  /** @type {import("../play/census.js").Census | null} */ #census = null;
  /** The depth that the slider stands at; null: it was not moved yet. @type {number | null} */ #depth = null;
  #difficulty = h("div", { class: "panel-part" });
  /** The moves of the last scramble. */
  #scrambled = h("p", { class: "panel-hint", role: "status" });
  /** The position of that scramble. */
  #scrambledStart = "";
  /** The gallery. It is drawn once for each language, so that a click is not lost while the rest is built again. */
  #pictures = h("div");
  #rest = h("div", { class: "panel-part" });
  /** The id that the player is typing; null: nothing was typed since the puzzle was opened. @type {string | null} */
  #typed = null;
  /** What is chosen in the list of families; null: nothing yet. @type {import("./chooser.js").Choice | null} */
  #choice = null;
  /** The language of the gallery. */
  #language = "";
  /** Every puzzle, and the ids; open or folded. */
  #more = h("details");
  /** @type {import("../charts/chart.js").Bars | null} */ #chart = null;
  #follow = () => this.keepingFocus(() => this.#drawDifficulty());

  build() {
    const [typed, list] = [newId(), newId()];
    const ids = this.#families.flatMap(({ examples }) => examples);
    const now = this.game.board === null ? (this.game.legal?.puzzle ?? this.game.puzzle) : "";
    const choice = this.#choice ?? { family: now.split(/[:?]/)[0], now };
    if (this.game.legal) this.#choice = choice;
    const listed = this.#families.filter(({ examples }) => examples.length);
    const input = h("input", {
      type: "text",
      id: typed,
      list,
      size: 16,
      spellcheck: "false",
      autocapitalize: "off",
      value: this.#typed ?? this.game.puzzle,
      oninput: () => (this.#typed = input.value),
    });
    const aliases = this.#families
      .flatMap(({ aliases }) => aliases.map(({ alias }) => alias))
      .filter((name) => name !== "RxC");
    const form = h(
      "form",
      {
        class: "panel-row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#open(input.value.trim());
        },
      },
      h("p", { class: "panel-field" }, h("label", { for: typed }, t("newgame.id")), input),
      h("datalist", { id: list }, ...[...ids, ...aliases].map((value) => h("option", { value }))),
      h("button", {}, t("newgame.openId")),
    );
    const what = `newgame.what.${kindOf(this.game.legal?.puzzle ?? "")}`;
    this.#more = h(
      "details",
      { class: "panel-more", open: this.#more.open },
      h("summary", {}, t("newgame.more")),
      h(
        "div",
        { class: "panel-part" },
        chooser(listed, choice, (id) => this.#open(id)),
        form,
        this.fault,
        h("p", { class: "panel-hint" }, t("newgame.files")),
      ),
    );
    const trying = (/** @type {() => Promise<void>} */ work) => this.trying(work);
    if (this.#language !== currentLanguage()) fill(this.#pictures, gallery(this.game, trying));
    this.#language = currentLanguage();
    markCurrent(this.#pictures, this.game);
    if (!this.#rest.parentElement) this.append(this.#pictures, this.#rest);
    fill(
      this.#rest,
      hasText(what) && h("p", {}, t(what)),
      rulesOf(this.game.legal ?? this.game).isDrawn ? this.#difficulty : boardsOf(this.game, trying),
      this.#more,
    );
    this.#drawDifficulty(true);
  }

  /** @param {string} what */
  heard(what) {
    if (this.game.start !== this.#scrambledStart) fill(this.#scrambled);
    // A player waits for the coach first.
    if (what === "distance") this.whenSeen("census", () => this.#census?.begin());
    if (what !== "puzzle") return;
    this.#census?.removeEventListener("change", this.#follow);
    this.#census = censusOf(this.game);
    this.#census.addEventListener("change", this.#follow);
    [this.#depth, this.#typed, this.#choice] = [null, null, null];
    this.keepingFocus(() => this.build());
    this.whenSeen("catalogue", async () => {
      if (this.#families.length) return;
      await this.trying(async () => {
        const reply = await get("puzzles");
        this.#families = Array.isArray(reply) ? reply : (reply.families ?? reply.puzzles);
      });
      this.keepingFocus(() => this.build());
    });
  }

  /** Unfolds the list of all puzzles, and scrolls to it. */
  openMore() {
    this.wake();
    this.#more.open = true;
    this.#more.scrollIntoView({ block: "start" });
    this.#more.querySelector("summary")?.focus({ preventScroll: true });
  }

  /** Another puzzle. @param {string} puzzle */
  #open(puzzle) {
    return this.trying(() => this.game.open({ puzzle }));
  }

  /** Shows a fault below the field, which may be folded away. @param {...(string | Node)} said */
  tell(...said) {
    super.tell(...said);
    if (!this.fault.hidden) this.#more.open = true;
  }

  /** A position at that many moves from the goal, or any. @param {number | null} depth */
  #begin(depth) {
    return this.trying(async () => {
      const { game } = this;
      const far = depth !== null && depth === this.#census?.reply?.diameter ? this.#census?.reply.antipodes : [];
      const state = far.length
        ? far[Math.floor(Math.random() * far.length)]
        : (await ask("random", game.question(depth === null ? {} : { depth }))).state;
      await game.setState(state);
    });
  }

  /** A random position, with moves that lead to it from the goal: people turn their own cube in the same way. */
  #scramble() {
    return this.trying(async () => {
      const { game } = this;
      const { state, scramble } = await ask("random", game.question({ scrambles: true, limit_seconds: SECONDS }));
      await game.setState(state);
      this.#scrambledStart = game.start;
      fill(this.#scrambled, t("newgame.scrambled", { moves: scramble }));
    });
  }

  /** The buttons of random positions. */
  #randomButtons() {
    const random = h("button", { onclick: () => this.#begin(null) }, t("newgame.random"));
    const isBody = this.game.legal?.look === "facelets";
    return [random, isBody && h("button", { onclick: () => this.#scramble() }, t("newgame.scramble"))];
  }

  /** @param {boolean} [anew] */
  #drawDifficulty(anew = false) {
    const census = this.#census;
    if (!census) return;
    const { reply } = census;
    if (reply && this.#chart && !anew) return;
    this.#chart = null;
    const random = this.#randomButtons();
    const heading = h("h2", {}, t("newgame.difficulty"));
    const hardest =
      reply &&
      h(
        "button",
        { onclick: () => this.#begin(reply.diameter) },
        t("newgame.hardest", { depth: number(reply.diameter) }),
      );
    if (!census.isDrawn) {
      const row = h("p", { class: "panel-row" });
      fill(row, hardest, ...random);
      fill(this.#difficulty, heading, h("p", {}, ...this.#whyNoSlider(census)), row, this.#scrambled);
      return;
    }
    const depth = Math.min(this.#depth ?? Math.round(reply.mean), reply.diameter);
    const id = newId();
    const said = h("output", { for: id, class: "panel-value" });
    const begin = h("button", { class: "primary", onclick: () => this.#begin(Number(slider.value)) });
    const slider = h("input", { id, type: "range", min: 0, max: reply.diameter, step: 1, oninput: () => show() });
    const shown = () => ({
      census,
      log: false,
      mark: Number(slider.value),
      markText: number(Number(slider.value)),
      onPick: (/** @type {number} */ picked) => {
        slider.value = String(picked);
        show();
      },
    });
    slider.value = String(depth);
    const chart = censusBars(shown());
    const show = () => {
      const at = (this.#depth = Number(slider.value));
      const states = reply.layers[at] ?? 0;
      fill(said, t("census.bar", { depth: at, count: states }));
      slider.setAttribute("aria-valuetext", said.textContent ?? "");
      fill(begin, t("newgame.begin", { depth: number(at) }));
      begin.disabled = states === 0;
      chart.set(censusOptions(shown()));
    };
    show();
    this.#chart = chart;
    fill(
      this.#difficulty,
      heading,
      h(
        "div",
        { class: "panel-slider" },
        chart.element,
        h("label", { for: id, class: "unseen" }, t("newgame.depth")),
        slider,
      ),
      h("p", {}, said),
      h("p", { class: "panel-row" }, begin, hardest, ...random),
      this.#scrambled,
    );
  }

  /** @param {import("../play/census.js").Census} census */
  #whyNoSlider(census) {
    if (census.reply) return [t("newgame.wide", { states: number(census.reply.states) })];
    if (census.running || census.isPending) return [t("newgame.counting")];
    if (census.cost && census.offered) return [t("newgame.mappable")];
    if (census.fault && this.game.board === null) return faultParts(census.fault);
    const states = this.game.facts?.states;
    return [states ? t("newgame.large", { states: whole(states) }) : t("newgame.unknown")];
  }
}

/** The kind of a puzzle, for which the page has a sentence of the rules. @param {string} puzzle its id */
function kindOf(puzzle) {
  const [family] = puzzle.split(/[:?]/);
  if (/^\dx\dx\d$/.test(family)) return "cube";
  if (family === "lx") return "lrx";
  if (/^star$|coxeter$/.test(family)) return "transpositions";
  return family === "top-spin" && puzzle.endsWith(":turns") ? "top-spin.turns" : family;
}

customElements.define("loyd-newgame", NewGame);
