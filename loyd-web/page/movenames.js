// @ts-check
/** The names of moves: their groups and rows, and the keys that make them. Pure functions. */

/** A name as people write it. @param {string} name */
export const written = (name) => name.replace(/'$/, "′");

/** A name without its power. @param {string} name */
const stemOf = (name) => /^(.*?)\^?-?\d*'?$/.exec(name)?.[1] ?? "";

/**
 * The names in groups: a move, its inverse, and its other powers in the order of `names`. A move may be illegal while its
 * powers are legal. A name such as `1-2` belongs to no group, because `1` is no move and has no inverse.
 * @param {string[]} names
 */
export function groupsOf(names) {
  const bases = names.filter((name) => name.endsWith("'") || stemOf(name) === name).map(stemOf);
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const name of names) {
    const base = bases.includes(stemOf(name)) ? stemOf(name) : name;
    groups.set(base, [...(groups.get(base) ?? []), name]);
  }
  return [...groups].map(([base, group]) =>
    [...new Set([base, `${base}'`, ...group])].filter((name) => group.includes(name)),
  );
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
