// @ts-check
/** The panel for lessons: questions to guess, links to exercises, and sheets to print. */

import { copyText } from "../copy.js";
import { fill, h, newId } from "../dom.js";
import { ALGORITHMS, exerciseLink, KINDS, MOST_AFTER, readExercise } from "../class/exercise.js";
import { questionOf } from "../class/questions.js";
import { itemsOf, print, sheetOf } from "../class/sheet.js";
import { drawnOf, miniature } from "../search/drawing.js";
import { boundName, t } from "../words.js";
import { algorithmName } from "./algorithms.js";
import { Panel } from "./panel.js";

/**
 * @typedef {import("../class/exercise.js").Exercise} Exercise
 * @typedef {import("../class/questions.js").Question} Question
 * @typedef {import("../class/questions.js").Verdict} Verdict
 */

/** The numbers of boards that fit on one page. */
const COUNTS = [6, 9, 12];

class Class extends Panel {
  /** The exercise of the address, until another question is begun. */
  #given = readExercise(location.search);
  /** @type {Exercise} */
  #exercise = this.#given ?? { ask: "next", algorithms: ["a-star", "bfs"], heuristic: "", after: 5, text: "" };
  /** Whether the exercise of the address was shown. */
  #isOpened = false;
  /** @type {Question | null} */ #question = null;
  /** @type {Verdict | null} */ #verdict = null;
  #answered = -1;
  #place = "";
  #depth = "10";
  #count = COUNTS[1];
  /** @type {import("../class/sheet.js").Item[]} */ #items = [];
  #form = h("div", { class: "panel-part" });
  #asked = h("div", { class: "panel-part class-question" });
  #copied = h("p", { class: "panel-hint", role: "status" });
  #sheet = h("div", { class: "panel-part" });
  #drawn = h("div", { class: "panel-part" });

  build() {
    const given = this.#given;
    fill(
      this,
      h("h2", {}, t(given ? "class.exercise" : "class.guess")),
      given?.text && h("p", { class: "class-text" }, given.text),
      !given && h("p", {}, t("class.what")),
      !given && this.#form,
      this.#asked,
      this.fault,
      given && h("p", {}, h("button", { onclick: () => this.#endExercise() }, t("class.end"))),
      h("h2", {}, t("sheet.title")),
      h("p", {}, t("sheet.what")),
      this.#sheet,
      this.#drawn,
    );
    this.#buildForm();
    this.#buildSheetForm();
    this.#showQuestion();
    if (this.#items.length) this.#showSheet();
  }

  /** A link may contain an exercise, which opens this panel. */
  get sleeps() {
    return false;
  }

  /** @param {string} what */
  heard(what) {
    if (what === "distance" || this.place === this.#place) return;
    this.#place = this.place;
    this.afresh();
    [this.#question, this.#verdict] = [null, null];
    if (what === "puzzle") {
      this.#items = [];
      fill(this.#drawn);
      this.keepingFocus(() => this.build());
    }
    this.#showQuestion();
    if (!this.#given) return;
    if (!this.#isOpened) /** @type {any} */ (this.closest("loyd-tabs"))?.choose("class");
    this.#begin();
  }

  /** The choice of a question, and its link. */
  #buildForm() {
    const exercise = this.#exercise;
    const anew = () => this.keepingFocus(() => this.#buildForm());
    const kinds = KINDS.map((kind) => [kind, t(`class.ask.${kind}`)]);
    const names = ALGORITHMS.map((name) => [name, algorithmName(name)]);
    const algorithm = (/** @type {string} */ key, /** @type {number} */ at) =>
      choice(t(key), names, exercise.algorithms[at], (name) => {
        exercise.algorithms[at] = name;
        anew();
      });
    const { ask, algorithms } = exercise;
    const used = ask === "fewer" ? algorithms : ask === "next" ? algorithms.slice(0, 1) : [];
    const heuristics = this.game.facts?.heuristics ?? [];
    if (heuristics.length && !heuristics.includes(exercise.heuristic)) exercise.heuristic = heuristics[0] ?? "";
    const after = newId();
    const text = newId();
    const number = h("input", {
      id: after,
      type: "number",
      min: 0,
      max: MOST_AFTER,
      value: exercise.after,
      onchange: () => (exercise.after = Math.min(Math.max(Math.trunc(Number(number.value)) || 0, 0), MOST_AFTER)),
    });
    const words = h("input", { id: text, type: "text", maxlength: 500, oninput: () => (exercise.text = words.value) });
    words.value = exercise.text;
    fill(
      this.#form,
      h(
        "div",
        { class: "panel-row" },
        choice(t("class.ask"), kinds, ask, (kind) => {
          exercise.ask = kind;
          anew();
        }),
        (ask === "next" || ask === "fewer") && algorithm("class.algorithm", 0),
        ask === "fewer" && algorithm("class.other", 1),
        (ask === "bound" || used.some((name) => name.endsWith("star"))) &&
          heuristics.length > 1 &&
          choice(
            t("class.heuristic"),
            heuristics.map((/** @type {string} */ name) => [name, boundName(name)]),
            exercise.heuristic,
            (name) => (exercise.heuristic = name),
          ),
        ask === "next" && h("p", { class: "panel-field" }, h("label", { for: after }, t("class.after")), number),
      ),
      h("p", { class: "panel-field class-words" }, h("label", { for: text }, t("class.text")), words),
      h(
        "p",
        { class: "panel-row" },
        h("button", { class: "primary", onclick: () => this.#begin() }, t("class.begin")),
        h("button", { onclick: () => this.#copy() }, t("class.copy")),
      ),
      this.#copied,
    );
  }

  async #copy() {
    const address = new URL(exerciseLink(this.#exercise, this.game), location.href).href;
    const isCopied = await copyText(address);
    fill(
      this.#copied,
      t(isCopied ? "class.copied" : "class.notCopied"),
      " ",
      h("a", { href: address, class: "class-link" }, t("class.link")),
    );
  }

  /** Ends the exercise of the address, so that other questions can be chosen. */
  #endExercise() {
    history.replaceState(null, "", location.pathname + location.hash);
    this.#given = null;
    [this.#question, this.#verdict] = [null, null];
    this.build();
    this.#form.querySelector("select")?.focus();
  }

  async #begin() {
    const signal = this.afresh();
    this.#asked.after(this.fault);
    [this.#question, this.#verdict, this.#answered] = [null, null, -1];
    fill(this.#asked, h("p", { role: "status" }, t("class.preparing")));
    const question = await this.trying(() => questionOf(this.#exercise, this.game, signal));
    if (signal.aborted) return;
    this.#question = question ?? null;
    this.#showQuestion();
    // On a small screen the exercise is far below the board.
    const isBelow = this.#asked.getBoundingClientRect().bottom > innerHeight;
    if (this.#given && !this.#isOpened && isBelow) this.#asked.scrollIntoView({ block: "center" });
    this.#isOpened = true;
  }

  /** @param {number} answer */
  async #answer(answer) {
    const question = this.#question;
    if (!question || this.#answered >= 0) return;
    this.#answered = answer;
    this.keepingFocus(() => this.#showQuestion());
    const verdict = await this.trying(() => question.judge(answer));
    if (this.#question !== question) return;
    this.#verdict = verdict ?? null;
    if (!verdict) this.#answered = -1;
    this.keepingFocus(() => this.#showQuestion());
  }

  #showQuestion() {
    const question = this.#question;
    // The coach would give the answer away.
    document.documentElement.classList.toggle("asking", question?.choices === null && !this.#verdict);
    if (!question) return fill(this.#asked);
    const verdict = this.#verdict;
    const isOpen = this.#answered < 0;
    fill(
      this.#asked,
      h("p", { class: "class-prompt" }, question.prompt),
      question.choices ? this.#choices(question.choices) : this.#number(),
      !isOpen && !verdict && h("p", { role: "status" }, t("class.running")),
      verdict && this.#judged(verdict),
    );
  }

  /** @param {import("../class/questions.js").Choice[]} choices */
  #choices(choices) {
    const drawn = drawnOf(this.game);
    return h(
      "div",
      { class: "search-open" },
      ...choices.map(({ label, position }, at) =>
        h(
          "button",
          {
            class: position ? "search-node" : "",
            "aria-pressed": this.#answered === at ? "true" : "false",
            "aria-disabled": this.#answered >= 0,
            onclick: () => this.#answer(at),
          },
          position && miniature(drawn, position.picture),
          h("span", {}, label),
          position && h("span", { class: "unseen" }, ` ${position.state}`),
        ),
      ),
    );
  }

  #number() {
    const id = newId();
    const field = h("input", { id, type: "number", min: 0, required: true });
    if (this.#answered >= 0) field.value = String(this.#answered);
    return h(
      "form",
      {
        class: "panel-row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#answer(Math.max(0, Math.trunc(Number(field.value))));
        },
      },
      h("p", { class: "panel-field" }, h("label", { for: id }, t("class.number")), field),
      h("button", {}, t("class.answer")),
    );
  }

  /** @param {Verdict} verdict */
  #judged({ right, told, shown }) {
    const key = right === null ? "class.unproved" : right ? "class.right" : "class.wrong";
    const drawn = drawnOf(this.game);
    return h(
      "div",
      { class: `class-verdict ${right ? "right" : right === false ? "wrong" : ""}`, role: "status" },
      h("p", {}, h("strong", {}, t(key)), " ", told),
      shown &&
        h(
          "div",
          { class: "search-detail" },
          miniature(drawn, shown.picture, { class: "search-board" }),
          h("p", {}, shown.caption),
        ),
    );
  }

  #buildSheetForm() {
    const id = newId();
    const depth = h("input", { id, type: "number", min: 1, max: 200, oninput: () => (this.#depth = depth.value) });
    depth.value = this.#depth;
    const counts = COUNTS.map((count) => [String(count), String(count)]);
    fill(
      this.#sheet,
      h(
        "div",
        { class: "panel-row" },
        h("p", { class: "panel-field" }, h("label", { for: id }, t("sheet.depth")), depth),
        choice(t("sheet.count"), counts, String(this.#count), (count) => (this.#count = Number(count))),
        h("button", { class: "primary", onclick: () => this.#makeSheet() }, t("sheet.make")),
      ),
    );
  }

  async #makeSheet() {
    const signal = this.afresh();
    this.#sheet.after(this.fault);
    const status = h("p", { role: "status" }, t("sheet.drawing"));
    fill(this.#drawn, status);
    const depth = this.#depth === "" ? null : Number(this.#depth);
    const count = this.#count;
    const tell = (/** @type {number} */ done) => fill(status, t("sheet.solving", { done, count }));
    const items = await this.trying(() => itemsOf(this.game, { depth, count }, tell, signal));
    if (signal.aborted) return;
    this.#items = items ?? [];
    if (this.#items.length) this.#showSheet();
    else fill(this.#drawn);
  }

  #showSheet() {
    const sheet = sheetOf(this.game, this.#items);
    const few = this.#items.length < this.#count;
    fill(
      this.#drawn,
      few && h("p", { role: "status" }, t("sheet.few", { count: this.#items.length })),
      h("p", {}, h("button", { class: "primary", onclick: () => print(sheet) }, t("sheet.print"))),
      sheet,
    );
  }
}

/**
 * A field to choose one of several values.
 * @param {string} label
 * @param {string[][]} values with their texts
 * @param {string} chosen
 * @param {(value: string) => void} onChoose
 */
function choice(label, values, chosen, onChoose) {
  const id = newId();
  const select = h(
    "select",
    { id, onchange: () => onChoose(select.value) },
    ...values.map(([value, text]) => h("option", { value }, text)),
  );
  select.value = chosen;
  return h("p", { class: "panel-field" }, h("label", { for: id }, label), select);
}

customElements.define("loyd-class", Class);
