// @ts-check
/** The names of moves: their groups and rows, and the keys that make them. Pure functions. */

/** A name as people write it. @param {string} name */
export const written = (name) => name.replace(/'$/, "′");

/**
 * The names in groups: a move and its powers. A name such as `1-2` belongs to no group, because `1-` is no move.
 * @param {string[]} names
 */
export function groupsOf(names) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const name of names) {
    const turned = /^(.*?)\^?-?\d*'?$/.exec(name)?.[1] ?? "";
    const base = names.includes(turned) ? turned : name;
    groups.set(base, [...(groups.get(base) ?? []), name]);
  }
  const rank = (/** @type {string} */ base, /** @type {string} */ name) =>
    [base, `${base}'`].includes(name) ? name.length - 9 : name.length;
  return [...groups].map(([base, group]) => group.sort((a, b) => rank(base, a) - rank(base, b)));
}

/**
 * The groups in rows. Moves that differ from other moves by small letters, such as turns of tips, have their own row.
 * @param {string[][]} groups
 */
export function rowsOf(groups) {
  const bases = groups.map(([base]) => base);
  const isSmall = (/** @type {string[]} */ [base]) =>
    base !== base.toUpperCase() && bases.includes(base.toUpperCase());
  return [groups.filter((group) => !isSmall(group)), groups.filter(isSmall)].filter((row) => row.length);
}

/**
 * The move that a letter makes: the move of that name, whatever its case. With Shift it is the inverse of that move,
 * unless the capital letter is another move.
 * @param {string[]} names @param {string} key @param {boolean} shift
 */
export function moveOfKey(names, key, shift) {
  const [small, large] = [key.toLowerCase(), key.toUpperCase()];
  const both = small !== large && names.includes(small) && names.includes(large);
  if (both || !shift) return [key, small, large].find((name) => names.includes(name));
  return [`${small}'`, `${large}'`].find((name) => names.includes(name));
}
