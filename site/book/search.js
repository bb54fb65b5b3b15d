/**
 * The search of the books. It stands before the documents to be searched, in the same file, and makes their index when a
 * reader searches for the first time: an index in the file is five times as long as the documents.
 *
 * mdBook's own index splits texts at blanks, and Chinese has no blanks between words. So each Chinese character begins a
 * word of two: 八数码 has the words 八数, 数码 and 码. All other texts are split as mdBook splits them.
 */
(() => {
  const RUN = /\p{Script=Han}+/gu;

  function wordsOf(/** @type {string} */ piece) {
    return (piece.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? []).flatMap((run) => {
      const characters = [...run];
      return run.match(RUN) ? characters.map((one, place) => one + (characters[place + 1] ?? "")) : [run];
    });
  }
  const split = elasticlunr.tokenizer;
  // The original function reads its separator from the function of this name.
  elasticlunr.tokenizer = Object.assign((/** @type {string} */ text) => split(text).flatMap(wordsOf), split);

  // The original function deletes every character that is no Latin letter.
  elasticlunr.trimmer = (/** @type {string} */ word) => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, "");
  elasticlunr.Pipeline.registeredFunctions.trimmer = elasticlunr.trimmer;
  elasticlunr.trimmer.label = "trimmer";

  elasticlunr.Index.load = (/** @type {{fields: string[], ref: string, documents: object[]}} */ { fields, ref, documents }) => {
    const index = elasticlunr(function () {
      for (const field of fields) this.addField(field);
      this.setRef(ref);
    });
    for (const document of documents) index.addDoc(document);
    return index;
  };

  const search = elasticlunr.Index.prototype.search;
  /** If documents contain the Chinese words exactly as written, they are the results. */
  elasticlunr.Index.prototype.search = function (/** @type {string} */ asked, /** @type {object} */ options) {
    const found = search.call(this, asked, options);
    const runs = asked.match(RUN);
    if (!runs) return found;
    const exact = found.filter(({ doc }) => runs.every((run) => `${doc.title} ${doc.body}`.includes(run)));
    return (exact.length ? exact : found).map((one) => ({ ...one, doc: { ...one.doc, body: around(one.doc.body, runs) } }));
  };

  /** The text around the first of some words. mdBook marks a word between blanks. */
  function around(/** @type {string} */ body, /** @type {string[]} */ runs) {
    const places = runs.map((run) => body.indexOf(run)).filter((place) => place >= 0);
    const from = Math.max(0, Math.min(body.length, ...places) - 24);
    const piece = runs.reduce((text, run) => text.replaceAll(run, ` ${run} `), body.slice(from, from + 90));
    return `${from ? "…" : ""}${piece}${from + 90 < body.length ? "…" : ""}`;
  }
})();
