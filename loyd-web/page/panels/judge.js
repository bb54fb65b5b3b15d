// @ts-check
/** The panel of online judges: choose a problem, paste its input, and read the output. */

import { get, judge } from "../api.js";
import { said } from "../said.js";
import { hasText, t } from "../words.js";
import { fill, h, newId } from "../dom.js";
import { Panel } from "./panel.js";

export class Judge extends Panel {
  /** @type {any[]} */ #judges = [];
  #chosen = 0;
  #input = h("textarea", { rows: 8, spellcheck: "false", autocapitalize: "off" });
  #output = h("pre", { class: "judge-output", tabindex: 0, role: "region" });
  #said = h("p", { role: "status" });

  build() {
    const [problem, input, output] = [newId(), newId(), newId()];
    const select = h(
      "select",
      { id: problem, onchange: () => this.#choose(select.selectedIndex) },
      ...this.#judges.map((row) => h("option", {}, nameOf(row))),
    );
    select.selectedIndex = this.#chosen;
    this.#input.id = input;
    this.#output.setAttribute("aria-labelledby", output);
    const row = this.#judges[this.#chosen];
    fill(
      this,
      h("p", {}, t("judge.what")),
      h("p", { class: "panel-field" }, h("label", { for: problem }, t("judge.problem")), select),
      row && h("p", { class: "panel-hint" }, said(row.what)),
      h(
        "div",
        { class: "judge-texts" },
        h("div", {}, h("label", { for: input }, t("judge.input")), this.#input),
        h("div", {}, h("p", { id: output, class: "panel-label" }, t("judge.output")), this.#output),
      ),
      h(
        "p",
        { class: "panel-row" },
        h("button", { class: "primary", onclick: () => this.#run() }, t("judge.run")),
        h("button", { onclick: () => this.#sample() }, t("judge.sample")),
      ),
      this.#said,
      this.fault,
    );
  }

  /** @param {string} what */
  heard(what) {
    if (what !== "puzzle" || this.#judges.length) return;
    this.whenSeen("judges", async () => {
      if (this.#judges.length) return;
      await this.trying(async () => {
        const reply = await get("judges");
        this.#judges = Array.isArray(reply) ? reply : reply.judges;
      });
      this.#choose(0);
    });
  }

  /** @param {number} chosen */
  #choose(chosen) {
    this.#chosen = chosen;
    this.build();
    this.#sample();
  }

  #sample() {
    this.#input.value = this.#judges[this.#chosen]?.sample_input ?? "";
    fill(this.#output);
    fill(this.#said);
  }

  async #run() {
    const row = this.#judges[this.#chosen];
    if (!row) return;
    const signal = this.afresh();
    fill(this.#output);
    fill(this.#said, t("judge.running"));
    const text = await this.trying(() => judge(row.judge, this.#input.value, { signal }));
    if (signal.aborted) return;
    fill(this.#output, text ?? "");
    const sample = this.#input.value === row.sample_input;
    fill(
      this.#said,
      text === undefined
        ? ""
        : t(sample ? (text === row.sample_output ? "judge.same" : "judge.differs") : "judge.done"),
    );
  }
}

/** The name of a judge's problem, and its names at other judges. @param {{judge: string, aliases: string[]}} row */
function nameOf({ judge, aliases }) {
  const key = `judge.name.${judge}`;
  const name = hasText(key) ? t(key) : judge;
  return aliases.length ? t("judge.names", { name, others: aliases.join(t("list.comma")) }) : name;
}

customElements.define("loyd-judge", Judge);
